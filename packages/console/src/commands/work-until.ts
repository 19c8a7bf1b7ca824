import type { Clock } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';

/** How often a worker that ends when nothing is left looks for more. */
const LOOK_MS = 250;

/** One look may miss work on its way from the store to its handler, so another one confirms it. */
const EMPTY_MS = 2 * LOOK_MS;

export interface WorkLimits {
  /** The queues that are worked on. */
  readonly queues: readonly string[];
  readonly stopWhenEmpty: boolean;
  /** Null: no limit. */
  readonly maxTimeMs: number | null;
}

/** Resolves with the reason when the work is to end by itself. Without limits it never does. */
export function workIsOver(node: SchedulerNode, limits: WorkLimits, signal: AbortSignal): Promise<string> {
  const { maxTimeMs, stopWhenEmpty } = limits;
  return Promise.race([
    maxTimeMs === null ? never : sleep(node.clock, maxTimeMs, signal).then(() => 'the time is over'),
    stopWhenEmpty ? nothingIsLeft(node, limits.queues, signal) : never,
  ]);
}

const never = new Promise<never>(() => undefined);

/**
 * Resolves when nothing is left that could run here now. What is to run later does not count. What waits although this process is idle, for
 * longer than it takes to look for work twice, cannot run here either: its queue is paused, a limit holds it, or its handler is elsewhere.
 */
async function nothingIsLeft(
  node: SchedulerNode,
  queues: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  let [before, idleMs] = [-1, 0];
  for (;;) {
    await sleep(node.clock, LOOK_MS, signal);
    if (signal.aborted) return never;
    const waiting = await waitingHere(node, queues).catch(() => null);
    idleMs = waiting === null || (waiting > 0 && waiting !== before) ? 0 : idleMs + LOOK_MS;
    before = waiting ?? -1;
    if (idleMs >= (waiting === 0 ? EMPTY_MS : 2 * node.config.pollIntervalMs)) return 'nothing is left';
  }
}

/** How much waits in the queues. Null: something runs here, or was just fired. */
async function waitingHere(node: SchedulerNode, queues: readonly string[]): Promise<number | null> {
  const { fired } = await node.tick();
  const own = (await node.queues.stats()).filter(({ queue }) => queues.includes(queue));
  if (fired.length > 0 || own.some(({ runningHere }) => runningHere > 0)) return null;
  return own.reduce((sum, { available }) => sum + available, 0);
}

/** Resolves after the time, or at once when the signal is aborted. */
function sleep(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = clock.setTimer({ delayMs, callback: resolve });
    signal.addEventListener('abort', () => {
      timer.cancel();
      resolve();
    });
  });
}
