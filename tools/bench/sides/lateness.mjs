import { setTimeout as delay } from 'node:timers/promises';
import { trigger } from '@scheduler/contracts';
import { now, payload, within } from './waiting.mjs';

/**
 * From the nominal instant of a scheduled job to the start of its handler, in milliseconds, on a node that is otherwise
 * idle. The instants are irregular, so that none of them meets a poll by luck.
 */
export async function lateness(side, { jobs }) {
  return late(side, jobs, (at, number) => side.scheduleAt(trigger.once(new Date(at)), { number, at }));
}

/** The same for work that was enqueued for an instant. */
export async function latenessOfEnqueued(side, { jobs }) {
  return late(side, jobs, (at, number) => side.enqueueAt(new Date(at), { ...payload(number), at }));
}

/** All at the same instant, which has to lie far enough ahead for all to be stored before. */
export async function latenessOfCrowd(side, { jobs, aheadMs }) {
  const at = Math.ceil((now() + aheadMs) / 1000) * 1000;
  return late(side, jobs, (_, number) => side.scheduleAt(trigger.once(new Date(at)), { number, at }), {
    check: () => {
      if (now() > at) throw new Error(`storing ${jobs} jobs took longer than ${aheadMs} ms`);
    },
  });
}

async function late(side, jobs, store, { check = () => {} } = {}) {
  const samples = [];
  let complete;
  const all = new Promise((resolve) => (complete = resolve));
  const stop = await side.work({
    concurrency: 10,
    onJob: ({ at }) => {
      samples.push(now() - at);
      if (samples.length === jobs) complete();
    },
  });
  let at = Math.floor(now()) + 1500;
  for (let number = 0; number < jobs; number += 1) {
    at += 37 + ((number * 61) % 83);
    await store(at, number);
  }
  check();
  await within(all, () => `${samples.length} of ${jobs} jobs run`);
  // What is still being completed is no part of the measurement.
  await delay(100);
  await stop();
  return { samples };
}
