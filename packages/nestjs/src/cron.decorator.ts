import { scheduled, type ScheduledMethodOptions } from '@scheduler/core';
import type { DurationInput } from '@scheduler/contracts';

type Alone<TKey extends string> = Omit<Extract<ScheduledMethodOptions, Partial<Record<TKey, unknown>>>, TKey>;

/**
 * Makes a method of a provider a job that runs by a cron expression, once for each instant on all nodes together. Short for
 * `@scheduled({ cron, … })`.
 *
 * @example
 * @Cron('0 2 * * *', { zone: 'Europe/Berlin', timeout: '30m' })
 * async removeOldFiles() { … }
 */
export function Cron(expression: string | readonly string[], options: CronOptions = {}) {
  return scheduled({ ...options, cron: expression } as ScheduledMethodOptions);
}

/**
 * Makes a method of a provider a job that runs at an interval, counted from its first schedule, once on all nodes together.
 *
 * @example
 * @Every('5m')
 * async syncOrders() { … }
 */
export function Every(interval: DurationInput, options: EveryOptions = {}) {
  return scheduled({ ...options, every: interval } as ScheduledMethodOptions);
}

export type CronOptions = Partial<Alone<'cron'>>;
export type EveryOptions = Partial<Omit<Alone<'every'>, 'zone' | 'dst'>>;
