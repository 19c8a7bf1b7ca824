import { MinHeap } from '../../support/min-heap.js';
import type { ForeseenStart } from './foreseen-starts.js';

/** How many executions of a queue may run at once. Null, or no entry: unknown. */
export type SlotsByQueue = Readonly<Record<string, number | null>>;

/** The expected load of a queue. */
export interface QueueForecast {
  readonly queue: string;
  readonly starts: number;
  readonly busyMs: number;
  /** The most executions that would run at once if there were slots for all. */
  readonly peak: { readonly at: Date; readonly running: number };
  /** Null: unknown. */
  readonly slots: number | null;
  /** True: at the peak some executions have to wait. */
  readonly isTooNarrow: boolean;
}

/** The load of each queue, by name. Jobs last as long as they did on average; one that has never run counts for its first instant alone. */
export function queueForecasts(
  starts: readonly ForeseenStart[],
  slots: SlotsByQueue,
): readonly QueueForecast[] {
  const running = new Map<string, RunningAtOnce>();
  for (const start of starts) {
    const { queue } = start.job.policies;
    const lane = running.get(queue) ?? new RunningAtOnce();
    running.set(queue, lane);
    lane.begin(start);
  }
  return [...running]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([queue, { starts: count, busyMs, peak }]) => {
      const slotCount = slotsOf(slots, queue);
      return {
        queue,
        starts: count,
        busyMs,
        peak: { at: new Date(peak.at), running: peak.running },
        slots: slotCount,
        isTooNarrow: slotCount !== null && peak.running > slotCount,
      };
    });
}

export function slotsOf(slots: SlotsByQueue, queue: string): number | null {
  return Object.hasOwn(slots, queue) ? (slots[queue] ?? null) : null;
}

const SHORTEST_MS = 1;

class RunningAtOnce {
  starts = 0;
  busyMs = 0;
  peak = { at: 0, running: 0 };
  private readonly ends = new MinHeap();

  begin({ at, job }: ForeseenStart): void {
    const durationMs = job.avgDurationMs ?? 0;
    for (let end = this.ends.peek(); end !== null && end <= at; end = this.ends.peek()) this.ends.pop();
    this.ends.push(at + Math.max(SHORTEST_MS, durationMs));
    this.starts += 1;
    this.busyMs += durationMs;
    if (this.ends.size > this.peak.running) this.peak = { at, running: this.ends.size };
  }
}
