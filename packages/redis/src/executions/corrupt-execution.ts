import type { Execution } from '@scheduler/contracts';
import { parseJson } from '@scheduler/contracts/adapter';
import { attemptsFromJson, executionFromFields, type Fields, statusOf } from './execution-hash.js';
import { constantsFromJson } from './execution-json.js';

/** Replaces constants that cannot be read: a policy without retries, and defaults for the rest. */
const PLACEHOLDER = JSON.stringify({
  policy: {
    timeoutMs: 300_000,
    maxRetries: 0,
    onExhausted: 'continue',
    backoff: { strategy: 'fixed', delayMs: 0, factor: 1, maxDelayMs: 0, jitter: 0 },
  },
});

/** How a field is read, and the value that replaces a corrupt one. Undefined: the field is removed. */
const CHECKS: Readonly<Record<string, { read(text: string): unknown; replacement?: string }>> = {
  d: { read: constantsFromJson, replacement: PLACEHOLDER },
  payload: { read: parseJson, replacement: 'null' },
  out: { read: parseJson },
  err: { read: parseJson },
  atts: { read: (text) => attemptsFromJson(parseJson(text)) },
  prog: { read: parseJson },
  place: { read: parseJson },
  status: { read: statusOf, replacement: 'failed' },
  sched: { read: readInstant, replacement: '0' },
  avail: { read: readInstant, replacement: '0' },
  created: { read: readInstant, replacement: '0' },
};

const NEEDED = new Set(['d', 'payload', 'status', 'sched', 'avail', 'created']);

/** The names of the fields that cannot be read. */
export function corruptFields(fields: Fields): readonly string[] {
  return Object.keys(CHECKS).filter((field) => !canRead(field, fields[field]));
}

/** Reads as much of an execution as possible. Its reason names the fields that are corrupt. */
export function readableExecution(fields: Fields): Execution {
  try {
    return executionFromFields(fields);
  } catch {
    return repaired(fields);
  }
}

function repaired(fields: Fields): Execution {
  const corrupt = corruptFields(fields);
  const readable: Record<string, string> = { ...fields };
  for (const field of corrupt) {
    const replacement = CHECKS[field]?.replacement;
    if (replacement === undefined) delete readable[field];
    else readable[field] = replacement;
  }
  return executionFromFields({
    ...readable,
    rcode: 'corrupt',
    rmsg: `its hash is corrupt (${corrupt.join(', ')})`,
  });
}

function canRead(field: string, text: string | undefined): boolean {
  if (text === undefined) return !NEEDED.has(field);
  try {
    CHECKS[field]?.read(text);
    return true;
  } catch {
    return false;
  }
}

function readInstant(text: string): void {
  if (!Number.isFinite(Number(text))) throw new SyntaxError('not an instant');
}
