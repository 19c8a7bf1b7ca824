export { schedulerModule, type SchedulerModuleOptions } from './scheduler-module.js';
export { bindHandler } from './container/bind-handler.js';
export { bindJobs } from './container/bind-jobs.js';
export { bindJobClass, jobClasses } from './jobs/bind-job-class.js';
export { bindScheduled } from './jobs/bind-scheduled.js';
export { job } from './jobs/job.decorator.js';
export { jobHandler } from './jobs/job-handler.decorator.js';
export { scheduled, type ScheduledMethodOptions } from './jobs/scheduled.decorator.js';
export type {
  HandlesJobs,
  HandlesTypedJobs,
  JobMethod,
  JobTypeSource,
  TypedSource,
} from './jobs/job-class.js';
export type { BatchOptions, BatchWorker, JobWorker, Scheduled, WorkerCallbacks } from './jobs/job-worker.js';
export type { DecoratedScheduleOptions, When, WhenOptions } from './jobs/schedule-options.js';
export {
  ACCESS_REPOSITORY,
  AGENT_DISPATCHER,
  CALENDAR_EXPORTER,
  CLOCK,
  type ConsoleCommand,
  type DeclaredDefinitions,
  EVENT_BUS,
  EVENT_HANDLER_REPOSITORY,
  EXECUTION_REPOSITORY,
  HANDLER_REGISTRY,
  ID_GENERATOR,
  JOB_QUEUE,
  LEADER_ELECTION,
  LOGGER,
  PROCESS_STATISTICS,
  TRACING,
  CIRCUIT_REPOSITORY,
  QUEUE_REPOSITORY,
  RATE_LIMIT_REPOSITORY,
  RANDOMNESS,
  type ReadyHook,
  RECURRENCE_ENGINE,
  SCHEDULE_REPOSITORY,
  SCHEDULER,
  SCHEDULER_COMMANDS,
  SCHEDULER_CONFIG,
  SCHEDULER_HANDLERS,
  SCHEDULER_JOBS,
  SCHEDULER_MIDDLEWARE,
  SCHEDULER_NODE,
  SCHEDULER_OBSERVERS,
  SCHEDULER_READY,
  SCHEDULER_STORE,
  STATISTICS_REPOSITORY,
  TENANT_QUOTAS,
  TENANT_USAGE_REPOSITORY,
  WORKFLOW_DISPATCHER,
  WORKFLOW_ENGINE,
  WORKFLOW_REPOSITORY,
} from './container/tokens.js';
