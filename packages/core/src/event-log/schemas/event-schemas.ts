import type { LoggedEventName } from '@scheduler/contracts';
import type { ExecutionLogEvent, JobLogEvent, WorkflowLogEvent } from '@scheduler/contracts/adapter';
import { z } from 'zod';
import { count, END, instant, JOB, json, NEW_EXECUTION, object, RUN, word } from './data-fields.js';

/** The schemas of the data of an event, by version. The last one is what is written now. */
export type EventVersions = readonly [z.ZodObject, ...z.ZodObject[]];

const NOTHING = z.strictObject({});
const IDS = z.strictObject({ ids: z.array(word) });
const QUEUE = z.strictObject({
  paused: z.boolean(),
  concurrency: count.nullable(),
  globalLimit: count.nullable(),
});
const CHANGED_JOB = JOB.partial();
const CHANGED_RUN = RUN.partial();

const OF_JOBS: Readonly<Record<JobLogEvent, EventVersions>> = {
  JobScheduled: [JOB],
  JobFired: [CHANGED_JOB],
  JobRunCounted: [CHANGED_JOB],
  JobUpdated: [CHANGED_JOB],
  JobRescheduled: [CHANGED_JOB],
  JobPaused: [CHANGED_JOB],
  JobResumed: [CHANGED_JOB],
  JobCompleted: [CHANGED_JOB],
  JobFailed: [CHANGED_JOB],
  JobCancelled: [CHANGED_JOB],
  JobDeleted: [NOTHING],
};

const OF_EXECUTIONS: Readonly<Record<ExecutionLogEvent, EventVersions>> = {
  ExecutionFired: [NEW_EXECUTION],
  ExecutionEnqueued: [NEW_EXECUTION],
  ExecutionSkipped: [NEW_EXECUTION],
  ExecutionStarted: [z.strictObject({ fence: count, owner: word })],
  ExecutionStartConfirmed: [z.strictObject({ fence: count, startedAt: instant })],
  ExecutionCompleted: [END],
  ExecutionFailed: [END],
  ExecutionRetried: [END],
  ExecutionSnoozed: [END],
  ExecutionReturned: [END],
  ExecutionRescued: [END],
  ExecutionPostponed: [z.strictObject({ availableAt: instant })],
  ExecutionCancelRequested: [z.strictObject({ reason: word })],
  ExecutionCancelled: [END],
  ExecutionsDeleted: [IDS],
  DeadLetterReplaced: [z.strictObject({ replacedBy: word })],
  DeadLetterDismissed: [NOTHING],
  DomainEventEmitted: [z.strictObject({ name: word, data: json })],
};

const OF_WORKFLOWS: Readonly<Record<WorkflowLogEvent, EventVersions>> = {
  WorkflowGraphStored: [z.strictObject({ graph: object })],
  WorkflowStarted: [RUN],
  WorkflowAdvanced: [CHANGED_RUN],
  WorkflowPaused: [CHANGED_RUN],
  WorkflowResumed: [CHANGED_RUN],
  WorkflowStopping: [CHANGED_RUN],
  WorkflowCompensating: [CHANGED_RUN],
  WorkflowCompleted: [CHANGED_RUN],
  WorkflowFailed: [CHANGED_RUN],
  WorkflowCancelled: [CHANGED_RUN],
  WorkflowCompensated: [CHANGED_RUN],
  WorkflowCompensationFailed: [CHANGED_RUN],
  WorkflowRetried: [CHANGED_RUN],
  WorkflowsDeleted: [IDS],
};

/**
 * What the data of every event is, by its name and then by its version: `EVENT_SCHEMAS.JobPaused[0]` is that of version 1. A schema that was
 * released is not changed: a change is a new version, and an upcaster for the one before.
 */
export const EVENT_SCHEMAS: Readonly<Record<LoggedEventName, EventVersions>> = Object.freeze({
  ...OF_JOBS,
  ...OF_EXECUTIONS,
  QueuePaused: [QUEUE],
  QueueResumed: [QUEUE],
  QueueScaled: [QUEUE],
  ...OF_WORKFLOWS,
} as const);
