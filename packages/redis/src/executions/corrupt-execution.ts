import type { Execution } from '@scheduler/contracts';
import { parseJson } from '@scheduler/contracts/adapter';
import { attemptsFromJson, executionFromFields, type Fields, statusOf } from './execution-hash.js';
import { constantsFromJson } from './execution-json.js';

/** Constants that say nothing: a policy without retries, and what is usual. */
const NEUTRAL = JSON.stringify({
  policy: {
    timeoutMs: 300_000,
    maxRetries: 0,
    onExhausted: 'continue',
    backoff: { strategy: 'fixed', delayMs: 0, factor: 1, maxDelayMs: 0, jitter: 0 },
  },
});

/** How a field is read, and what stands in for what cannot be. Undefined: nothing does. */
const CHECKS: Readonly<Record<string, { read(text: string): unknown; standIn?: string }>> = {
  d: { read: constantsFromJson, standIn: NEUTRAL },
  payload: { read: parseJson, standIn: 'null' },
  out: { read: parseJson },
  err: { read: parseJson },
  atts: { read: (text) => attemptsFromJson(parseJson(text)) },
  prog: { read: parseJson },
  status: { read: statusOf, standIn: 'failed' },
  sched: { read: readInstant, standIn: '0' },
  avail: { read: readInstant, standIn: '0' },
  created: { read: readInstant, standIn: '0' },
};

const NEEDED = new Set(['d', 'payload', 'status', 'sched', 'avail', 'created']);

/** Which fields make no sense. */
export function corruptFields(fields: Fields): readonly string[] {
  return Object.keys(CHECKS).filter((field) => !canRead(field, fields[field]));
}

/** What can be read of an execution; the reason says that it is not all. */
export function readableExecution(fields: Fields): Execution {
  try {
    return executionFromFields(fields);
  } catch {
    return mended(fields);
  }
}

function mended(fields: Fields): Execution {
  const corrupt = corruptFields(fields);
  const readable: Record<string, string> = { ...fields };
  for (const field of corrupt) {
    const standIn = CHECKS[field]?.standIn;
    if (standIn === undefined) delete readable[field];
    else readable[field] = standIn;
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
  if (!Number.isFinite(Number(text))) throw new SyntaxError('no instant');
}
