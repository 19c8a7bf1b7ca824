import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Execution, ScheduledJob, SchedulerErrorCode } from '@scheduler/contracts';

/** The promise is rejected with a scheduler error of that code. */
export async function assertRejectsWith(
  promise: Promise<unknown>,
  code: SchedulerErrorCode,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await assert.rejects(promise, (error: unknown) => {
    const seen = error as Record<string, unknown>;
    assert.equal(seen['code'], code, `expected the error ${code}, got ${String(error)}`);
    for (const [field, value] of Object.entries(fields)) assert.deepEqual(seen[field], value);
    return true;
  });
}

export function assertSameJob(actual: ScheduledJob | null, expected: ScheduledJob): void {
  assert.ok(actual !== null, `job ${expected.id} is not stored`);
  assert.deepEqual({ ...actual }, { ...expected });
}

export function assertSameExecution(actual: Execution | null, expected: Execution): void {
  assert.ok(actual !== null, `execution ${expected.id} is not stored`);
  assert.deepEqual({ ...actual }, { ...expected });
}

export function assertIds(
  items: readonly { readonly id: string }[],
  expected: readonly { readonly id: string }[],
): void {
  assert.deepEqual(
    items.map(({ id }) => id),
    expected.map(({ id }) => id),
  );
}

export function assertIdsInAnyOrder(
  items: readonly { readonly id: string }[],
  expected: readonly { readonly id: string }[],
): void {
  assert.deepEqual(items.map(({ id }) => id).sort(), expected.map(({ id }) => id).sort());
}

export function assertInstant(actual: Date | null, expected: Date): void {
  assert.ok(actual instanceof Date, `expected the instant ${expected.toISOString()}, got ${String(actual)}`);
  assert.equal(actual.toISOString(), expected.toISOString());
}

/** How far apart two instants are, whichever way the store's time runs meanwhile. */
export function assertApart(later: Date | null, earlier: Date | null, milliseconds: number): void {
  assert.ok(later instanceof Date && earlier instanceof Date, 'an instant is missing');
  assert.equal(later.getTime() - earlier.getTime(), milliseconds);
}

const PATIENCE_MS = 5_000;
const PAUSE_MS = 5;

/** Waits in real time until something holds; other processes may be involved. */
export async function eventually(what: string, holds: () => boolean): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += PAUSE_MS) {
    if (holds()) return;
    await sleep(PAUSE_MS);
  }
  assert.fail(`${what} did not happen within ${PATIENCE_MS} ms`);
}

/** Tries to change a value that somebody handed out. A frozen one refuses, which is fine too. */
export function tamper(change: () => void): void {
  try {
    change();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

/** What must be there for a rule to be tried at all. */
export function present<T>(value: T | undefined): T {
  assert.ok(value !== undefined, 'something is missing');
  return value;
}
