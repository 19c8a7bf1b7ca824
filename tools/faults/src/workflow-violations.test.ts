import { evaluate } from './test-support/programs.js';

interface Place {
  readonly step: string;
  readonly done: readonly string[];
  readonly undone: readonly string[];
}

interface Case {
  readonly status: string;
  readonly ends?: string;
  readonly places: readonly Place[];
}

/** Judges all cases in one program, since starting one takes a moment. */
function judged(cases: readonly Case[]): Promise<readonly (readonly string[])[]> {
  const facts = cases.map(({ status, ends = status, places }) => ({
    planned: [{ id: 'order', ends }],
    workflows: { runs: status === 'missing' ? [] : [{ id: 'order', status }] },
    places: places.map((place) => ({ run: 'order', index: null, ...place })),
  }));
  return evaluate(
    'harness/workflow-violations.mjs',
    `${JSON.stringify(facts)}.map((facts) => module.workflowViolations(facts))`,
  );
}

const DONE: Place = { step: 'pack', done: ['1'], undone: [] };
const UNDONE: Place = { step: 'pack', done: ['1'], undone: ['2'] };

describe('the ledger against runs of workflows', () => {
  it('has nothing against runs that completed or were undone', async () => {
    const onlyTried: Place = { step: 'pack', done: [], undone: ['2'] };
    const cases: readonly Case[] = [
      { status: 'completed', places: [DONE] },
      { status: 'compensated', places: [UNDONE, onlyTried] },
    ];
    expect(await judged(cases)).toEqual([[], []]);
  });

  it('finds steps that were done twice, undone twice, undone without need or not at all, and wrong ends', async () => {
    const cases: readonly Case[] = [
      { status: 'completed', places: [{ ...DONE, done: ['1', '3'] }] },
      { status: 'compensated', places: [{ ...UNDONE, undone: ['2', '4'] }] },
      { status: 'completed', places: [UNDONE] },
      { status: 'compensated', places: [DONE] },
      { status: 'failed', ends: 'completed', places: [] },
      { status: 'missing', ends: 'completed', places: [] },
    ];
    expect((await judged(cases)).flat()).toEqual([
      'step pack of workflow order was carried out by 2 executions',
      'step pack of workflow order was undone by 2 executions',
      'step pack of workflow order was undone, and the run is completed',
      'step pack of workflow order was done and never undone, and the run is compensated',
      'workflow order is failed, and its input demands completed',
      'workflow order is missing, and its input demands completed',
    ]);
  });
});
