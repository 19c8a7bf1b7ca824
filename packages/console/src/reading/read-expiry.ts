import { toMilliseconds } from '@scheduler/contracts';
import type { CommandInput } from '../command/command-input.js';
import { readInstant } from '../command/read-instant.js';
import { UsageError } from '../output/console-error.js';

/** Reads `--expires`: a duration from now on, such as `90d`, or an instant. Undefined: not given. */
export function readExpiry(input: CommandInput, zone: string): ((now: Date) => Date) | undefined {
  const text = input.text('expires');
  if (text === undefined) return undefined;
  if (/^\d{4}-/.test(text.trim())) {
    const instant = readInstant({ text, name: '--expires', zone });
    return () => instant;
  }
  const durationMs = durationOf(text);
  return (now) => new Date(now.getTime() + durationMs);
}

function durationOf(text: string): number {
  try {
    return toMilliseconds(text);
  } catch {
    throw new UsageError(
      `--expires: ${JSON.stringify(text)} is neither a duration nor a date; accepted: such as '90d' or '2030-01-31T09:30'`,
    );
  }
}
