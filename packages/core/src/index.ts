export type { SchedulerConfig } from './config/scheduler-config.js';
export type {
  PreviewEntry,
  PreviewRequest,
  Recurrence,
  RecurrenceEngine,
  RecurrenceRequest,
} from './recurrence/recurrence.js';
export type { DrainOptions, DrainReport, SchedulerNode, TickReport } from './node/scheduler-node.js';
