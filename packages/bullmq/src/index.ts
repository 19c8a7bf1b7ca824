export { type BullmqOptions, withBullmq } from './with-bullmq.js';

// For tools that inspect the queues
export { bullmqQueueOf, type QueueLocation } from './queue/queue-location.js';
