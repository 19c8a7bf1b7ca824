import { type AlertRule, formatDuration, type ScheduledJob } from '@scheduler/contracts';
import type { ScheduleRepository } from '@scheduler/contracts/adapter';
import type { Expectations } from './expectations.js';
import type { Reading } from './decide.js';
import type { Measured, Round } from './measured.js';

export interface LateJobsParts {
  readonly schedules: Pick<ScheduleRepository, 'list' | 'get' | 'nextDueAt'>;
  readonly expectations: Expectations;
}

/** More alerts at once would tell nobody more. The latest jobs come first. */
const MOST_OVERDUE = 20;
const MOST_UNSUCCESSFUL = 100;
const WATCHED = ['pending', 'active'] as const;

/** Jobs that are late by more than the rule allows, each with by how much. */
export async function lateJobs(parts: LateJobsParts, rule: AlertRule, round: Round): Promise<Measured> {
  return rule.condition.metric === 'scheduler.jobs.overdue'
    ? overdue(parts, rule, round)
    : unsuccessful(parts, rule, round);
}

async function overdue({ schedules }: LateJobsParts, rule: AlertRule, { now }: Round): Promise<Measured> {
  const { tenant, job, condition } = rule;
  const nextRunBefore = new Date(now.getTime() - condition.value);
  if (job !== null) {
    const found = await schedules.get({ id: job, tenant });
    const isLate = found !== null && found.canExecute() && (found.nextRunAt ?? now) <= nextRunBefore;
    return { readings: isLate ? [overdueReading(found, now)] : [], isComplete: true };
  }
  const { items } = await schedules.list({
    tenant,
    statuses: WATCHED,
    nextRunBefore,
    sortBy: 'nextRunAt',
    sortOrder: 'asc',
    limit: MOST_OVERDUE,
    offset: 0,
  });
  const readings = items.map((each) => overdueReading(each, now));
  return { readings, isComplete: items.length < MOST_OVERDUE };
}

function overdueReading(job: ScheduledJob, now: Date): Reading {
  const value = now.getTime() - (job.nextRunAt ?? now).getTime();
  const message = `the job '${job.name}' was due ${formatDuration(seconds(value))} ago and was not fired`;
  return { ...about(job), value, message };
}

async function unsuccessful(
  { schedules, expectations }: LateJobsParts,
  { tenant, job }: AlertRule,
  { now }: Round,
): Promise<Measured> {
  const jobs = job === null ? expectations.jobs(tenant) : oneJob(await schedules.get({ id: job, tenant }));
  const readings: Reading[] = [];
  for await (const each of jobs) {
    const state = await expectations.of(each, now);
    if (state === null || state.lateMs <= 0) continue;
    if (readings.length >= MOST_UNSUCCESSFUL) return { readings, isComplete: false };
    readings.push({ ...about(each), value: state.lateMs, message: state.message });
  }
  return { readings, isComplete: true };
}

async function* oneJob(job: ScheduledJob | null): AsyncGenerator<ScheduledJob> {
  if (job !== null) yield job;
}

function about({ id, name, tenant }: ScheduledJob): Pick<Reading, 'subject' | 'tenant'> {
  return { subject: { kind: 'job', id, name }, tenant };
}

/** Milliseconds in a message would only distract. */
function seconds(ms: number): number {
  return Math.floor(ms / 1_000) * 1_000;
}
