import type { ForeseenStart } from './foreseen-starts.js';

const HOUR_MS = 3_600_000;

/** What begins within one hour. */
export interface HourLoad {
  /** The beginning of the hour. */
  readonly at: Date;
  readonly starts: number;
  /** How long all that begins in it takes together, as far as jobs have run before. */
  readonly busyMs: number;
  /** How many begin, by queue. */
  readonly queues: Readonly<Record<string, number>>;
}

/** Every hour from the first to the last, those included in which nothing begins. */
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
