import { percentile } from '../measure.mjs';
import { atLeast, atMost } from '../report.mjs';
import { rowsOf, takeTurns } from '../turns.mjs';

/** P6: the memory store with the whole pipeline: leases, fences, history, events. */

export const builds = ['packages/core', 'packages/memory'];
export const needsPeers = true;

const US = '@scheduler';
const ROUNDS = 3;
const COUNT = 100_000;
const SCHEDULES = 20_000;
const CROWD = 10_000;

const CONTESTANTS = {
  [US]: {
    module: new URL('../sides/us.mjs', import.meta.url),
    options: async () => ({ connection: 'memory' }),
  },
  fastq: { module: new URL('../peers/fastq.mjs', import.meta.url), options: async () => ({}) },
};

const METRICS = [
  { name: 'enqueue + execute, c=10 (jobs/s)', metric: 'pipeline' },
  { name: 'enqueue 1 by 1 (jobs/s)', metric: 'oneByOne' },
  { name: 'enqueue bulk of 500 (jobs/s)', metric: 'bulk' },
  { name: 'drain c=10 (jobs/s)', metric: 'drain10' },
  { name: 'drain c=50 (jobs/s)', metric: 'drain50' },
  { name: 'CPU of enqueue + execute (µs/job)', metric: 'cpu' },
  { name: 'heap of a stored schedule (bytes)', metric: 'heap' },
  { name: `${CROWD} due at once, p50 late (ms)`, metric: 'crowd50' },
  { name: `${CROWD} due at once, p99 late (ms)`, metric: 'crowd99' },
];

export async function run({ progress }) {
  const throughput = await takeTurns({ contestants: CONTESTANTS, rounds: ROUNDS, turn: measure, progress });
  const schedules = await takeTurns({
    contestants: { [US]: CONTESTANTS[US] },
    rounds: ROUNDS,
    turn: measureSchedules,
    progress: (text) => progress(`schedules, ${text}`),
  });
  const ours = { ...throughput.medians[US], ...schedules.medians[US] };
  return {
    suite: 'memory',
    unit: 'jobs per second, and what a row says',
    contestants: Object.keys(CONTESTANTS),
    rows: rowsOf({ ...throughput.medians, [US]: ours }, METRICS),
    verdicts: [
      atLeast('P6 enqueue + execute', ours.pipeline, 150_000, 'jobs/s'),
      atMost('P6 heap of a stored schedule', ours.heap, 1024, 'bytes'),
      atMost(`P6 ${CROWD} due in the same second, p99`, ours.crowd99, 100, 'ms late'),
    ],
    notes: [...throughput.failures, ...schedules.failures],
  };
}

async function measure(side) {
  const jobs = { count: COUNT, batch: 500 };
  await side.measure('warmUp');
  await side.measure('pipeline', { count: 20_000, batch: 500, concurrency: 10 });
  const pipeline = await side.measure('pipeline', { ...jobs, concurrency: 10 });
  const bulk = await side.measure('bulk', jobs);
  const drain10 = await side.measure('drain', { count: COUNT, concurrency: 10 });
  const oneByOne = await side.measure('oneByOne', { count: COUNT });
  const drain50 = await side.measure('drain', { count: COUNT, concurrency: 50 });
  return {
    pipeline: pipeline.perSecond,
    cpu: pipeline.nodeMicros,
    oneByOne: oneByOne.perSecond,
    bulk: bulk.perSecond,
    drain10: drain10.perSecond,
    drain50: drain50.perSecond,
  };
}

async function measureSchedules(side) {
  const { bytes } = await side.measure('heapPerSchedule', { schedules: SCHEDULES });
  await side.measure('warmUp');
  const { samples } = await side.measure('latenessOfCrowd', { jobs: CROWD, aheadMs: 5000 });
  return { heap: bytes, crowd50: percentile(samples, 0.5), crowd99: percentile(samples, 0.99) };
}
