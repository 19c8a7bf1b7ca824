import { NO_FAULTS, simulateFaults } from '@scheduler/testing';
import { MUTANTS } from './mutants/index.js';
import { runSeeds, type SeedResult, shrunk } from './seeds.js';
import { simulationOf } from './simulation-of.js';

const MOST_SEEDS = 300;
/** Two healthy nodes are enough for the one, a handler that dies for the other. */
const HARMFUL_BY_ITSELF = new Set(['insert-then-advance', 'attempts-counted-at-failure']);

jest.setTimeout(120_000);

async function killerOf(mutant: string): Promise<SeedResult | undefined> {
  const found: SeedResult[] = [];
  await runSeeds({ first: 1, count: MOST_SEEDS, mutant, workload: null, untilBroken: true }, (result) =>
    found.push(result),
  );
  return found.find(({ violations }) => violations.length > 0);
}

describe('planted bugs', () => {
  it.each(MUTANTS.map(({ name }) => name))('%s is found', async (name) => {
    expect((await killerOf(name))?.violations).not.toHaveLength(0);
  });

  // A mutant that fails by itself would be found for the wrong reason.
  it.each(MUTANTS.map(({ name }) => name).filter((name) => !HARMFUL_BY_ITSELF.has(name)))(
    '%s does no harm where nothing fails',
    async (mutant) => {
      const simulation = simulationOf({ mutant, workload: 'recurring' });
      const { violations } = await simulateFaults({ ...simulation, seed: 1, faults: NO_FAULTS });
      expect(violations).toEqual([]);
    },
  );

  it('are shown with the few faults that they need', async () => {
    const names = { mutant: 'advance-then-insert', workload: null };
    const killer = await killerOf(names.mutant);
    const smallest = killer === undefined ? null : await shrunk(killer, names);
    expect(smallest?.violations).not.toHaveLength(0);
    expect(smallest?.faults.length).toBeLessThanOrEqual(4);
    expect(smallest?.faults.length).toBeLessThan(killer?.faults.length ?? 0);
  });
});
