import { setTimeout as delay } from 'node:timers/promises';
import { JobResult } from '@scheduler/contracts';
import { failureOf } from '@scheduler/testing';

/**
 * Does what the payload of a handler asks for before its effect:
 * - `workMs`: the least and most time to work; about every second attempt ignores its signal meanwhile
 * - `fails`: the number of first attempts that fail
 * - `hangs`: the first attempt waits until its timeout
 * - `snoozes`: the first attempt is snoozed
 * - `blocksMs`: the first attempt blocks the event loop for this time
 * - `ignoresMs`: the first attempt works for this time, even if its signal is aborted
 * - `poison`: every attempt ends the process, see `poison`
 *
 * @returns the result of the handler. Undefined: the handler continues with its effect
 */
export async function behave(payload, context, random) {
  const isFirst = context.fence === 1;
  const [least, most] = payload.workMs ?? [0, 20];
  const signal = random.next() < 0.5 ? context.signal : undefined;
  if (payload.poison !== undefined) await poison[payload.poison]();
  if (isFirst && payload.blocksMs !== undefined) block(payload.blocksMs);
  if (isFirst && payload.ignoresMs !== undefined) await delay(payload.ignoresMs);
  if (isFirst && payload.hangs) await untilAborted(context.signal);
  await delay(least + random.next() * (most - least), undefined, { signal });
  if (isFirst && payload.snoozes) return JobResult.snoozed(200);
  if (context.attempt <= (payload.fails ?? 0)) throw new Error(failureOf(context));
  return undefined;
}

function block(ms) {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

async function untilAborted(signal) {
  await new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', resolve, { once: true });
  });
  throw signal.reason;
}

const forever = () => new Promise(() => {});

/** The ways in which a handler ends its process. */
const poison = {
  exit: () => process.exit(3),
  abort: () => process.abort(),
  memory() {
    const hoard = [];
    for (;;) hoard.push(new Array(1_000_000).fill(hoard.length));
  },
  rejection() {
    void Promise.reject(new Error('a rejection without a handler'));
    return forever();
  },
};
