import { trigger } from '@scheduler/contracts';
import { UuidV7Generator } from '@scheduler/core';

const HOUR_MS = 3_600_000;
const BATCH = 1_000;
const ids = new UuidV7Generator();

/** Stores schedules that are due within a year, but not within an hour. */
export async function fillSchedules(side, { schedules }) {
  await addSchedules(side, schedules, (number) => Date.now() + HOUR_MS * (1 + (number % 8760)));
  return {};
}

/** The milliseconds of one tick that finds `due` schedules. They are new, so that none is skipped because of a waiting run. */
export async function tickDue(side, { due }) {
  await addDue(side, due);
  const began = performance.now();
  const { fired } = await side.tick();
  const ms = performance.now() - began;
  if (fired.length !== due) throw new Error(`${fired.length} of ${due} due schedules were fired`);
  return { ms };
}

export async function tickIdle(side) {
  const began = performance.now();
  await side.tick();
  return { ms: performance.now() - began };
}

export async function firstPage(side) {
  const began = performance.now();
  await side.list({ limit: 20 });
  return { ms: performance.now() - began };
}

/** The number of occurrences fired per second if all are due at once. */
export async function fireAll(side, { due }) {
  const { ms } = await tickDue(side, { due });
  return { perSecond: (due / ms) * 1000 };
}

/** Stores executions of `count` jobs that wait for a worker, each of a job of its own. */
export async function fireJobs(side, { count }) {
  await addDue(side, count);
  await side.tick();
  return {};
}

function addDue(side, due) {
  const at = Date.now() - 1000;
  return addSchedules(side, due, () => at);
}

async function addSchedules(side, count, nextRunAt) {
  const template = await side.scheduleAt(trigger.cron('0 3 * * *'), { to: 'somebody@example.test' });
  for (let from = 0; from < count; from += BATCH) {
    const jobs = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => {
      const id = ids.next();
      return template.with({ id, name: `bench:${id}`, nextRunAt: new Date(nextRunAt(from + index)) });
    });
    await side.schedules.add({ jobs });
  }
}
