// The parts from which other adapters on Redis are built, such as `@scheduler/bullmq`.
export {
  connectForCommands,
  connectForSteps,
  connectForWaiting,
  DEFAULT_KEY_PREFIX,
} from './connection/connect.js';
export { Clients } from './connection/clients.js';
export { disconnect } from './connection/disconnect.js';
export { logConnectionErrors } from './connection/log-connection-errors.js';
export { Scripts } from './connection/script.js';
export { RedisCircuitRepository } from './circuits/redis-circuit-repository.js';
export { RedisEventBus } from './events/redis-event-bus.js';
export { RedisLeaderElection } from './leadership/redis-leader-election.js';
export { Publications } from './queues/publications.js';
export { RedisRateLimitRepository } from './rate-limits/redis-rate-limit-repository.js';
export { toStoreError } from './database/store-errors.js';
export { CONNECTION_OPTIONS } from './connection/connection-options.js';
