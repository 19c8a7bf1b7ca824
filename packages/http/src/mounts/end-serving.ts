import { type Clock, ConfigurationInvalid } from '@scheduler/contracts';
import { checkInput, fields, having, optional, wholeNumber } from '@scheduler/contracts/adapter';
import type { SchedulerNode } from '@scheduler/core';
import type { ServedHandler } from './serve.js';

/** How long requests that were taken may go on before the node stops: an answer takes milliseconds, and a slow sender is not waited for. */
const REQUESTS_MS = 10_000;

/** How long the answers to what ended with the node may take to be sent. */
const ANSWERS_MS = 1_000;

const LONGEST_DRAIN_MS = 3_600_000;

export interface EndServingOptions {
  readonly node: SchedulerNode;
  /** How long requests are still served while `/readyz` is 503 already. Default: `http.drain` of the node's configuration. */
  readonly drainMs?: number;
}

const OPTIONS = fields(
  {
    node: having(['stop', 'tick'], 'the node whose API is served'),
    drainMs: optional(wholeNumber(0, LONGEST_DRAIN_MS)),
  },
  '{ node, drainMs }',
);

/**
 * Ends an API that is served, and its node: says that it is not ready, refuses what is new, lets requests finish, then stops the node, which
 * lets jobs finish. Probes are answered until everything has ended.
 *
 * @example
 * process.once('SIGTERM', () => void endServing(served, { node }).then(() => process.exit(0)));
 */
export async function endServing(served: ServedHandler, options: EndServingOptions): Promise<void> {
  checkInput({
    value: served,
    check: having(['close'], 'what serve() gives'),
    field: 'served',
    error: ConfigurationInvalid,
  });
  checkInput({ value: options, check: OPTIONS, field: 'options', error: ConfigurationInvalid });
  const { node, drainMs = node.config.http.drainMs } = options;
  served.handler.drain();
  await atMost(node.clock, drainMs, NEVER);
  await atMost(node.clock, REQUESTS_MS, served.handler.close());
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
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (end = resolve));
  const timer = clock.setTimer({ delayMs, callback: () => end() });
  await Promise.race([task, over]);
  timer.cancel();
}
