export { nearestZones } from './zone/nearest-zones.js';
export { createRecurrenceEngine, type RecurrenceEngineOptions } from './recurrence-engine.js';
export type {
  PreviewEntry,
  PreviewRequest,
  Recurrence,
  RecurrenceEngine,
  RecurrenceRequest,
} from './instants/recurrence.js';
export { type CronSchedule, parseCron } from './parse-cron.js';
export { recurrenceOf } from './recurrence-of-job.js';
export { type MissedInstants, missedInstants, type MissedRequest } from './instants/missed-instants.js';
export { jitterOf } from './instants/jitter.js';
export { checkCalendar } from './calendar/check-calendar.js';
