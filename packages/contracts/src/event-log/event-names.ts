/** What an event of the log is about. */
export type EventEntity = 'job' | 'execution' | 'queue' | 'workflow';

/**
 * The names of all events by what they are about. A name is never changed or used for something else: what is stored under it stays readable.
 */
export const EVENTS_OF = Object.freeze({
  job: Object.freeze([
    'JobScheduled',
    'JobFired',
    'JobRunCounted',
    'JobUpdated',
    'JobRescheduled',
    'JobPaused',
    'JobResumed',
    'JobCompleted',
    'JobFailed',
    'JobCancelled',
    'JobDeleted',
  ] as const),
  execution: Object.freeze([
    'ExecutionFired',
    'ExecutionEnqueued',
    'ExecutionSkipped',
    'ExecutionStarted',
    'ExecutionStartConfirmed',
    'ExecutionCompleted',
    'ExecutionFailed',
    'ExecutionRetried',
    'ExecutionSnoozed',
    'ExecutionReturned',
    'ExecutionRescued',
    'ExecutionPostponed',
    'ExecutionCancelRequested',
    'ExecutionCancelled',
    'ExecutionsDeleted',
    'DeadLetterReplaced',
    'DeadLetterDismissed',
    'DomainEventEmitted',
  ] as const),
  queue: Object.freeze(['QueuePaused', 'QueueResumed', 'QueueScaled'] as const),
  workflow: Object.freeze([
    'WorkflowGraphStored',
    'WorkflowStarted',
    'WorkflowAdvanced',
    'WorkflowPaused',
    'WorkflowResumed',
    'WorkflowStopping',
    'WorkflowCompensating',
    'WorkflowCompleted',
    'WorkflowFailed',
    'WorkflowCancelled',
    'WorkflowCompensated',
    'WorkflowCompensationFailed',
    'WorkflowRetried',
    'WorkflowsDeleted',
  ] as const),
});

export type JobLogEvent = (typeof EVENTS_OF.job)[number];
export type ExecutionLogEvent = (typeof EVENTS_OF.execution)[number];
export type QueueLogEvent = (typeof EVENTS_OF.queue)[number];
export type WorkflowLogEvent = (typeof EVENTS_OF.workflow)[number];
export type LoggedEventName = JobLogEvent | ExecutionLogEvent | QueueLogEvent | WorkflowLogEvent;

export const LOGGED_EVENT_NAMES: readonly LoggedEventName[] = Object.freeze(Object.values(EVENTS_OF).flat());
