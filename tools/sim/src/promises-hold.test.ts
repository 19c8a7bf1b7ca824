import { FAULT_KINDS, SHORT_WORKLOADS, simulateEveryFault, simulateFaults } from '@scheduler/testing';
import { replayTask } from './tasks.js';
import { runSeeds, type SeedResult } from './seeds.js';
import { simulationOf } from './simulation-of.js';

const CORRECT = { mutant: null, workload: null };
/** The step `simulation` of `npm test` runs 200 more, outside of jest, where a run takes a third of the time. */
const SEEDS = process.env['SCHEDULER_TEST_BUDGET'] === 'full' ? 250 : 10;

describe('the simulator', () => {
  it(`finds every promise kept with ${SEEDS} seeds`, async () => {
    const results: SeedResult[] = [];
    const range = { first: 1, count: SEEDS, ...CORRECT, untilBroken: false };
    await runSeeds(range, (result) => void results.push(result));
    expect(results.flatMap(({ seed, violations }) => violations.map((each) => ({ seed, ...each })))).toEqual(
      [],
    );
    expect(results).toHaveLength(SEEDS);
    expect(results.flatMap(({ faults }) => faults).length).toBeGreaterThan(SEEDS);
    const kinds = new Set(results.flatMap(({ faults }) => faults.map(({ kind }) => kind)));
    expect([...kinds].sort()).toEqual([...FAULT_KINDS].sort());
  });

  it('finds every promise kept with a crash after each call of a short run', async () => {
    const [workload] = SHORT_WORKLOADS;
    const simulation = { ...simulationOf({ mutant: null, workload: workload?.name ?? null }), seed: 1 };
    const { calls, runs, broken } = await simulateEveryFault({
      simulation,
      kinds: ['crash_after'],
    });
    expect(broken.map(({ faults, violations }) => ({ faults, violations }))).toEqual([]);
    expect(calls).toBeGreaterThan(50);
    expect(runs).toBe(calls);
  });

  it(`finds every promise of workflows kept with ${SEEDS} seeds`, async () => {
    const ends = new Set<string>();
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const simulation = simulationOf({ mutant: null, workload: 'workflows' });
      const { violations, evidence } = await simulateFaults({ ...simulation, seed });
      expect(violations.map((each) => ({ seed, ...each }))).toEqual([]);
      for (const { status } of evidence.workflows?.runs ?? []) ends.add(status);
    }
    expect([...ends]).toEqual(expect.arrayContaining(['completed', 'compensated', 'cancelled']));
  });

  it('finds every promise of workflows kept with a lost answer to each call of a short run', async () => {
    const simulation = { ...simulationOf({ mutant: null, workload: 'short workflows' }), seed: 1 };
    const { runs, broken } = await simulateEveryFault({
      simulation,
      kinds: ['reply_lost'],
      methods: /^(workflows|executions)\.(settle|change|start|addChildren)/,
    });
    expect(broken.map(({ faults, violations }) => ({ faults, violations }))).toEqual([]);
    expect(runs).toBeGreaterThan(10);
  });

  it('does the same with the same seed', async () => {
    const run = async () => {
      const { evidence, faults, figures } = await simulateFaults({ ...simulationOf(CORRECT), seed: 5 });
      return JSON.stringify({ evidence, faults, figures });
    };
    const runs: string[] = [];
    // Called from one line of code, because the stacks of errors contain it.
    while (runs.length < 2) runs.push(await run());
    expect(runs[0]).toBe(runs[1]);
  });

  it('replays a list of faults, and only those', async () => {
    const { passed, data } = await replayTask({ ...CORRECT, seed: 3, faults: 'n1.1:40 crash_after 0' });
    expect(passed).toBe(true);
    expect(data).toMatchObject({ faults: [{ call: 'n1.1:40', kind: 'crash_after', ms: 0 }] });
  });
});
