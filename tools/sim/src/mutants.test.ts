import { type Fault, NO_FAULTS, simulateFaults } from '@scheduler/testing';
import { MUTANTS } from './mutants/index.js';
import { runSeeds, type SeedResult, shrunk } from './seeds.js';
import { simulationOf } from './simulation-of.js';

/** Bugs that show without faults: two healthy nodes are enough for the first, a handler that dies for the others. */
const HARMFUL_BY_ITSELF = new Set([
  'insert-then-advance',
  'attempts-counted-at-failure',
  'starts-not-stored',
]);

/** Faults that have no effect on the result. */
const IRRELEVANT = ['n1.1:2', 'n1.1:4', 'n2.1:3', 'n2.1:5'].map((call): Fault => ({
  call,
  kind: 'clock_jump',
  ms: 1_000,
}));

/** `npm run sim -- --mutants`, which is a step of `npm test`, checks that each of them is found. */
describe('planted bugs', () => {
  // A mutant that fails without faults would be found for the wrong reason.
  it.each(MUTANTS.filter(({ name }) => !HARMFUL_BY_ITSELF.has(name)))(
    '$name does no harm without faults',
    async ({ name: mutant, workload }) => {
      const simulation = simulationOf({
        mutant,
        workload: workload === undefined ? 'recurring' : 'short workflows',
      });
      const { violations } = await simulateFaults({ ...simulation, seed: 1, faults: NO_FAULTS });
      expect(violations).toEqual([]);
    },
  );

  it('are shown with the few faults that they need', async () => {
    const names = { mutant: 'advance-then-insert', workload: 'recurring' };
    const found: SeedResult[] = [];
    await runSeeds({ first: 1, count: 150, ...names, untilBroken: false }, (result) => found.push(result));
    // Of many faults some hold each other up, so that none of them can be left out alone.
    const killer = found.find(({ violations, faults }) => violations.length > 0 && faults.length <= 4);
    expect(killer).toBeDefined();
    if (killer === undefined) return;
    // A call has one fault: one that does no harm must not replace one that does.
    const taken = new Set(killer.faults.map(({ call }) => call));
    const irrelevant = IRRELEVANT.filter(({ call }) => !taken.has(call));
    expect(irrelevant).not.toEqual([]);
    const padded = { ...killer, faults: [...killer.faults, ...irrelevant] };
    const smallest = await shrunk(padded, names);
    expect(smallest?.violations.map(({ promise }) => promise)).toContain('A');
    expect(smallest?.faults.length).toBeLessThanOrEqual(2);
    const calls = new Set(smallest?.faults.map(({ call }) => call));
    expect(irrelevant.filter(({ call }) => calls.has(call))).toEqual([]);
  });
});
