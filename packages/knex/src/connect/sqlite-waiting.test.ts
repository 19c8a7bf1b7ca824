import { buildJob } from '@scheduler/testing';
import { startChild } from '../test-support/child-process.js';
import { eventually } from '@scheduler/test-support';
import { onDatabase } from '../test-support/on-database.js';

const HELD_MS = 2_000;
/** Far below the time for which the lock is held, and far above what a slow machine needs between two timers. */
const LONGEST_GAP_MS = 1_000;

/** Measures the longest time for which no timer could fire. */
function watchEventLoop(): () => number {
  let longest = 0;
  let last = performance.now();
  const look = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const timer = setInterval(look, 10);
  return () => {
    clearInterval(timer);
    look();
    return longest;
  };
}

onDatabase('sqlite', (database) => {
  it('waits for the lock of another process without blocking the event loop', async () => {
    const store = database.store({ connection: database.url });
    await store.open();
    const job = buildJob(await store.schedules.now());
    const holder = startChild('lock-holder-process.ts', [
      database.url,
      `${database.prefix}locks`,
      String(HELD_MS),
    ]);
    await eventually('the lock', () => holder.messages.includes('locked'));
    const longestGap = watchEventLoop();
    await store.schedules.add({ jobs: [job] });
    await store.schedules.cancel({
      job: job.cancel(new Date()),
      expectedRevision: job.revision,
      reason: 'enough',
    });
    expect(longestGap()).toBeLessThan(LONGEST_GAP_MS);
    await eventually('the release', () => holder.messages.includes('released'));
    await holder.end();
    await store.close();
  });
});
