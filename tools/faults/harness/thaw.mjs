import { setTimeout as delay } from 'node:timers/promises';
import { LEASE } from './settings.mjs';

/** The worker is resumed after this time even if no other node has taken over its execution. */
const LONGEST_MS = 3 * LEASE.duration;

/**
 * Resumes a worker that has stopped itself as soon as the next attempt of the same execution runs on another node. The completion that it then
 * sends is that of a zombie and must be refused.
 *
 * @param frozenMs resume after this time instead, whatever happens
 */
export async function thaw({ scene, worker, executionId, frozenMs }) {
  if (frozenMs !== undefined) {
    await delay(frozenMs);
    return worker.resume();
  }
  const lastStart = scene.witness.starts.findLast((start) => start.executionId === executionId);
  const isNext = (start) => start.executionId === executionId && start.fence > (lastStart?.fence ?? 0);
  const next = await scene.witness.untilStart(isNext, LONGEST_MS);
  if (next !== null) scene.count('overtaken');
  return worker.resume();
}
