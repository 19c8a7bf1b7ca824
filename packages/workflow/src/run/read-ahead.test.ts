import type { Execution } from '@scheduler/contracts';
import { buildExecution, SettableClock } from '@scheduler/testing';
import { ReadAhead } from './read-ahead.js';
import type { PreparedSteps } from './step-reader.js';

const START = new Date('2030-01-01T00:00:00Z');

function steps(count: number): readonly Execution[] {
  return Array.from({ length: count }, (_, index) => ({
    ...buildExecution(START),
    id: `step-${index}`,
    fence: 1,
  }));
}

function reading(
  answer: () => Promise<PreparedSteps> = async () => nothing,
  isKnown: (step: Execution) => boolean = () => false,
) {
  const clock = new SettableClock(START.toISOString());
  const reads: (readonly string[])[] = [];
  const read = (claimed: readonly Execution[]) => {
    reads.push(claimed.map(({ id }) => id));
    return answer();
  };
  const ahead = new ReadAhead({ read, isKnown, clock });
  return { ahead, reads, clock };
}

const nothing: PreparedSteps = { runs: new Map(), executions: new Map() };

describe('ReadAhead', () => {
  it('reads once for all steps that were claimed together, before any of them starts', async () => {
    const { ahead, reads } = reading();
    const claimed = steps(3);
    ahead.claimed(claimed);
    expect(reads).toEqual([['step-0', 'step-1', 'step-2']]);
    for (const step of claimed) expect(await ahead.take(step)).toBe(nothing);
    expect(reads).toHaveLength(1);
  });

  it('reads for a hundred steps at a time, the next hundred when the first of those before starts', async () => {
    const { ahead, reads } = reading();
    const claimed = steps(250);
    ahead.claimed(claimed);
    expect(reads.map(({ length }) => length)).toEqual([100]);
    for (const step of claimed.slice(0, 1)) await ahead.take(step);
    expect(reads.map(({ length }) => length)).toEqual([100, 100]);
    for (const step of claimed.slice(1)) expect(await ahead.take(step)).toBe(nothing);
    expect(reads.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(new Set(reads.flat()).size).toBe(250);
  });

  it('reads again for those that start too long after the read', async () => {
    const { ahead, reads, clock } = reading();
    const claimed = steps(3);
    ahead.claimed(claimed);
    await ahead.take(claimed[0] as Execution);
    await clock.advance(101);
    await ahead.take(claimed[1] as Execution);
    await ahead.take(claimed[2] as Execution);
    expect(reads).toEqual([
      ['step-0', 'step-1', 'step-2'],
      ['step-1', 'step-2'],
    ]);
  });

  it('reads only for steps of which something is not known, as long as it is known', async () => {
    const known = new Set(steps(100).map(({ id }) => id));
    const { ahead, reads } = reading(undefined, ({ id }) => known.has(id));
    const claimed = steps(250);
    ahead.claimed(claimed);
    expect(reads).toEqual([]);
    ahead.skip(claimed[0] as Execution);
    expect(reads.map(({ length }) => length)).toEqual([100]);
    // The first hundred have waited for so long that they are not known any more.
    known.clear();
    for (const step of claimed.slice(1, 100)) expect(await ahead.take(step)).toBe(nothing);
    expect(reads.map(({ length }) => length)).toEqual([100, 99]);
    expect(await ahead.take(claimed[0] as Execution)).toBeNull();
  });

  it('knows nothing of another claim, of a step that was taken, and after a run has changed', async () => {
    const { ahead } = reading();
    const [first, second] = steps(2) as [Execution, Execution];
    ahead.claimed([first, second]);
    expect(await ahead.take({ ...first, fence: 2 })).toBeNull();
    expect(await ahead.take(first)).toBe(nothing);
    expect(await ahead.take(first)).toBeNull();
    ahead.forget();
    expect(await ahead.take(second)).toBeNull();
  });

  it('forgets what was given back instead of started', async () => {
    const { ahead, clock } = reading();
    const [first, second] = steps(2) as [Execution, Execution];
    ahead.claimed([first]);
    await clock.advance('6s');
    ahead.claimed([second]);
    expect(await ahead.take(first)).toBeNull();
    expect(await ahead.take(second)).toBe(nothing);
  });

  it('leaves the reading to the steps where a read fails', async () => {
    const { ahead } = reading(() => Promise.reject(new Error('the store is away')));
    const claimed = steps(2);
    ahead.claimed(claimed);
    for (const step of claimed) expect(await ahead.take(step)).toBeNull();
  });
});
