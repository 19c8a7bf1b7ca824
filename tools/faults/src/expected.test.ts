import { evaluate } from './test-support/programs.js';

const instants = (trigger: object, activeFrom = '2027-01-01T00:00:00Z'): Promise<readonly string[]> =>
  evaluate(
    'workload/expected.mjs',
    `module.expectedInstants({
      trigger: ${JSON.stringify(trigger)},
      startAt: new Date('2027-01-01T00:00:00.500Z'),
      endAt: new Date('2027-01-01T00:00:04.500Z'),
    }, new Date('${activeFrom}'))`,
  );

const seconds = (found: readonly string[]) => found.map((at) => Number(at.slice(17, -1)));

describe('the expected instants', () => {
  it('of an interval count from the start of its window, which is included like its end', async () => {
    const every = await instants({ kind: 'every', durationMs: 2_000, anchor: null });
    expect(seconds(every)).toEqual([0.5, 2.5, 4.5]);
  });

  it('begin when the job was stored', async () => {
    const every = { kind: 'every', durationMs: 2_000, anchor: null };
    expect(seconds(await instants(every, '2027-01-01T00:00:00.501Z'))).toEqual([2.5, 4.5]);
  });

  it('of an expression are whole seconds within the window', async () => {
    const cron = { kind: 'cron', expressions: ['* * * * * *'], zone: 'UTC' };
    const dst = { gap: 'after', repeat: 'first' };
    expect(seconds(await instants({ ...cron, dst }))).toEqual([1, 2, 3, 4]);
  });
});
