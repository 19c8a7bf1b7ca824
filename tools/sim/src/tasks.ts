import { ListedFaults, readFaults, simulateEveryFault, simulateFaults } from '@scheduler/testing';
import { runSeedsInThreads } from './in-threads.js';
import { MUTANTS } from './mutants/index.js';
import { progressOn } from './progress.js';
import { describeBroken, describeTotals, totalsOf } from './report.js';
import { runSeeds, type SeedRange, type SeedResult, shrunk } from './seeds.js';
import { ALL_SHORT_WORKLOADS, type SimulationNames, simulationOf, workloadOfSeed } from './simulation-of.js';

/** The result of a task, for people and for programs. */
export interface TaskResult {
  readonly passed: boolean;
  readonly text: string;
  readonly data: unknown;
}

const CORRECT: SimulationNames = { mutant: null, workload: null };
const correctOf = (seed: number): SimulationNames => ({ mutant: null, workload: workloadOfSeed(seed) });
const MOST_SHRUNK = 3;

export async function seedsTask({ first, count }: Pick<SeedRange, 'first' | 'count'>): Promise<TaskResult> {
  const started = performance.now();
  const results: SeedResult[] = [];
  const progress = progressOn(process.stderr);
  await runSeedsInThreads({ first, count, ...CORRECT, mixed: true, untilBroken: false }, (result) => {
    results.push(result);
    progress.show(`simulating: ${results.length} of ${count} seeds`);
  });
  progress.done();
  const seconds = (performance.now() - started) / 1_000;
  const totals = totalsOf(results);
  const broken = results.filter(({ violations }) => violations.length > 0).sort((a, b) => a.seed - b.seed);
  const smallest: SeedResult[] = [];
  for (const result of broken.slice(0, MOST_SHRUNK))
    smallest.push((await shrunk(result, correctOf(result.seed))) ?? result);
  return {
    passed: broken.length === 0,
    text: [
      ...smallest.map((result) => describeBroken(result, correctOf(result.seed))),
      ...(broken.length > 0
        ? [`all seeds that break promises: ${broken.map(({ seed }) => seed).join(', ')}`]
        : []),
      describeTotals(totals, seconds),
    ].join('\n'),
    data: { ...totals, seconds, broken },
  };
}

export interface ReplayRequest extends SimulationNames {
  readonly seed: number;
  readonly faults: string | null;
}

/** Repeats one seed, with the given faults, or shrunk to the faults that it needs to fail. */
export async function replayTask({ seed, faults, ...names }: ReplayRequest): Promise<TaskResult> {
  const listed = faults === null ? {} : { faults: new ListedFaults(readFaults(faults)) };
  const run = await simulateFaults({ ...simulationOf(names), seed, ...listed });
  const passed = run.violations.length === 0;
  const result = passed || faults !== null ? run : ((await shrunk(run, names)) ?? run);
  const kept = `✔ seed ${seed} keeps every promise with ${run.faults.length} faults: ${JSON.stringify(run.figures)}`;
  return {
    passed,
    text: passed ? kept : describeBroken(result, names),
    data: { seed, violations: result.violations, faults: result.faults, figures: result.figures },
  };
}

/** Runs every fault at every call of the short workloads. */
export async function exhaustiveTask(): Promise<TaskResult> {
  const progress = progressOn(process.stderr);
  const found = [];
  for (const { name } of ALL_SHORT_WORKLOADS) {
    const names = { mutant: null, workload: name };
    const { calls, runs, broken } = await simulateEveryFault({
      simulation: { ...simulationOf(names), seed: 1 },
      onRun: (done, total) => progress.show(`${name}: ${done} of ${total} runs`),
    });
    found.push({ workload: name, calls, runs, broken: broken.map((each) => describeBroken(each, names)) });
  }
  progress.done();
  const lines = found.map(
    ({ workload, calls, runs, broken }) =>
      `${broken.length === 0 ? '✔' : '✘'} ${workload}: ${calls} calls, ${runs} runs with one fault each, ${broken.length} violations`,
  );
  return {
    passed: found.every(({ broken }) => broken.length === 0),
    text: [...found.flatMap(({ broken }) => broken.slice(0, MOST_SHRUNK)), ...lines].join('\n'),
    data: found,
  };
}

/** Checks that each planted bug is found. */
export async function mutantsTask(count: number): Promise<TaskResult> {
  const progress = progressOn(process.stderr);
  const found = [];
  for (const { name, title, workload = null } of MUTANTS) {
    const names = { mutant: name, workload };
    let killer: SeedResult | null = null;
    await runSeeds({ first: 1, count, ...names, untilBroken: true }, (result) => {
      progress.show(`${name}: seed ${result.seed}`);
      if (result.violations.length > 0) killer = result;
    });
    found.push({ name, title, killer: killer as SeedResult | null });
  }
  progress.done();
  return {
    passed: found.every(({ killer }) => killer !== null),
    text: found.map(({ name, title, killer }) => describeMutant(name, title, killer)).join('\n'),
    data: found,
  };
}

function describeMutant(name: string, title: string, killer: SeedResult | null): string {
  const verdict =
    killer === null
      ? '✘ survived'
      : `✔ killed by seed ${killer.seed}: ${killer.violations[0]?.promise} ${killer.violations[0]?.message}`;
  return `${name}: ${title}\n  ${verdict}`;
}
