import {
  type EventTrigger,
  hasInstants,
  isOneOff,
  type ScheduledJob,
  ScheduleInvalid,
} from '@scheduler/contracts';
import { problemOfEventName } from '../support/input/event-name.js';
import { type RecurrenceEngine, recurrenceOf } from '@scheduler/recurrence';

/** The first instant of a new or changed job. A trigger that can never fire from now on is refused. Null: the job waits for an event or a start. */
export function firstRun(job: ScheduledJob, recurrence: RecurrenceEngine, now: Date): Date | null {
  checkWindow(job);
  checkFuture(job, now);
  if (job.trigger.kind === 'event') checkEvent(job, job.trigger);
  if (!hasInstants(job.trigger) || isUsedUp(job)) return null;
  const compiled = recurrence.compile(recurrenceOf(job));
  const atOnce =
    job.trigger.kind === 'now' && (job.startAt === null || job.startAt.getTime() <= now.getTime());
  const first = atOnce ? now : compiled.next(now);
  if (first === null) {
    const problem = 'has no instant from now on';
    throw new ScheduleInvalid({
      field: 'trigger',
      value: undefined,
      problem,
      accepted: 'a trigger that fires at least once before endAt',
    });
  }
  return first;
}

/** The first instant after now, for a job that is resumed. Null: it has none. */
export function nextRun(job: ScheduledJob, recurrence: RecurrenceEngine, now: Date): Date | null {
  if (!hasInstants(job.trigger) || isUsedUp(job) || isFiredOneOff(job)) return null;
  // A missed one-off runs late, unless its policy is to skip, since it has no other instant.
  if (isOneOff(job.trigger) && job.nextRunAt !== null && job.policies.missedRuns.policy !== 'skip')
    return job.nextRunAt;
  return recurrence.compile(recurrenceOf(job)).next(now);
}

function checkEvent({ exclusions, tenant }: ScheduledJob, { name, allTenants }: EventTrigger): void {
  if (tenant !== null && allTenants === true)
    throw new ScheduleInvalid({
      field: 'trigger.allTenants',
      value: true,
      problem: `is given for a job of the tenant '${tenant}'`,
      accepted: 'nothing, or a job without a tenant',
    });
  const problem = problemOfEventName(name);
  if (problem !== null) throw new ScheduleInvalid({ field: 'trigger.name', value: name, ...problem });
  if (exclusions === null) return;
  throw new ScheduleInvalid({
    field: 'exclusions',
    value: undefined,
    problem: 'mean nothing to a job that waits for an event',
    accepted: 'a window of startAt and endAt, or a handler that looks at the time',
  });
}

export function isFiredOneOff({ trigger, counters }: ScheduledJob): boolean {
  return isOneOff(trigger) && counters.fired > 0;
}

function isUsedUp({ maxExecutions, counters }: ScheduledJob): boolean {
  return maxExecutions !== null && counters.fired >= maxExecutions;
}

function checkWindow({ startAt, endAt }: ScheduledJob): void {
  if (startAt !== null && endAt !== null && endAt.getTime() <= startAt.getTime()) {
    throw new ScheduleInvalid({
      field: 'endAt',
      value: endAt,
      problem: 'must be after startAt',
      accepted: `an instant after ${startAt.toISOString()}`,
    });
  }
}

function checkFuture({ trigger, endAt }: ScheduledJob, now: Date): void {
  const accepted = `an instant after ${now.toISOString()}`;
  if (trigger.kind === 'once' && trigger.at.getTime() <= now.getTime()) {
    throw new ScheduleInvalid({
      field: 'trigger.at',
      value: trigger.at,
      problem: 'execute_at must be in the future',
      accepted,
    });
  }
  if (endAt !== null && endAt.getTime() < now.getTime()) {
    throw new ScheduleInvalid({ field: 'endAt', value: endAt, problem: 'must be in the future', accepted });
  }
}
