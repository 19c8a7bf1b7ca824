import type { Clock, Logger } from '@scheduler/contracts';
import { withTimeout } from '../support/with-timeout.js';
import { ignoringFailure, stopLoops } from './loops.js';
import type { WiredNode } from './wire-node.js';

/** How much longer than its grace period a stop may take: half of it to give back what was aborted, the rest to close the store. */
export const STOP_MARGIN_MS = 2_000;

export interface ShutDownParts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly graceMs: number;
  readonly wired: WiredNode;
  /** Resolves when a start that is under way has ended. */
  readonly started: Promise<unknown>;
  /** From now on every call is refused; then the store is closed. */
  readonly close: () => Promise<void>;
}

/**
 * Stops claiming, lets handlers finish, aborts and gives back the rest, and closes. Leases are renewed until the end. Each step has a
 * deadline and may fail, because a store that is away or silent must not hold up the end of the process: what could not be written is
 * rescued by another node when its lease is over.
 */
export async function shutDown({
  clock,
  logger,
  graceMs,
  wired,
  started,
  close,
}: ShutDownParts): Promise<void> {
  const { leases, worker, engine, functions } = wired;
  const beganMs = clock.monotonicMs();
  const until = async (deadlineMs: number, step: string, work: Promise<unknown>): Promise<boolean> => {
    const leftMs = Math.max(0, deadlineMs - (clock.monotonicMs() - beganMs));
    const isDone = await withTimeout(clock, leftMs, ignoringFailure(step, work, logger));
    if (!isDone && step !== 'handlers') logger.warn('a step of the stop was not finished in time', { step });
    return isDone;
  };
  const idle = started
    .catch(() => undefined)
    .then(() => stopLoops(wired, logger))
    .then(() => worker.idle());
  if (!(await until(graceMs, 'handlers', idle))) {
    engine.interruptAll('the node is stopping');
    await until(graceMs + STOP_MARGIN_MS / 2, 'giving back', engine.allSettled());
  }
  wired.stopListening();
  const deadlineMs = graceMs + STOP_MARGIN_MS;
  await until(deadlineMs, 'leases', leases.stop());
  await until(deadlineMs, 'event functions', functions.idle());
  await until(deadlineMs, 'uses of API keys', wired.access.uses.flush());
  await until(deadlineMs, 'closing the store', close());
}
