import type { ScheduleDefinition, UniqueBy, UniqueEndState, UniqueInput } from '@scheduler/contracts';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { readDuration } from './read-values.js';

/** How many run at once, and which of them are the same. */
export const LIMIT_OPTIONS: readonly CommandOption[] = [
  { flags: '--concurrency <n>', description: 'so many of the job run at once, over all nodes' },
  { flags: '--concurrency-key <key>', description: 'what shares a limit with others of the same key' },
  { flags: '--concurrency-limit <n>', description: 'so many with the same key run at once (default 1)' },
  { flags: '--unique', description: 'skip a run while one like it waits or runs' },
  {
    flags: '--unique-by <what>',
    description: 'name, queue, args, or args.<key> for one key of the payload',
    repeatable: true,
  },
  {
    flags: '--unique-state <state>',
    description: 'one that ended so stands in the way too',
    choices: ['success', 'failed', 'timeout', 'cancelled'],
    repeatable: true,
  },
  { flags: '--unique-period <duration>', description: 'only for so long after it was made' },
];

type Limits = Pick<ScheduleDefinition, 'concurrency' | 'concurrencyKey' | 'concurrencyLimit' | 'unique'>;

export function readLimits(input: CommandInput): Limits {
  return {
    concurrency: input.integer('concurrency', { min: 1 }),
    concurrencyKey: input.text('concurrency-key'),
    concurrencyLimit: input.integer('concurrency-limit', { min: 1 }),
    unique: readUnique(input),
  };
}

function readUnique(input: CommandInput): boolean | UniqueInput {
  const given = input.list('unique-by');
  const states = input.list('unique-state') as UniqueEndState[];
  const period = readDuration(input, 'unique-period');
  if (given.length === 0 && states.length === 0 && period === undefined) return input.flag('unique');
  return {
    ...(given.length === 0 ? {} : { by: readBy(given) }),
    states,
    ...(period === undefined ? {} : { period }),
  };
}

function readBy(given: readonly string[]): readonly UniqueBy[] {
  const keys = given.filter((what) => what.startsWith('args.')).map((what) => what.slice('args.'.length));
  const others = given.filter((what) => !what.startsWith('args.'));
  const unknown = others.find((what) => what !== 'name' && what !== 'queue' && what !== 'args');
  if (unknown !== undefined)
    throw new UsageError(`--unique-by '${unknown}' is not known; use name, queue, args or args.<key>`);
  return [...(others as UniqueBy[]), ...(keys.length === 0 ? [] : [{ args: keys }])];
}
