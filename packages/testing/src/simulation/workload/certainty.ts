import { hasInstants, type ScheduledJob } from '@scheduler/contracts';
import { createRecurrenceEngine } from '@scheduler/recurrence';
import type { ExpectedOccurrences } from '../../promises/evidence.js';

const recurrence = createRecurrenceEngine();

interface Span {
  /** The job as it was during the span. */
  readonly job: ScheduledJob;
  readonly fromMs: number;
  /** Null: the span has not ended. */
  toMs: number | null;
}

/**
 * Records when jobs were certainly active. A change of a job ends its certainty before it starts and restores it after the change was
 * confirmed; after a change with an unknown result the job stays uncertain.
 */
export class Certainty {
  private readonly spans = new Map<string, Span[]>();

  /** The job is active and not being changed from now on. */
  begin(job: ScheduledJob, now: Date): void {
    if (!job.canExecute()) return;
    const spans = this.spans.get(job.id) ?? [];
    this.spans.set(job.id, spans);
    spans.push({ job, fromMs: now.getTime(), toMs: null });
  }

  /** A change of the job starts. */
  end(jobId: string, now: Date): void {
    const last = this.spans.get(jobId)?.at(-1);
    if (last?.toMs === null) last.toMs = now.getTime();
  }

  /** A change of any job starts. */
  endAll(now: Date): void {
    for (const jobId of this.spans.keys()) this.end(jobId, now);
  }

  forget(jobId: string): void {
    this.spans.delete(jobId);
  }

  expected(now: Date): readonly ExpectedOccurrences[] {
    return [...this.spans].map(([jobId, spans]) => ({
      jobId,
      instants: spans.flatMap((span) => instantsOf(span, now)),
    }));
  }
}

/** The instants strictly within the span. Those on its edge are uncertain, except for a job that runs immediately. */
function instantsOf({ job, fromMs, toMs }: Span, now: Date): readonly Date[] {
  if (!hasInstants(job.trigger)) return [];
  if (job.trigger.kind === 'now') return job.nextRunAt === null || toMs !== null ? [] : [job.nextRunAt];
  const { trigger, startAt, endAt, createdAt, exclusions, maxExecutions, counters } = job;
  const instants = recurrence.compile({ trigger, anchor: startAt ?? createdAt, startAt, endAt, exclusions });
  const end = toMs ?? now.getTime();
  const found: Date[] = [];
  for (let at = instants.next(new Date(fromMs)); at !== null && at.getTime() < end; at = instants.next(at)) {
    if (maxExecutions !== null && counters.fired + found.length >= maxExecutions) break;
    found.push(at);
  }
  return found;
}
