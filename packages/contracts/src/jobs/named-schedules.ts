/**
 * Cron expressions by name, for readers who do not want to decipher five stars.
 *
 * @example
 * trigger.cron(Hourly);
 */
export const EveryMinute = '* * * * *';
export const Hourly = '0 * * * *';
export const Daily = '0 0 * * *';
export const Weekly = '0 0 * * 0';
export const Monthly = '0 0 1 * *';
export const Yearly = '0 0 1 1 *';
