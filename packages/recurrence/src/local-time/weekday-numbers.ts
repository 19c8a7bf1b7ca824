import { type Weekday, WEEKDAYS } from '@scheduler/contracts';

/** 0 is Sunday, as in cron. */
export const cronWeekday = (weekday: Weekday): number => (WEEKDAYS.indexOf(weekday) + 1) % 7;
