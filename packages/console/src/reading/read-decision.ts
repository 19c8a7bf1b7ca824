import type { DecisionOptions } from '@scheduler/workflow';
import type { CommandContext } from '../command/command-context.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandInput } from '../command/command-input.js';
import { readJson } from './read-values.js';

export const DECISION_OPTIONS: readonly CommandOption[] = [
  { flags: '--by <name>', description: 'who decided, which is stored' },
  { flags: '--data <json>', description: 'the output of the step: JSON, @file, or - for stdin' },
];

export async function readDecision(input: CommandInput, context: CommandContext): Promise<DecisionOptions> {
  const [by, data] = [input.text('by'), await readJson(input, context, 'data')];
  return { ...(by === undefined ? {} : { by }), ...(data === undefined ? {} : { data }) };
}
