import { setTimeout as delay } from 'node:timers/promises';
import { now, payload, within } from './waiting.mjs';

/** The milliseconds from the call of `enqueue` to the start of the handler, on an idle node. */
export async function latency(side, { count, pauseMs }) {
  const { samples, next, stop } = await collect(side);
  for (let number = 0; number < count; number += 1) {
    await delay(pauseMs);
    const arrival = next();
    await side.enqueue({ ...payload(number), sentAt: now() });
    await within(arrival, () => `job ${number} enqueued`);
  }
  await stop();
  return settled(samples, count);
}

let collection;

/** Begins to measure the latency of jobs that another process enqueues. `received` returns the samples. */
export async function receive(side) {
  collection = await collect(side);
  return {};
}

export async function received(_side, { count }) {
  const { samples, next, stop } = collection;
  while (samples.length < count) await within(next(), () => `${samples.length} of ${count} jobs received`);
  await stop();
  return settled(samples, count);
}

export async function send(side, { count, pauseMs }) {
  for (let number = 0; number < count; number += 1) {
    await delay(pauseMs);
    await side.enqueue({ ...payload(number), sentAt: now() });
  }
  return {};
}

async function collect(side) {
  const samples = [];
  let arrived = () => {};
  const stop = await side.work({
    concurrency: 10,
    onJob: ({ sentAt }) => {
      samples.push(now() - sentAt);
      arrived();
    },
  });
  return { samples, stop, next: () => new Promise((resolve) => (arrived = resolve)) };
}

// The first samples are dropped, because they include opening connections.
function settled(samples, count) {
  return { samples: samples.slice(Math.floor(count / 10)) };
}
