import {
  isOneOff,
  type ScheduleChanges,
  type ScheduledJob,
  ScheduleInvalid,
  type Trigger,
} from '@scheduler/contracts';
import { changesSchema, type ReadChanges } from '../input/definition-schema.js';
import { readInput } from '../input/read-input.js';
import { triggerSchema } from '../input/trigger-schema.js';
import { firstRun, isFiredOneOff } from './first-run.js';
import { toMetadata, toPayload } from './job-of-definition.js';
import { checkWork, type ManagerParts } from './manager-parts.js';
import { policiesOf } from './policies-of.js';

const KNOWN = Object.keys(changesSchema.shape);

export function readChanges(changes: ScheduleChanges): ReadChanges {
  return readInput({
    schema: changesSchema,
    value: changes,
    error: ScheduleInvalid,
    subject: 'changes',
    known: KNOWN,
  });
}

export function readTrigger(trigger: Trigger): Trigger {
  return readInput({ schema: triggerSchema, value: trigger, error: ScheduleInvalid, subject: 'trigger' });
}

const MOVING = ['trigger', 'startAt', 'endAt', 'exclusions'] as const;

/** The job with what was given changed. A new trigger or window finds the next run anew. */
export function updated(
  parts: ManagerParts,
  job: ScheduledJob,
  changes: ReadChanges,
  now: Date,
): ScheduledJob {
  const trigger = changes.trigger ?? job.trigger;
  const changed = job.reschedule(trigger, job.nextRunAt, now).with({
    name: changes.name ?? job.name,
    description: given(changes.description, job.description),
    targetId: given(changes.targetId, job.targetId),
    payload: changes.payload === undefined ? job.payload : toPayload(changes.payload),
    tags: changes.tags ?? job.tags,
    metadata: changes.metadata === undefined ? job.metadata : toMetadata(changes.metadata),
    startAt: given(changes.startAt, job.startAt),
    endAt: given(changes.endAt, job.endAt),
    maxExecutions: given(changes.maxExecutions, job.maxExecutions),
    jitterMs: changes.jitter ?? job.jitterMs,
    exclusions: given(changes.exclusions, job.exclusions),
    policies: policiesOf(job.policies, changes),
  });
  if (changes.payload !== undefined) checkWork(parts, changed.type, changed.payload);
  if (changes.maxExecutions !== undefined) checkLimit(changed);
  // A one-off that was fired has no next run to move, unless it gets another trigger.
  const keeps = changes.trigger === undefined && isFiredOneOff(job);
  const moves = !keeps && MOVING.some((field) => changes[field] !== undefined);
  return moves ? changed.with({ nextRunAt: firstRun(changed, parts.recurrence, now) }) : changed;
}

/** A recurring job with another recurring trigger. */
export function rescheduled(
  parts: ManagerParts,
  job: ScheduledJob,
  trigger: Trigger,
  now: Date,
): ScheduledJob {
  for (const [field, value] of [
    ['trigger of the job', job.trigger] as const,
    ['trigger', trigger] as const,
  ]) {
    if (!isOneOff(value)) continue;
    const problem = `is '${value.kind}', and only recurring jobs are rescheduled`;
    throw new ScheduleInvalid({
      field,
      value: undefined,
      problem,
      accepted: 'cron, every or calendar; to move a one-off, update its trigger',
    });
  }
  const moved = job.reschedule(trigger, null, now);
  return moved.with({ nextRunAt: firstRun(moved, parts.recurrence, now) });
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
