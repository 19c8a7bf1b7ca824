import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../measure.mjs';
import { within } from './waiting.mjs';

/**
 * Operations on graphs of jobs, for contestants that have `startFlow({ shape, width })`, `workFlows({ concurrency, onStep })`, where `onStep`
 * gets what identifies the run, and `unfinishedFlows()`.
 */

const STARTS_AT_ONCE = 20;
/** Some look for what comes next every five seconds. */
const TIMEOUT_MS = 240_000;

/**
 * Starts `runs` graphs, then runs all of their steps until the last graph has ended in the store. `count` is the number of steps. `wholePerSecond`
 * counts the time of the starts too: some store all steps when a graph is started, others each step when those before it have ended.
 */
export async function drainFlows(side, { shape, runs, width, count, concurrency }) {
  const startBegan = performance.now();
  await inLanes(runs, () => side.startFlow({ shape, width }));
  const startMs = performance.now() - startBegan;
  let handled = 0;
  let report;
  const all = new Promise((resolve) => (report = resolve));
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  const stop = await side.workFlows({
    concurrency,
    onStep: () => {
      handled += 1;
      if (handled === count) report();
    },
  });
  await within(all, () => `${handled} of ${count} steps handled`, TIMEOUT_MS);
  while ((await side.unfinishedFlows()) > 0) await delay(1);
  const tookMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpuBefore);
  await stop();
  if (handled !== count) throw new Error(`${handled} calls of ${count} steps`);
  const rate = (ms) => (count / ms) * 1000;
  return {
    perSecond: rate(tookMs),
    wholePerSecond: rate(startMs + tookMs),
    nodeMicros: (user + system) / count,
  };
}

/** The time from one step of a chain to the next, of runs that start one after the other while nothing else is to do. */
export async function stepToStep(side, { runs, links, concurrency }) {
  const gaps = [];
  const last = new Map();
  let steps = 0;
  let ended = () => {};
  const stop = await side.workFlows({
    concurrency,
    onStep: (run) => {
      const now = performance.now();
      if (last.has(run)) gaps.push(now - last.get(run));
      last.set(run, now);
      steps += 1;
      if (steps % links === 0) ended();
    },
  });
  for (let number = 0; number < runs; number += 1) {
    const end = new Promise((resolve) => (ended = resolve));
    await side.startFlow({ shape: 'chain', number });
    await within(end, () => `${steps % links} of ${links} steps of run ${number} handled`, TIMEOUT_MS);
  }
  await stop();
  return { p50: percentile(gaps, 0.5), p99: percentile(gaps, 0.99) };
}

async function inLanes(count, work) {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      next += 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: Math.min(STARTS_AT_ONCE, count) }, lane));
}
