import type { Logger } from '@scheduler/contracts';
import type { WiredNode } from './wire-node.js';

/** Starts everything that a running node repeats by itself. A stop may come between two steps. */
export async function startLoops(
  wired: WiredNode,
  isRunning: () => boolean,
  queues?: Readonly<Record<string, number>>,
): Promise<void> {
  const { leases, worker, dispatchLoop, housekeeping, alertWatch, leadership, membership } = wired;
  await wired.declared.reconcileAtStart();
  if (!isRunning()) return;
  leases.start();
  await worker.start(queues);
  await wired.fireAtStart();
  if (!isRunning()) return;
  leadership.start();
  await membership.start();
  if (!isRunning()) return;
  dispatchLoop.start();
  housekeeping.start();
  for (const reader of wired.readers) reader.start();
  alertWatch?.start();
}

/** Starts nothing new. Leases are still renewed, and what runs goes on. */
export async function stopLoops(wired: WiredNode, logger: Logger): Promise<void> {
  const { dispatchLoop, housekeeping, alertWatch, leadership, membership, worker } = wired;
  await Promise.all([
    ignoringFailure('dispatching', dispatchLoop.stop(), logger),
    ignoringFailure('housekeeping', housekeeping.stop(), logger),
    ignoringFailure('alerts', alertWatch?.stop() ?? Promise.resolve(), logger),
    ignoringFailure('leadership', leadership.stop(), logger),
    ignoringFailure('membership', membership.stop(), logger),
    ...wired.readers.map((reader) => ignoringFailure('reading the event log', reader.stop(), logger)),
    ignoringFailure('claiming', worker.stopClaiming(), logger),
  ]);
}

/** A step that fails must not keep the others from being taken. */
export async function ignoringFailure(step: string, work: Promise<unknown>, logger: Logger): Promise<void> {
  try {
    await work;
  } catch (error) {
    logger.warn('a step of the stop failed', { step, error: String(error) });
  }
}
