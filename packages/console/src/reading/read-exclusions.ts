import type { Exclusions, ExclusionsInput } from '@scheduler/contracts';
import type { CommandInput } from '../command/command-input.js';
import type { CommandOption } from '../command/command-declaration.js';
import { UsageError } from '../output/console-error.js';
import { readWeekday } from './read-trigger.js';

export const EXCLUSION_OPTIONS: readonly CommandOption[] = [
  { flags: '--exclude <date>', description: 'no run on this date, such as 2027-12-25', repeatable: true },
  {
    flags: '--exclude-hours <hours>',
    description: "no run in these hours, such as 12:00-14:00 or 'fri 12:00-24:00'",
    repeatable: true,
  },
  {
    flags: '--calendar <name>',
    description: 'no run on the days off in this business calendar of the application',
  },
  {
    flags: '--shift <rule>',
    description: 'runs on excluded days: skipped (default), or moved to the working day before or after',
    choices: ['skip', 'previous', 'next'],
  },
];

/** Reads the days and hours without runs. Undefined: none was given. */
export function readExclusions(input: CommandInput): ExclusionsInput | undefined {
  const dates = input.list('exclude');
  const hours = input.list('exclude-hours').map(readHours);
  const calendar = input.text('calendar');
  const shift = input.text('shift') as Exclusions['shift'] | undefined;
  const hasDays = dates.length > 0 || calendar !== undefined;
  if (shift !== undefined && !hasDays) {
    throw new UsageError('--shift has no effect without excluded days; use it with --exclude or --calendar');
  }
  if (!hasDays && hours.length === 0) return undefined;
  return { dates, hours, ...(calendar && { calendar }), ...(shift && { shift }) };
}

const HOURS = /^(?:([a-z,]+) +)?(\d{2}:\d{2})-(\d{2}:\d{2})$/i;

function readHours(text: string) {
  const match = HOURS.exec(text.trim());
  if (match === null) {
    throw new UsageError(
      `--exclude-hours: ${JSON.stringify(text)} is not accepted; accepted: HH:MM-HH:MM, with weekdays before it if wanted, such as 'mon,fri 12:00-14:00'`,
    );
  }
  const [, weekdays, from = '', to = ''] = match;
  const names = weekdays === undefined ? [] : weekdays.split(',');
  return { weekdays: names.map((name) => readWeekday(name, 'exclude-hours')), from, to };
}
