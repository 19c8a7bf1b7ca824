import type { CommandOption } from '../command/command-declaration.js';

/** The options that each create a trigger; exactly one of them is given. */
export const TRIGGER_FLAGS = [
  'cron',
  'every',
  'at',
  'now',
  'daily',
  'weekly',
  'monthly',
  'yearly',
  'rrule',
  'event',
  'reboot',
] as const;

export type TriggerFlag = (typeof TRIGGER_FLAGS)[number];

const CALENDARS: readonly TriggerFlag[] = ['daily', 'weekly', 'monthly', 'yearly'];

/** The triggers that accept an additional option. With any other trigger it is refused, not ignored. */
export const COMPANIONS: Readonly<Record<string, readonly TriggerFlag[]>> = {
  on: ['weekly', 'monthly', 'yearly'],
  day: ['monthly', 'yearly'],
  nth: ['monthly', 'yearly'],
  month: ['yearly'],
  interval: CALENDARS,
  overflow: ['monthly', 'yearly'],
  'all-tenants': ['event'],
  cluster: ['reboot'],
  'dst-gap': ['cron', 'rrule', ...CALENDARS],
  'dst-repeat': ['cron', 'rrule', ...CALENDARS],
};

export const TRIGGER_OPTIONS: readonly CommandOption[] = [
  {
    flags: '--cron <expression>',
    description: 'cron with 5 fields, or 6 with leading seconds; several expressions form a union',
    repeatable: true,
  },
  { flags: '--every <duration>', description: 'at a fixed interval, such as 15m or 1h30m' },
  { flags: '--at <instant>', description: 'once, such as 2030-01-31T09:30' },
  { flags: '--now', description: 'once, immediately' },
  { flags: '--event <name>', description: 'whenever this event is triggered, such as ticket:created' },
  { flags: '--all-tenants', description: 'with --event: for the events of all tenants too' },
  { flags: '--reboot', description: 'once each time a node starts' },
  { flags: '--cluster', description: 'with --reboot: only when the first node starts' },
  { flags: '--daily <time>', description: 'each day at HH:MM' },
  { flags: '--weekly <time>', description: 'each week at HH:MM, on the days of --on' },
  { flags: '--monthly <time>', description: 'each month at HH:MM, on --day, or on --nth with --on' },
  {
    flags: '--yearly <time>',
    description: 'each year at HH:MM, in --month, on --day, or on --nth with --on',
  },
  {
    flags: '--rrule <rule>',
    description: 'a rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO,FR;BYHOUR=9;BYMINUTE=0',
  },
  { flags: '--on <weekday>', description: 'such as monday or fri', repeatable: true },
  { flags: '--day <n>', description: 'day of the month, 1 to 31' },
  {
    flags: '--nth <n>',
    description: 'which of these weekdays of the month',
    choices: ['1', '2', '3', '4', '5', 'last'],
  },
  { flags: '--month <n>', description: 'month of the year, 1 to 12' },
  { flags: '--interval <n>', description: 'only every n-th day, week, month or year' },
  {
    flags: '--overflow <rule>',
    description: 'what to do in a month that does not have the day',
    choices: ['clamp', 'skip'],
  },
  { flags: '--zone <zone>', description: 'IANA time zone of all times without an offset (default UTC)' },
  {
    flags: '--dst-gap <rule>',
    description: 'what to do at a time that daylight saving skips',
    choices: ['after', 'skip'],
  },
  {
    flags: '--dst-repeat <rule>',
    description: 'what to do at a time that daylight saving repeats',
    choices: ['first', 'both', 'last'],
  },
];
