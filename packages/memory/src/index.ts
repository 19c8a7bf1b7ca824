export { createMemoryStore, type MemoryStoreOptions } from './memory-store.js';
export { MemoryDatabase, type StoreClock } from './memory-database.js';
export { MemoryScheduleRepository } from './memory-schedule-repository.js';
export { MemoryExecutionRepository } from './memory-execution-repository.js';
export { MemoryQueueRepository } from './memory-queue-repository.js';
export { MemoryRateLimitRepository } from './memory-rate-limit-repository.js';
export { MemoryJobQueue, type MemoryJobQueueOptions } from './memory-job-queue.js';
export { MemoryLeaderElection } from './memory-leader-election.js';
export { MemoryEventBus, type MemoryEventBusOptions } from './memory-event-bus.js';
