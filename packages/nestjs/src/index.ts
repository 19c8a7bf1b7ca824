export { SchedulerModule, type SchedulerModuleAsyncOptions } from './scheduler.module.js';
export type { SchedulerModuleOptions } from './module-options.js';
export { SchedulerRuntime } from './scheduler-runtime.js';
export { InjectScheduler, SCHEDULER } from './tokens.js';
export { Cron, type CronOptions, Every, type EveryOptions } from './cron.decorator.js';
export { nestLogger } from './nest-logger.js';
export {
  type BatchWorker,
  type DecoratedScheduleOptions,
  job,
  jobHandler,
  type JobWorker,
  scheduled,
  type ScheduledMethodOptions,
} from '@scheduler/core';
