import type { ForeseenStart } from './foreseen-starts.js';

const HOUR_MS = 3_600_000;

/** The runs that begin within one hour. */
export interface HourLoad {
  /** The beginning of the hour. */
  readonly at: Date;
  readonly starts: number;
  /** The total duration of these runs, by the averages of jobs that have run before. */
  readonly busyMs: number;
  /** How many runs begin, by queue. */
  readonly queues: Readonly<Record<string, number>>;
}

/** Every hour from the first to the last, including those in which no run begins. */
export function loadByHour(starts: readonly ForeseenStart[], from: Date, until: Date): readonly HourLoad[] {
  const first = Math.floor(from.getTime() / HOUR_MS);
  const count = Math.max(0, Math.ceil(until.getTime() / HOUR_MS) - first);
  const hours = Array.from({ length: count }, (_, index) => ({
    at: new Date((first + index) * HOUR_MS),
    starts: 0,
    busyMs: 0,
    queues: {} as Record<string, number>,
  }));
  for (const { at, job } of starts) {
    const hour = hours[Math.floor(at / HOUR_MS) - first];
    if (hour === undefined) continue;
    const { queue } = job.policies;
    hour.starts += 1;
    hour.busyMs += job.avgDurationMs ?? 0;
    hour.queues[queue] = (hour.queues[queue] ?? 0) + 1;
  }
  return hours;
}
