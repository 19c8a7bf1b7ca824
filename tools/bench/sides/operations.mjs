import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { payload, within } from './waiting.mjs';

/**
 * The operations that are measured, the same for every contestant. A contestant ("side") is what `createSide(options)` of its
 * module resolves to:
 * - `enqueue(payload)`, `enqueueMany(payloads)`: resolve when the jobs are stored;
 * - `work({ concurrency, onJob })`: runs jobs, with `onJob(payload)` as the handler, until the function that it
 *   resolves to is called;
 * - `unfinished()`: the number of jobs that are not completed in the store;
 * - `close()`.
 */

const payloads = (count) => Array.from({ length: count }, (_, number) => payload(number));

/** Runs enough jobs for the compiler to optimise all code, as in a process that has been running for a while. */
export async function warmUp(side) {
  for (let number = 0; number < 200; number += 1) await side.enqueue(payload(number));
  for (let batch = 0; batch < 10; batch += 1) await side.enqueueMany(payloads(500));
  await drain(side, { count: 5_200, concurrency: 10 });
}

export async function oneByOne(side, { count }) {
  return timed(count, async () => {
    for (let number = 0; number < count; number += 1) await side.enqueue(payload(number));
  });
}

export async function inFlight(side, { count, width }) {
  return timed(count, async () => {
    let next = 0;
    const lane = async () => {
      while (next < count) await side.enqueue(payload(next++));
    };
    await Promise.all(Array.from({ length: width }, lane));
  });
}

export async function bulk(side, { count, batch }) {
  const batches = Array.from({ length: Math.ceil(count / batch) }, () => payloads(batch));
  return timed(count, async () => {
    for (const each of batches) await side.enqueueMany(each);
  });
}

/** How often the event loop is asked whether it is free. What it waits between two questions is no pause. */
const PAUSE_RESOLUTION_MS = 5;

/** Runs `count` waiting jobs until the last one is completed in the store, not only handled. */
export async function drain(side, { count, concurrency }) {
  let handled = 0;
  let stop;
  const pauses = monitorEventLoopDelay({ resolution: PAUSE_RESOLUTION_MS });
  pauses.enable();
  const result = await timed(count, async () => {
    let report;
    const all = new Promise((resolve) => (report = resolve));
    stop = await side.work({
      concurrency,
      onJob: () => {
        handled += 1;
        if (handled === count) report();
      },
    });
    await within(all, () => `${handled} of ${count} jobs handled`);
    while ((await side.unfinished()) > 0) await delay(1);
  });
  pauses.disable();
  await stop();
  if (handled !== count) throw new Error(`${handled} runs of ${count} jobs`);
  return { ...result, pauseMs: Math.max(0, pauses.max / 1e6 - PAUSE_RESOLUTION_MS) };
}

/** Enqueues in batches while workers run, until the last job is completed. */
export async function pipeline(side, { count, batch, concurrency }) {
  let handled = 0;
  let report;
  const all = new Promise((resolve) => (report = resolve));
  const onJob = () => {
    handled += 1;
    if (handled === count) report();
  };
  const stop = await side.work({ concurrency, onJob });
  const batches = Array.from({ length: Math.ceil(count / batch) }, () => payloads(batch));
  const result = await timed(count, async () => {
    for (const each of batches) await side.enqueueMany(each);
    await within(all, () => `${handled} of ${count} jobs handled`);
    while ((await side.unfinished()) > 0) await delay(1);
  });
  await stop();
  return result;
}

async function timed(count, work) {
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  await work();
  const tookMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { perSecond: (count / tookMs) * 1000, nodeMicros: (user + system) / count };
}
