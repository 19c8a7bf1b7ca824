export { schedulerModule, type SchedulerModuleOptions } from './scheduler-module.js';
export { bindHandler } from './bind-handler.js';
export {
  CALENDAR_EXPORTER,
  CLOCK,
  type ConsoleCommand,
  EVENT_BUS,
  EXECUTION_REPOSITORY,
  HANDLER_REGISTRY,
  ID_GENERATOR,
  JOB_QUEUE,
  LEADER_ELECTION,
  LOGGER,
  QUEUE_REPOSITORY,
  RANDOMNESS,
  RECURRENCE_ENGINE,
  SCHEDULE_REPOSITORY,
  SCHEDULER,
  SCHEDULER_COMMANDS,
  SCHEDULER_CONFIG,
  SCHEDULER_HANDLERS,
  SCHEDULER_NODE,
  SCHEDULER_STORE,
} from './tokens.js';
