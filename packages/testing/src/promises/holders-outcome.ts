import type { Execution, JsonValue } from '@scheduler/contracts';
import { byKey } from './by-key.js';
import { type Evidence, failureOf, type WitnessedCheckpoint, type WitnessedStart } from './evidence.js';

/**
 * F: the stored outcome is that of the last holder; only the holder ran under its fence, and nothing ran after a success. The next
 * holder finds the checkpoints of earlier ones.
 */
export function* holdersOutcome({ executions, starts, checkpoints = [] }: Evidence): Iterable<string> {
  const started = byKey(starts, ({ executionId }) => executionId);
  const saved = byKey(checkpoints, ({ executionId }) => executionId);
  for (const execution of executions) {
    const ownStarts = started.get(execution.id) ?? [];
    yield* wrongOutcome(execution);
    yield* wrongAttempts(execution);
    yield* wrongStarts(execution, ownStarts);
    yield* lostCheckpoints(ownStarts, saved.get(execution.id) ?? []);
  }
}

function* wrongOutcome({ id, status, fence, output, attempts, workflow }: Execution): Iterable<string> {
  const last = attempts.at(-1);
  // Timers, maps and rollbacks of workflows have outputs of their own.
  if (workflow === null && status === 'success' && fenceOf(output) !== fence)
    yield `execution ${id} succeeded under fence ${fence} with the output of fence ${String(fenceOf(output))}`;
  if (status === 'success' && (last?.status !== 'success' || last.fence !== fence))
    yield `execution ${id} succeeded, but its last attempt is ${last?.status ?? 'missing'} under fence ${last?.fence}`;
}

/** Each attempt has its own fence, and an error that the handler of the same attempt threw. */
function* wrongAttempts({ id, attempts }: Execution): Iterable<string> {
  let fence = 0;
  for (const attempt of attempts) {
    if (attempt.fence <= fence)
      yield `execution ${id} has an attempt of fence ${attempt.fence} after ${fence}`;
    fence = attempt.fence;
    const message = attempt.error?.message ?? '';
    const expected = failureOf({ fence: attempt.fence, node: attempt.owner });
    if (message.startsWith(ON_PURPOSE) && message !== expected)
      yield `execution ${id} stored the error of another attempt under fence ${attempt.fence}: ${message}`;
  }
}

const ON_PURPOSE = failureOf({ fence: 0, node: '' }).split(',')[0] ?? '';

function* wrongStarts({ id, status, fence }: Execution, starts: readonly WitnessedStart[]): Iterable<string> {
  const seen = new Map<number, string>();
  for (const start of starts) {
    const other = seen.get(start.fence);
    if (other !== undefined)
      yield `execution ${id} was started twice under fence ${start.fence}: by ${other} and ${start.node}`;
    seen.set(start.fence, start.node);
    if (start.fence > fence)
      yield `execution ${id} is ${status} under fence ${fence} and ran under ${start.fence}`;
  }
}

function* lostCheckpoints(
  starts: readonly WitnessedStart[],
  saved: readonly WitnessedCheckpoint[],
): Iterable<string> {
  if (saved.length === 0) return;
  for (const { executionId, fence, resumedAt = 0 } of starts) {
    const before = saved.filter((checkpoint) => checkpoint.fence < fence).map(({ step }) => step);
    const step = Math.max(0, ...before);
    if (resumedAt < step)
      yield `execution ${executionId} went on at step ${resumedAt} under fence ${fence}, though step ${step} was saved before`;
  }
}

function fenceOf(output: JsonValue): number | null {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return null;
  const { fence } = output as { readonly fence?: JsonValue };
  return typeof fence === 'number' ? fence : null;
}
