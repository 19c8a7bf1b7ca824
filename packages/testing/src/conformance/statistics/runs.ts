import assert from 'node:assert/strict';
import type { Execution, ScheduledJob } from '@scheduler/contracts';
import type { NewExecution, Outcome } from '@scheduler/contracts/adapter';
import { outcomes } from '../kit/builders.js';
import { HOUR, MINUTE, type StoreScene } from '../kit/store-scene.js';

export interface Run {
  readonly outcome?: Outcome;
  /** How long it takes. Default: no time. */
  readonly takesMs?: number;
  /** Default: an enqueued one. */
  readonly job?: ScheduledJob;
  readonly props?: Partial<NewExecution>;
}

/** One execution from its beginning to its end. */
export async function run(scene: StoreScene, given: Run = {}): Promise<Execution> {
  const { outcome = outcomes.succeeded(), takesMs = 0, job, props = {} } = given;
  const { queue } = await (job === undefined ? scene.addExecution(props) : scene.addManualRun(job, props));
  const claimed = await scene.claimOne({ queue, leaseMs: 100 * HOUR });
  if (takesMs > 0) await scene.advance(takesMs);
  return scene.settle(claimed, outcome);
}

/** The store's time may run a little while a test does. */
export function assertAbout(actual: number | null, expectedMs: number): void {
  assert.ok(
    actual !== null && actual >= expectedMs && actual < expectedMs + MINUTE / 2,
    `about ${expectedMs} was expected instead of ${actual}`,
  );
}
