export { type BullmqOptions, withBullmq } from './with-bullmq.js';

// For tools that look at the queues
export { bullmqQueueOf, type QueueLocation } from './queue/queue-location.js';
