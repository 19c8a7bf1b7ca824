import type { Attempt, Execution, JobCounters, ScheduledJob, SkippedRange } from '@scheduler/contracts';
import { type ScheduledJobProps, skipForOverlap } from '@scheduler/contracts/adapter';
import { buildOccurrence } from '../conformance/kit/builders.js';
import { checkPromises } from '../promises/check-promises.js';
import type { Evidence, WitnessedEffect, WitnessedStart } from '../promises/evidence.js';
import type { PromiseLetter } from '../promises/violation.js';
import { at, evidenceOf, HEALTHY, SALES } from './healthy-evidence.js';

/** What is wrong in the evidence, the evidence, and the expected messages. */
export type Broken = readonly [spoilt: string, evidence: Evidence, ...messages: string[]];
/** What is unusual in the evidence although no promise is broken, and the evidence. */
export type Kept = readonly [odd: string, evidence: Evidence];

export function itIsBroken(promise: PromiseLetter, cases: readonly Broken[]): void {
  for (const [spoilt, evidence, ...messages] of cases)
    it(`is broken when ${spoilt}`, () => {
      expect(checkPromises(evidence)).toEqual(messages.map((message) => ({ promise, message })));
    });
}

export function itIsKept(cases: readonly Kept[]): void {
  for (const [odd, evidence] of cases)
    it(`is kept when ${odd}`, () => {
      expect(checkPromises(evidence)).toEqual([]);
    });
}

/** Healthy evidence with additional executions. */
export function withExecutions(...executions: readonly Execution[]): Evidence {
  const more = evidenceOf(executions);
  return {
    ...HEALTHY,
    executions: [...HEALTHY.executions, ...executions],
    enqueued: [...HEALTHY.enqueued, ...more.enqueued],
    starts: [...HEALTHY.starts, ...more.starts],
    effects: [...HEALTHY.effects, ...more.effects],
  };
}

/** Healthy evidence with changes of one execution. */
export function withExecution(id: string, change: (execution: Execution) => Partial<Execution>): Evidence {
  const executions = HEALTHY.executions.map((each) => (each.id === id ? { ...each, ...change(each) } : each));
  return { ...HEALTHY, executions };
}

/** Healthy evidence with changes of one attempt, by its index from 0. */
export function withAttempt(
  id: string,
  index: number,
  change: (attempt: Attempt) => Partial<Attempt>,
): Evidence {
  return withExecution(id, ({ attempts }) => ({
    attempts: attempts.map((each, place) => (place === index ? { ...each, ...change(each) } : each)),
  }));
}

/** Evidence with changes of the job `sales`. */
export function withSales(changes: Partial<ScheduledJobProps>, evidence = HEALTHY): Evidence {
  const jobs = evidence.jobs.map((job) => (job.id === SALES.id ? job.with(changes) : job));
  return { ...evidence, jobs };
}

export function withCounters(counters: Partial<JobCounters>, evidence = HEALTHY): Evidence {
  return withSales({ counters: { ...SALES.counters, ...counters } }, evidence);
}

/** Healthy evidence with an additional call of a handler, by `n9`. */
export function withStart(start: Omit<WitnessedStart, 'node'>): Evidence {
  return { ...HEALTHY, starts: [...HEALTHY.starts, { ...start, node: 'n9' }] };
}

export function withEffect(effect: WitnessedEffect): Evidence {
  return { ...HEALTHY, effects: [...HEALTHY.effects, effect] };
}

/** Evidence with additional instants at which `sales` must have run. */
export function withInstants(instants: readonly Date[], evidence = HEALTHY): Evidence {
  return { ...evidence, expected: [...evidence.expected, { jobId: SALES.id, instants }] };
}

/** The execution that records runs which were missed because no node ticked at their time. */
export function skippedAsMissed(job: ScheduledJob, skipped: SkippedRange): Execution {
  const reason = { code: 'missed', message: null } as const;
  return buildOccurrence(job, skipped.to, { id: 'missed', status: 'skipped', reason, skipped });
}

/** The execution that records a run which was skipped because another one was running. */
export function skippedForOther(job: ScheduledJob, seconds: number): Execution {
  return skipForOverlap(buildOccurrence(job, at(seconds), { id: 'overlapping' }), at(seconds));
}
