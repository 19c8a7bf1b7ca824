import { setTimeout as delay } from 'node:timers/promises';
import { LEASE } from './settings.mjs';

/** Where nobody takes the execution over, for whatever reason, it goes on all the same. */
const LONGEST_MS = 3 * LEASE.duration;

/**
 * Lets a worker that has stopped itself go on as soon as the next attempt of the same execution runs elsewhere. What it then has to
 * report is a zombie's completion, and must be refused.
 *
 * @param frozenMs after so long instead, whatever happens
 */
export async function thaw({ scene, worker, executionId, frozenMs }) {
  if (frozenMs !== undefined) {
    await delay(frozenMs);
    return worker.resume();
  }
  const own = scene.witness.starts.findLast((start) => start.executionId === executionId);
  const isNext = (start) => start.executionId === executionId && start.fence > (own?.fence ?? 0);
  const next = await scene.witness.untilStart(isNext, LONGEST_MS);
  if (next !== null) scene.count('overtaken');
  return worker.resume();
}
