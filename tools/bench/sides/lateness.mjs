import { setTimeout as delay } from 'node:timers/promises';
import { trigger } from '@scheduler/contracts';
import { now, payload, within } from './waiting.mjs';

/**
 * The milliseconds from the nominal instant of a scheduled job to the start of its handler, on a node that is otherwise
 * idle. The instants are irregular, so that they do not coincide with polls.
 */
export async function lateness(side, { jobs }) {
  return late(side, jobs, (at, number) => side.scheduleAt(trigger.once(new Date(at)), { number, at }));
}

/** The lateness of jobs that were enqueued for an instant. */
export async function latenessOfEnqueued(side, { jobs }) {
  return late(side, jobs, (at, number) => side.enqueueAt(new Date(at), { ...payload(number), at }));
}

/** The lateness of jobs that are all due at the same instant. All have to be stored before it, so that it lies `aheadMs` ahead. */
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
  // Leaves time for completions, which are not part of the measurement.
  await delay(100);
  await stop();
  return { samples };
}
