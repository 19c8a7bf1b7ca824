import type { Clock } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import type { OpenApi } from './open-api.js';

/** How long requests that were taken may go on before the node stops: an answer takes milliseconds, and a slow sender is not waited for. */
export const REQUESTS_MS = 10_000;

/** How long the answers to what ended with the node may take to be sent. */
export const ANSWERS_MS = 1_000;

/**
 * Ends an API and its node: says that it is not ready, refuses what is new, lets requests finish, then lets jobs finish. The probes are
 * answered until everything has ended.
 */
export async function endApi(node: SchedulerNode, { handler, served }: OpenApi): Promise<void> {
  const { clock, config } = node;
  handler.drain();
  await atMost(clock, config.http.drainMs, NEVER);
  await atMost(clock, REQUESTS_MS, handler.close());
  try {
    await node.stop();
  } finally {
    await served.close({ graceMs: ANSWERS_MS });
  }
}

const NEVER = new Promise<never>(() => undefined);

/** Resolves with the task, or after the time. */
async function atMost(clock: Clock, delayMs: number, task: Promise<unknown>): Promise<void> {
  if (delayMs === 0) return;
  let timer: ReturnType<Clock['setTimer']> | null = null;
  const over = new Promise<void>((resolve) => (timer = clock.setTimer({ delayMs, callback: resolve })));
  await Promise.race([task, over]);
  (timer as ReturnType<Clock['setTimer']> | null)?.cancel();
}
