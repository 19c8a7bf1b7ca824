import type { ScheduleDefinition, UniqueBy, UniqueInput, UniqueState } from '@scheduler/contracts';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { readDuration } from './read-values.js';

/** The options that limit how many executions run at once, and which of them count as duplicates. */
export const LIMIT_OPTIONS: readonly CommandOption[] = [
  {
    flags: '--concurrency <n>',
    description: 'how many runs of the job may run at once on all nodes together',
  },
  { flags: '--concurrency-key <key>', description: 'runs with the same key share a limit' },
  { flags: '--concurrency-limit <n>', description: 'how many with the same key may run at once (default 1)' },
  { flags: '--unique', description: 'skip a run while a duplicate waits or runs' },
  {
    flags: '--unique-by <what>',
    description: 'what makes a duplicate: name, queue, args, or args.<key> for one key of the payload',
    repeatable: true,
  },
  {
    flags: '--unique-state <state>',
    description: 'a run that ended with this status counts as a duplicate too (with a period: any)',
    choices: ['success', 'failed', 'timeout', 'cancelled', 'scheduled', 'running', 'completed'],
    repeatable: true,
  },
  {
    flags: '--unique-period <duration>',
    description: 'how long a run counts as a duplicate after its creation',
  },
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
  const parts = input.list('unique-by');
  const states = input.list('unique-state') as UniqueState[];
  const period = readDuration(input, 'unique-period');
  if (parts.length === 0 && states.length === 0 && period === undefined) return input.flag('unique');
  return {
    ...(parts.length === 0 ? {} : { by: readBy(parts) }),
    ...(states.length === 0 ? {} : { states }),
    ...(period === undefined ? {} : { period }),
  };
}

function readBy(parts: readonly string[]): readonly UniqueBy[] {
  const keys = parts.filter((part) => part.startsWith('args.')).map((part) => part.slice('args.'.length));
  const others = parts.filter((part) => !part.startsWith('args.'));
  const unknown = others.find((part) => part !== 'name' && part !== 'queue' && part !== 'args');
  if (unknown !== undefined)
    throw new UsageError(`--unique-by '${unknown}' is not known; use name, queue, args or args.<key>`);
  return [...(others as UniqueBy[]), ...(keys.length === 0 ? [] : [{ args: keys }])];
}
