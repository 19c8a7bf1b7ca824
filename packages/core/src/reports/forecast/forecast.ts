import type { ScheduledJob } from '@scheduler/contracts';
import type { RecurrenceEngine } from '@scheduler/recurrence';
import { type Collision, collisionsOf } from './collisions.js';
import { foreseenStarts, type Unforeseen } from './foreseen-starts.js';
import { type HourLoad, loadByHour } from './load-by-hour.js';
import { type QueueForecast, queueForecasts, type SlotsByQueue } from './queue-forecast.js';

export interface ForecastFacts {
  readonly jobs: readonly ScheduledJob[];
  readonly from: Date;
  /** The end of the forecast, exclusive. */
  readonly until: Date;
  readonly recurrence: RecurrenceEngine;
  /** How many executions of each queue may run at once. Default: unknown. */
  readonly slots?: SlotsByQueue;
  /** How many runs are computed at most. Default 500,000. */
  readonly limit?: number;
}

/** What will run, by the jobs as they are: without retries, enqueued work, and jobs that events or starts fire. */
export interface Forecast {
  readonly from: Date;
  /** Earlier than requested where there are more runs than the limit. */
  readonly until: Date;
  readonly isCut: boolean;
  /** How many jobs run in that time. */
  readonly jobs: number;
  readonly starts: number;
  /** Every hour, also those in which no run begins. */
  readonly hours: readonly HourLoad[];
  /** The five hours in which most runs begin, the busiest first. */
  readonly busiest: readonly HourLoad[];
  readonly queues: readonly QueueForecast[];
  /** The hundred worst collisions. */
  readonly collisions: readonly Collision[];
  readonly unforeseen: readonly Unforeseen[];
}

const MOST_STARTS = 500_000;
const BUSIEST = 5;
const MOST_COLLISIONS = 100;

/**
 * How much will run when, where jobs collide, and whether there are enough slots. Pure.
 *
 * @example
 * forecast({ jobs, from: now, until: inAWeek, recurrence: createRecurrenceEngine(), slots: { default: 5 } }).busiest;
 */
export function forecast({ slots = {}, limit = MOST_STARTS, ...request }: ForecastFacts): Forecast {
  const { from } = request;
  const { starts, unforeseen, until } = foreseenStarts({ ...request, limit });
  const hours = loadByHour(starts, from, until);
  return {
    from,
    until,
    isCut: until.getTime() < request.until.getTime(),
    jobs: new Set(starts.map(({ job }) => job.id)).size,
    starts: starts.length,
    hours,
    busiest: hours
      .filter((hour) => hour.starts > 0)
      .sort((a, b) => b.starts - a.starts || b.busyMs - a.busyMs || a.at.getTime() - b.at.getTime())
      .slice(0, BUSIEST),
    queues: queueForecasts(starts, slots),
    collisions: collisionsOf(starts, slots, MOST_COLLISIONS),
    unforeseen,
  };
}
