import type * as DescribeCron from './describe-cron.js';

let describing: typeof DescribeCron | undefined;

/** The words for cron triggers, loaded with the first of them. */
export function describeCronModule(): typeof DescribeCron {
  return (describing ??= require('./describe-cron.js') as typeof DescribeCron);
}
