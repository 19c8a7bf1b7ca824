import { EventInvalid, QueryInvalid, ScheduleInvalid, type Scheduler } from '@scheduler/contracts';
import {
  accepting,
  anything,
  date,
  either,
  fields,
  isFunction,
  listOf,
  optional,
  wholeNumber,
} from '@scheduler/contracts/adapter';
import { isOrdinary } from '../../support/input/read-input.js';
import { argument, type ArgumentTable, rejecting, throwing } from '../../support/input/arguments.js';
import {
  byItsSchema,
  reference,
  theExecution,
  theHealthOptions,
  theJob,
  theReason,
  theTransaction,
} from '../../support/input/common-arguments.js';

const object = accepting(isOrdinary, 'is not an object', '{ type, payload, … }');
const theQuery = argument('query', byItsSchema);
/** What the payload is, its handler checks. */
const theRetryChanges = argument('changes', optional(fields({ payload: anything }, '{ payload }')));
const theRevision = argument(
  'options',
  optional(fields({ ifRevision: optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)) }, '{ ifRevision }')),
);
const theHandler = argument('handlerId', reference);

/** What each method of a scheduler accepts, before it does anything. */
export const SCHEDULER_ARGUMENTS: ArgumentTable<Scheduler> = {
  schedule: rejecting(ScheduleInvalid, argument('definition', byItsSchema), theTransaction),
  scheduleOnce: rejecting(ScheduleInvalid, argument('input', byItsSchema), theTransaction),
  scheduleRecurring: rejecting(ScheduleInvalid, argument('input', byItsSchema), theTransaction),
  enqueue: rejecting(ScheduleInvalid, argument('request', byItsSchema), theTransaction),
  enqueueMany: rejecting(
    ScheduleInvalid,
    argument('requests', listOf(object, 'a list of requests, such as [{ type, payload }]')),
    theTransaction,
  ),
  enqueueAt: rejecting(ScheduleInvalid, argument('request', object), argument('at', date), theTransaction),
  update: rejecting(ScheduleInvalid, theJob, argument('changes', byItsSchema), theRevision),
  reschedule: rejecting(ScheduleInvalid, theJob, argument('trigger', byItsSchema), theRevision),
  pause: rejecting(ScheduleInvalid, theJob, theReason, theRevision),
  resume: rejecting(ScheduleInvalid, theJob, theRevision),
  cancel: rejecting(ScheduleInvalid, theJob, theReason, theRevision),
  unschedule: rejecting(ScheduleInvalid, theJob, theRevision),
  runNow: rejecting(ScheduleInvalid, theJob),
  dueJobs: rejecting(QueryInvalid),
  executeJob: rejecting(ScheduleInvalid, theJob),
  get: rejecting(QueryInvalid, theJob),
  find: rejecting(QueryInvalid, theJob),
  list: rejecting(QueryInvalid, theQuery),
  history: rejecting(QueryInvalid, theJob, theQuery),
  listExecutions: rejecting(QueryInvalid, theQuery),
  getExecution: rejecting(QueryInvalid, theExecution),
  executionLogs: rejecting(QueryInvalid, theExecution),
  cancelExecution: rejecting(ScheduleInvalid, theExecution, theReason),
  cancelRunning: rejecting(ScheduleInvalid, theJob, theReason),
  retryExecution: rejecting(ScheduleInvalid, theExecution, theRetryChanges),
  getMetrics: rejecting(QueryInvalid, theQuery),
  getJobStats: rejecting(QueryInvalid, theJob),
  healthCheck: rejecting(QueryInvalid, theHealthOptions),
  deleteTenant: rejecting(
    QueryInvalid,
    argument('tenant', byItsSchema),
    argument(
      'options',
      optional(fields({ onProgress: optional(isFunction('a function (deleted) => …')) }, '{ onProgress }')),
    ),
  ),
  forTenant: throwing(QueryInvalid, argument('tenant', byItsSchema)),
  onEvent: rejecting(
    EventInvalid,
    argument('eventName', reference),
    argument('handler', either(isFunction('a function, or an action such as { kind, … }'), byItsSchema)),
    argument('options', byItsSchema),
  ),
  offEvent: rejecting(EventInvalid, theHandler),
  triggerEvent: rejecting(
    EventInvalid,
    argument('eventName', reference),
    argument('data', byItsSchema),
    argument('options', optional(byItsSchema)),
  ),
  eventHandlers: rejecting(QueryInvalid, theQuery),
  enableEventHandler: rejecting(EventInvalid, theHandler),
  disableEventHandler: rejecting(EventInvalid, theHandler),
};
