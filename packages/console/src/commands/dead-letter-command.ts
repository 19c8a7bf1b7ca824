import { ERROR_CLASSES, type ErrorClass } from '@scheduler/contracts';
import type { DeadLetterFilter, DeadLetters, SchedulerNode } from '@scheduler/core';
import type { CommandArgument, CommandOption } from '../command/command-declaration.js';
import type { CommandInput } from '../command/command-input.js';

export const DEAD_LETTER_ARGUMENT: CommandArgument = {
  name: 'id',
  description: 'id of the execution, as dead-letter:list shows it',
};

export const FILTER_OPTIONS: readonly CommandOption[] = [
  { flags: '--queue <queue>', description: 'only executions of this queue' },
  { flags: '--type <type>', description: 'only executions of this type' },
  {
    flags: '--class <class>',
    description: 'only executions whose error has this class',
    choices: ERROR_CLASSES,
  },
];

/** The dead letters of the tenant that `--tenant` names, or of all tenants. */
export function deadLettersOf(node: SchedulerNode, input: CommandInput): DeadLetters {
  const tenant = input.text('tenant');
  return tenant === undefined ? node.deadLetters : node.deadLetters.forTenant(tenant);
}

export function filterOf(input: CommandInput): DeadLetterFilter {
  const [queue, type] = [input.text('queue'), input.text('type')];
  // Commander has checked the values of options with choices.
  const errorClass = input.text('class') as ErrorClass | undefined;
  return {
    ...(queue === undefined ? {} : { queue }),
    ...(type === undefined ? {} : { type }),
    ...(errorClass === undefined ? {} : { errorClass }),
  };
}
