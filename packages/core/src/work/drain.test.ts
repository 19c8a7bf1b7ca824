import type { Execution } from '@scheduler/contracts';
import { some, workerOn } from '../test-support/worker.js';
import { drain } from './drain.js';

describe('drain (F238)', () => {
  function draining(claims: Execution[][], isStopping = () => false) {
    const set = workerOn({ claims });
    const parts = {
      ...set,
      claims: { claim: set.executions.claim, foreignTypes: [] },
      waiting: { queues: { waitingTypes: async () => [] }, handlers: { supports: () => true } },
      queues: { default: 2, reports: 1 },
      leaseMs: 30_000,
      isStopping,
    };
    return { ...set, run: (options = {}) => drain(parts, options) };
  }

  it('runs what is claimable until nothing is left', async () => {
    const { claimed, run } = draining([some(2), some(1, 'reports')]);
    const { executions } = await run();
    expect(executions.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'default-0 success',
      'default-1 success',
      'reports-0 success',
    ]);
    expect(claimed().map(({ lanes }) => lanes.map(({ queue }) => queue))).toEqual([
      ['default'],
      ['reports'],
      ['default'],
      ['reports'],
    ]);
  });

  it('looks into the queues that it is given only', async () => {
    const { claimed, run } = draining([]);
    await run({ queues: ['mails', 'default'] });
    expect(claimed().flatMap(({ lanes }) => lanes)).toEqual([
      { queue: 'mails', limit: 1 },
      { queue: 'default', limit: 2 },
    ]);
  });

  it('stops at its limit', async () => {
    const { claimed, run } = draining([some(2), some(1), some(2)]);
    expect((await run({ limit: 3, queues: ['default'] })).executions).toHaveLength(3);
    expect(claimed().map(({ lanes }) => lanes[0]?.limit)).toEqual([2, 1]);
  });

  it('has one limit for all queues together', async () => {
    const { claimed, run } = draining([some(1), some(1, 'reports'), some(1)]);
    expect((await run({ limit: 2 })).executions).toHaveLength(2);
    expect(claimed().map(({ lanes }) => lanes)).toEqual([
      [{ queue: 'default', limit: 2 }],
      [{ queue: 'reports', limit: 1 }],
    ]);
  });

  it('claims no more once its node stops', async () => {
    const answers = [false, true];
    const { claimed, run } = draining([some(1), [], some(1)], () => answers.shift() ?? true);
    expect((await run()).executions).toHaveLength(1);
    expect(claimed()).toHaveLength(2);
  });
});
