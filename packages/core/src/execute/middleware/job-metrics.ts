import type { JobResult } from '@scheduler/contracts';

/** What handlers of one job type did on this node since it was made. Durations are those of the handler, in milliseconds. */
export interface JobTypeMetrics {
  readonly type: string;
  readonly started: number;
  readonly running: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly snoozed: number;
  readonly discarded: number;
  readonly totalMs: number;
  /** Null: nothing has ended yet. */
  readonly shortestMs: number | null;
  readonly longestMs: number | null;
}

type Counters = { -readonly [TKey in keyof JobTypeMetrics]: JobTypeMetrics[TKey] };

/** Counters and durations, filled by the middleware `metrics`; without it they stay empty. */
export class JobMetrics {
  private readonly types = new Map<string, Counters>();

  /** By type. */
  all(): readonly JobTypeMetrics[] {
    return [...this.types.values()].map((counters) => ({ ...counters })).sort(byType);
  }

  /** Null: nothing of this type has started. */
  of(type: string): JobTypeMetrics | null {
    const counters = this.types.get(type);
    return counters === undefined ? null : { ...counters };
  }

  started(type: string): void {
    const counters = this.countersOf(type);
    counters.started += 1;
    counters.running += 1;
  }

  ended(type: string, kind: JobResult['kind'], durationMs: number): void {
    const counters = this.countersOf(type);
    counters.running -= 1;
    counters[kind] += 1;
    counters.totalMs += durationMs;
    counters.shortestMs = Math.min(counters.shortestMs ?? durationMs, durationMs);
    counters.longestMs = Math.max(counters.longestMs ?? durationMs, durationMs);
  }

  private countersOf(type: string): Counters {
    let counters = this.types.get(type);
    if (counters === undefined) this.types.set(type, (counters = { ...NOTHING, type }));
    return counters;
  }
}

const NOTHING: JobTypeMetrics = {
  type: '',
  started: 0,
  running: 0,
  succeeded: 0,
  failed: 0,
  cancelled: 0,
  snoozed: 0,
  discarded: 0,
  totalMs: 0,
  shortestMs: null,
  longestMs: null,
};

function byType(one: JobTypeMetrics, other: JobTypeMetrics): number {
  return one.type < other.type ? -1 : 1;
}
