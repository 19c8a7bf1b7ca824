import type { JobReference, ScheduledJob, Scheduler } from '@scheduler/contracts';
import type { QueueRepository } from '@scheduler/contracts/adapter';
import type { Circuits } from '../../policies/circuits/circuits.js';
import type { HandlerRegistry } from '../../execute/handlers/handler-registry.js';
import type { RateLimits, RateLimitStatus } from '../../policies/rate-limits/rate-limits.js';
import type { RecurrenceEngine } from '@scheduler/recurrence';
import type { Expectations } from '../../alerts/evaluate/expectations.js';
import { explainJob, type Explanation } from './explain-job.js';

export interface ExplainParts {
  /** Sees the jobs of the tenant that asks. */
  readonly scheduler: Pick<Scheduler, 'get' | 'history'>;
  readonly queues: Pick<QueueRepository, 'settings' | 'counts'>;
  /** Null: the store has none. */
  readonly rateLimits: Pick<RateLimits, 'status'> | null;
  /** Null: the store has none. */
  readonly circuits: Pick<Circuits, 'getState'> | null;
  readonly handlers: Pick<HandlerRegistry, 'supports'>;
  readonly expectations: Pick<Expectations, 'of'>;
  readonly recurrence: RecurrenceEngine;
  /** The store's time. */
  readonly now: () => Promise<Date>;
}

/** Reads what is known about a job, its queue and its limits, and explains it. */
export async function explain(
  parts: ExplainParts,
  reference: JobReference,
  limit: number,
): Promise<Explanation> {
  const { scheduler, queues, handlers, recurrence } = parts;
  const job = await scheduler.get(reference);
  const { queue, circuit } = job.policies;
  const [history, running, settings, counts, rateLimits, state, now] = await Promise.all([
    scheduler.history(job.id, { limit }),
    scheduler.history(job.id, { limit: 1, statuses: ['running'] }),
    queues.settings(),
    queues.counts(),
    limitsOf(job, parts),
    circuit === undefined ? null : (parts.circuits?.getState(circuit, ownerOf(job)) ?? null),
    parts.now(),
  ]);
  return explainJob({
    job,
    executions: history.items,
    obstacles: {
      queue: settings.find((set) => set.queue === queue) ?? null,
      runningInQueue: counts.find((counted) => counted.queue === queue)?.running ?? 0,
      runningOfJob: running.total,
      rateLimits,
      circuit: state,
      isHandled: handlers.supports(job.type),
    },
    expectation: await parts.expectations.of(job, now),
    now,
    recurrence,
  });
}

async function limitsOf(
  job: ScheduledJob,
  { rateLimits }: ExplainParts,
): Promise<readonly RateLimitStatus[]> {
  const all = (await rateLimits?.status(undefined, undefined, ownerOf(job))) ?? [];
  return all.filter(
    ({ scope, key }) =>
      scope === 'global' ||
      (scope === 'queue' && key === job.policies.queue) ||
      (scope === 'type' && key === job.type),
  );
}

function ownerOf({ tenant }: ScheduledJob): { readonly tenant?: string } {
  return tenant === null ? {} : { tenant };
}
