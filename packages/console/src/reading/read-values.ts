import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  DURATION_RULE,
  isSchedulerError,
  type JsonObject,
  type Priority,
  PRIORITY_RULE,
  toMilliseconds,
  toPriority,
} from '@scheduler/contracts';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';

/** Reads a duration in milliseconds. Undefined: not given. */
export function readDuration(input: CommandInput, option: string): number | undefined {
  const text = input.text(option);
  if (text === undefined) return undefined;
  const accepted = DURATION_RULE.replace(', { minutes: 5 } or a number of milliseconds', '');
  return accept(
    () => toMilliseconds(text),
    `--${option}: ${JSON.stringify(text)} is not accepted; accepted: ${accepted}`,
  );
}

export function requireDuration(input: CommandInput, option: string): number {
  const duration = readDuration(input, option);
  if (duration === undefined) throw new UsageError(`--${option} needs a value`);
  return duration;
}

/** Reads a priority as a number or a name. Undefined: not given. */
export function readPriority(input: CommandInput): Priority | undefined {
  const text = input.text('priority');
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : text;
  return accept(
    () => toPriority(value),
    `--priority: ${JSON.stringify(text)} is not accepted; accepted: ${PRIORITY_RULE}`,
  );
}

export function readPayload(input: CommandInput, context: CommandContext): Promise<unknown> {
  return readJson(input, context, 'payload');
}

/** Reads JSON from the option itself, from `@file`, or from stdin for `-`. Undefined: not given. */
export async function readJson(
  input: CommandInput,
  { cwd, io }: CommandContext,
  option: string,
): Promise<unknown> {
  const text = input.text(option);
  if (text === undefined) return undefined;
  if (text === '-') return parseJson(await io.readInput(), option, 'stdin');
  if (!text.startsWith('@')) return parseJson(text, option, JSON.stringify(text));
  const file = text.slice(1);
  const content = await readFile(resolve(cwd, file), 'utf8').catch(() => {
    throw new UsageError(`--${option}: the file ${JSON.stringify(file)} cannot be read`);
  });
  return parseJson(content, option, `the file ${JSON.stringify(file)}`);
}

function parseJson(text: string, option: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `--${option}: ${source} is not JSON (${problem}); accepted: JSON, @file, or - for stdin`,
    );
  }
}

export function readMetadata(input: CommandInput): JsonObject | undefined {
  return readPairs(input, 'meta');
}

/** Reads the `key=value` pairs of a repeatable option. Undefined: none was given. */
export function readPairs(input: CommandInput, option: string): Readonly<Record<string, string>> | undefined {
  const pairs = input.list(option).map((pair) => {
    const separator = pair.indexOf('=');
    if (separator > 0) return [pair.slice(0, separator), pair.slice(separator + 1)] as const;
    throw new UsageError(`--${option}: ${JSON.stringify(pair)} is not accepted; accepted: key=value`);
  });
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

/** Turns an error of the scheduler about a single value into a UsageError. */
function accept<T>(read: () => T, refusal: string): T {
  try {
    return read();
  } catch (error) {
    throw isSchedulerError(error) ? new UsageError(refusal) : error;
  }
}
