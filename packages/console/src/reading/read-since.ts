import { toMilliseconds } from '@scheduler/contracts';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { readInstant } from '../command/read-instant.js';

/** Reads a duration before a given instant, such as `24h`, or an instant. Undefined: not given. Invalid text is refused before the application is loaded. */
export function readSince(input: CommandInput, zone?: string): ((before: Date) => Date) | undefined {
  const text = input.text('since');
  if (text === undefined) return undefined;
  const durationMs = durationOf(text);
  if (durationMs !== null) return (before) => new Date(before.getTime() - durationMs);
  if (!/^\d{4}-/.test(text.trim()))
    throw new UsageError(
      `--since: ${JSON.stringify(text)} is neither a duration nor a date; accepted: such as '24h', '7d' or '2030-01-31T09:30'`,
    );
  const instant = readInstant({ text, name: '--since', ...(zone === undefined ? {} : { zone }) });
  return () => instant;
}

/** Null: the text is not a duration. */
function durationOf(text: string): number | null {
  try {
    return toMilliseconds(text);
  } catch {
    return null;
  }
}
