import { hasInstants, type ScheduledJob } from '@scheduler/contracts';
import { createRecurrenceEngine } from '@scheduler/recurrence';
import type { ExpectedOccurrences } from '../../promises/evidence.js';

const recurrence = createRecurrenceEngine();

interface Span {
  /** As it was from then on. */
  readonly job: ScheduledJob;
  readonly fromMs: number;
  /** Null: still. */
  toMs: number | null;
}

/**
 * Which jobs were active beyond doubt, and when. Whoever changes a job ends its certainty before and restores it after the change was
 * confirmed; a change whose outcome nobody knows leaves it open.
 */
export class Certainty {
  private readonly spans = new Map<string, Span[]>();

  /** It is active, and was not touched since. */
  begin(job: ScheduledJob, now: Date): void {
    if (!job.canExecute()) return;
    const spans = this.spans.get(job.id) ?? [];
    this.spans.set(job.id, spans);
    spans.push({ job, fromMs: now.getTime(), toMs: null });
  }

  /** Somebody begins to change it. */
  end(jobId: string, now: Date): void {
    const last = this.spans.get(jobId)?.at(-1);
    if (last?.toMs === null) last.toMs = now.getTime();
  }

  /** Somebody begins to change any of them. */
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

/** Strictly within the span: what falls on its edge is anybody's guess, but for a job that is to run at once. */
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
