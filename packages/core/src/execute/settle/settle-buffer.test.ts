import type { Execution } from '@scheduler/contracts';
import {
  type ExecutionRepository,
  type Outcome,
  rescueExecution,
  settleExecution,
  type SettleExecutions,
  type Settlement,
} from '@scheduler/contracts/adapter';
import { fakePort } from '../../test-support/fake-port.js';
import { ManualClock, settle } from '../../test-support/manual-clock.js';
import { RecordingLogger } from '../../test-support/recording-logger.js';
import { claimedExecution, minute } from '../../test-support/samples.js';
import { SettleBuffer } from './settle-buffer.js';

const done: Outcome = { kind: 'succeeded', output: null };
const settlementOf = (id: string): Settlement => ({ execution: claimedExecution({ id }), outcome: done });
const settledAs = (id: string): Execution => settleExecution(claimedExecution({ id }), done, minute(1));
const rescued = (id: string): Execution => rescueExecution(claimedExecution({ id }), null, minute(2));

function setUp(answers: Partial<ExecutionRepository>, giveUpAfterMs = 30_000) {
  const clock = new ManualClock();
  const logger = new RecordingLogger();
  const executions = fakePort<ExecutionRepository>(answers);
  const buffer = new SettleBuffer({ executions, clock, logger, giveUpAfterMs });
  return { clock, logger, executions, buffer };
}

/** Fails so many times, then settles whatever it is asked to. */
function failing(times: number) {
  let calls = 0;
  return async ({ settlements }: SettleExecutions) => {
    if (++calls <= times) throw new Error('connection lost');
    return settlements.map(({ execution }) => settledAs(execution.id));
  };
}

const groups = (requests: readonly unknown[]) =>
  (requests as SettleExecutions[]).map(({ settlements }) => settlements.map(({ execution }) => execution.id));

describe('SettleBuffer', () => {
  it('writes what ends together in one group and gives each its own result', async () => {
    const { buffer, executions } = setUp({
      settle: async ({ settlements }) =>
        settlements.map(({ execution: { id } }) => (id === 'b' ? null : settledAs(id))),
    });
    const results = await Promise.all(['a', 'b', 'c'].map((id) => buffer.settle(settlementOf(id))));
    expect(results.map((result) => result?.id ?? null)).toEqual(['a', null, 'c']);
    expect(groups(executions.of('settle'))).toEqual([['a', 'b', 'c']]);
  });

  it('asks nobody about a refusal that followed no failure: the lease was lost', async () => {
    const { buffer, executions } = setUp({ settle: async () => [null] });
    expect(await buffer.settle(settlementOf('a'))).toBeNull();
    expect(executions.of('get')).toEqual([]);
  });

  it('tries again while the store is out of reach, ever more slowly', async () => {
    const { buffer, clock, executions, logger } = setUp({ settle: failing(4) });
    const result = buffer.settle(settlementOf('a'));
    const calls: number[] = [];
    for (let ms = 0; ms < 2_000; ms += 50) {
      await clock.advance(ms === 0 ? 0 : 50);
      calls.push(executions.of('settle').length);
    }
    expect(await result).toMatchObject({ id: 'a', status: 'success' });
    const instants = [1, 2, 3, 4, 5].map((count) => calls.indexOf(count) * 50);
    const waits = instants.slice(1).map((at, index) => at - instants[index]!);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits.every((wait) => wait > 0 && wait <= 2_000)).toBe(true);
    expect(logger.messages).toEqual(['warn: settling failed', 'warn: settling works again']);
  });

  it('never waits longer than 2 s between two tries', async () => {
    const { buffer, clock } = setUp({ settle: failing(Infinity) });
    void buffer.settle(settlementOf('a'));
    for (let i = 0; i < 20; i++) {
      await settle();
      expect(clock.waiting[0] ?? 0).toBeLessThanOrEqual(2_000);
      await clock.advance(1_000);
    }
  });

  it('takes a refusal after a failure for its own success if the list of attempts shows it', async () => {
    const stored = settledAs('a');
    let calls = 0;
    const { buffer, clock } = setUp({
      settle: async () => {
        if (++calls === 1) throw new Error('the answer got lost after the commit');
        return [null];
      },
      get: async () => stored,
    });
    const result = buffer.settle(settlementOf('a'));
    await clock.advance(1_000);
    expect(await result).toBe(stored);
  });

  it.each<[string, Execution | null]>([
    ['was rescued from us', rescued('a')],
    [
      'has an attempt of another fence only',
      { ...settledAs('a'), attempts: [{ ...settledAs('a').attempts[0]!, fence: 2 }] },
    ],
    ['is gone', null],
  ])('takes a refusal after a failure for a lost lease if the execution %s', async (_, stored) => {
    let calls = 0;
    const { buffer, clock } = setUp({
      settle: async () => {
        if (++calls === 1) throw new Error('connection lost');
        return [null];
      },
      get: async () => stored,
    });
    const result = buffer.settle(settlementOf('a'));
    await clock.advance(1_000);
    expect(await result).toBeNull();
  });

  it('tries again where the store fails while it is asked about a refusal', async () => {
    let gets = 0;
    let settles = 0;
    const { buffer, clock } = setUp({
      settle: async () => {
        if (++settles === 1) throw new Error('connection lost');
        return [null];
      },
      get: async () => {
        if (++gets === 1) throw new Error('connection lost');
        return settledAs('a');
      },
    });
    const result = buffer.settle(settlementOf('a'));
    await clock.advance(1_000);
    expect(await result).toMatchObject({ id: 'a' });
  });

  it('gives up when the lease is over: by then the execution is another’s', async () => {
    const { buffer, clock, executions } = setUp({ settle: failing(Infinity) }, 5_000);
    const result = buffer.settle(settlementOf('a'));
    await clock.advance(4_000);
    const tried = executions.of('settle').length;
    await clock.advance(4_000);
    expect(await result).toBeNull();
    expect(executions.of('settle').length).toBeGreaterThan(tried);
    const last = executions.of('settle').length;
    await clock.advance(60_000);
    expect(executions.of('settle')).toHaveLength(last);
  });

  it('tries a group one by one after three failures: one bad settlement must not hold up the others', async () => {
    const { buffer, clock, executions } = setUp({
      settle: async ({ settlements }) => {
        if (settlements.some(({ execution }) => execution.id === 'bad'))
          throw new Error('value out of range');
        return settlements.map(({ execution }) => settledAs(execution.id));
      },
    });
    const results = Promise.all(['a', 'bad', 'c'].map((id) => buffer.settle(settlementOf(id))));
    await clock.advance(60_000);
    expect((await results).map((result) => result?.id ?? null)).toEqual(['a', null, 'c']);
    expect(groups(executions.of('settle')).slice(0, 6)).toEqual([
      ['a', 'bad', 'c'],
      ['a', 'bad', 'c'],
      ['a', 'bad', 'c'],
      ['a'],
      ['bad'],
      ['c'],
    ]);
  });

  it('takes a refusal for its own success where the write of the whole group got through unseen', async () => {
    let calls = 0;
    const { buffer, clock } = setUp({
      settle: async ({ settlements }) => {
        if (++calls <= 3) throw new Error('the answer got lost after the commit');
        return settlements.map(() => null);
      },
      get: async ({ id }) => settledAs(id),
    });
    const results = Promise.all(['a', 'b'].map((id) => buffer.settle(settlementOf(id))));
    await clock.advance(1_000);
    expect((await results).map((result) => result?.id)).toEqual(['a', 'b']);
  });

  it('waits 50 ms before it tries again', async () => {
    const { buffer, clock } = setUp({ settle: failing(1) });
    const result = buffer.settle(settlementOf('a'));
    await settle();
    expect(clock.waiting).toEqual([50]);
    await clock.advance(50);
    expect(await result).toMatchObject({ id: 'a' });
  });

  it('writes at most 1,000 at once', async () => {
    const { buffer, executions } = setUp({ settle: failing(0) });
    await Promise.all(Array.from({ length: 1_001 }, (_, i) => buffer.settle(settlementOf(`e${i}`))));
    expect(groups(executions.of('settle')).map((group) => group.length)).toEqual([1_000, 1]);
  });
});
