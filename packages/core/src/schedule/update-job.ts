import {
  isOneOff,
  type JsonObject,
  keepZone,
  PAYLOAD_VERSION,
  type ScheduleChanges,
  type ScheduledJob,
  ScheduleInvalid,
  type Trigger,
  trigger,
} from '@scheduler/contracts';
import { z } from 'zod';
import { changedTrigger, checkTriggerChanges } from './changed-trigger.js';
import { keepMark } from './declaration-mark.js';
import { changesSchema, type ReadChanges } from './input/definition-schema.js';
import { readInput } from '../support/input/read-input.js';
import { triggerSchema } from './input/trigger-schema.js';
import type { Change } from './change-job.js';
import { firstRun, isFiredOneOff } from './first-run.js';
import { toMetadata, toPayload } from './job-of-definition.js';
import { checkPorts, checkWork, type ManagerParts } from './manager-parts.js';
import { overdueTrace } from './overdue-trace.js';
import { policiesOf } from './policies-of.js';

const KNOWN = Object.keys(changesSchema.shape);

export function readChanges(changes: ScheduleChanges): ReadChanges {
  const read = readInput({
    schema: changesSchema,
    value: changes,
    error: ScheduleInvalid,
    subject: 'changes',
    known: KNOWN,
  });
  checkTriggerChanges(read);
  return read;
}

/** A trigger, or cron expressions that stand for one. */
export type TriggerInput = Trigger | string | readonly string[];

const rescheduleSchema = z.object({ trigger: triggerSchema });

/** Reads the new trigger of a job whose old one is known: its zone stays, unless the new one was built with another. */
export function readTrigger(input: TriggerInput, old?: Trigger): Trigger {
  const isCron = typeof input === 'string' || Array.isArray(input);
  const given = isCron ? trigger.cron(input as string | readonly string[]) : (input as Trigger);
  const read = (value: Trigger) =>
    readInput({
      schema: rescheduleSchema,
      value: { trigger: value },
      error: ScheduleInvalid,
      subject: 'trigger',
    }).trigger;
  const checked = read(given);
  return old === undefined ? checked : read(keepZone(given, old));
}

const MOVES_NEXT_RUN = ['trigger', 'cron', 'every', 'zone', 'startAt', 'endAt', 'exclusions'] as const;
const CHANGES_TRIGGER = ['trigger', 'cron', 'every', 'zone'] as const;

/** The job with the given changes. A new trigger or window computes the next run again. */
export function updated(parts: ManagerParts, job: ScheduledJob, changes: ReadChanges, now: Date): Change {
  const changed = job.reschedule(changedTrigger(job.trigger, changes), job.nextRunAt, now).with({
    name: changes.name ?? job.name,
    description: given(changes.description, job.description),
    targetId: given(changes.targetId, job.targetId),
    payload: changes.payload === undefined ? job.payload : toPayload(changes.payload),
    tags: changes.tags ?? job.tags,
    metadata: metadataOf(job, changes),
    startAt: given(changes.startAt, job.startAt),
    endAt: given(changes.endAt, job.endAt),
    maxExecutions: given(changes.maxExecutions, job.maxExecutions),
    jitterMs: changes.jitter ?? job.jitterMs,
    exclusions: given(changes.exclusions, job.exclusions),
    policies: policiesOf(job.policies, changes),
  });
  checkPorts(parts, changed, job);
  if (changes.payload !== undefined) checkWork(parts, changed);
  if (changes.maxExecutions !== undefined) checkLimit(changed);
  // A one-off that was fired has no next run to move, unless it gets another trigger.
  const keeps = CHANGES_TRIGGER.every((field) => changes[field] === undefined) && isFiredOneOff(job);
  return !keeps && changesNextRun(changes) ? moved(parts, { from: job, to: changed, now }) : { job: changed };
}

/** The same, unless the new payload exceeds the quota of the tenant. */
export async function acceptedUpdate(
  parts: ManagerParts,
  job: ScheduledJob,
  changes: ReadChanges,
  now: Date,
): Promise<Change> {
  const change = updated(parts, job, changes, now);
  if (changes.payload !== undefined) await parts.quotas.checkPayload(change.job);
  return change;
}

/** New metadata keep the version of the payload unless they name one, and the mark of a declaration. */
function metadataOf({ metadata }: ScheduledJob, changes: ReadChanges): JsonObject {
  if (changes.metadata === undefined) return metadata;
  const version = metadata[PAYLOAD_VERSION];
  const given = keepMark(metadata, toMetadata(changes.metadata));
  return version === undefined || PAYLOAD_VERSION in given ? given : { ...given, [PAYLOAD_VERSION]: version };
}

export function changesNextRun(changes: ReadChanges): boolean {
  return MOVES_NEXT_RUN.some((field) => changes[field] !== undefined);
}

interface Move {
  readonly from: ScheduledJob;
  readonly to: ScheduledJob;
  readonly now: Date;
}

/** The job with its new first run. A paused job leaves a trace of the occurrences that its pause has skipped until now. */
function moved(parts: ManagerParts, { from, to, now }: Move): Change {
  const job = to.with({ nextRunAt: firstRun(to, parts.recurrence, now) });
  return from.status === 'paused'
    ? { job, skipped: overdueTrace(parts, from, { code: 'paused', now }) }
    : { job };
}

/** A recurring job with another recurring trigger. */
export function rescheduled(parts: ManagerParts, job: ScheduledJob, input: TriggerInput, now: Date): Change {
  const next = readTrigger(input, job.trigger);
  for (const [field, value] of [['trigger of the job', job.trigger] as const, ['trigger', next] as const]) {
    if (!isOneOff(value)) continue;
    const problem = `is '${value.kind}', and only recurring jobs are rescheduled`;
    throw new ScheduleInvalid({
      field,
      value: undefined,
      problem,
      accepted: 'cron, every or calendar; to move a one-off, update its trigger',
    });
  }
  return moved(parts, { from: job, to: job.reschedule(next, null, now), now });
}

function checkLimit({ maxExecutions, counters }: ScheduledJob): void {
  if (maxExecutions === null || maxExecutions > counters.fired) return;
  const problem = 'must be more than the occurrences that were fired already';
  throw new ScheduleInvalid({
    field: 'maxExecutions',
    value: maxExecutions,
    problem,
    accepted: `${counters.fired + 1} or more, or null`,
  });
}

function given<T>(change: T | undefined, current: T): T {
  return change === undefined ? current : change;
}
