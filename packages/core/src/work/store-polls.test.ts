import type { NextAvailable } from '@scheduler/contracts/adapter';
import { settle } from '../test-support/manual-clock.js';
import { minute } from '../test-support/samples.js';
import { some, workerOn } from '../test-support/worker.js';

/** The instants of executions that wait, in milliseconds after the start. What is claimed disappears. */
function waitingAt(...instants: number[]) {
  const waiting = instants.map((ms) => minute(0).getTime() + ms);
  const nextAvailableAt = async ({ after }: NextAvailable) => {
    const those = waiting.filter((ms) => after === undefined || ms > after.getTime());
    return those.length === 0 ? null : new Date(Math.min(...those));
  };
  const take = (ms: number) => waiting.splice(waiting.indexOf(minute(0).getTime() + ms), 1);
  return { nextAvailableAt, take };
}

describe('polls of a queue that signals work (F115)', () => {
  it('come at the instant of later work that is behind work which cannot be claimed', async () => {
    const { nextAvailableAt } = waitingAt(-60_000, 700);
    const { claimed, clock, worker } = workerOn({ executions: { nextAvailableAt } });
    await worker.start();
    await clock.advance(699);
    const before = claimed().length;
    expect(before).toBeLessThanOrEqual(3);
    await clock.advance(1);
    expect(claimed()).toHaveLength(before + 1);
    await worker.stopClaiming();
  });

  it('are repeated for a moment where the time of the store was estimated too late, however long nothing came', async () => {
    const { nextAvailableAt, take } = waitingAt(10_250);
    let isThere = false;
    const claim = async () => {
      if (!isThere) return [];
      take(10_250);
      return some(1);
    };
    const { claimed, clock, settled, worker } = workerOn({ executions: { nextAvailableAt, claim } });
    await worker.start();
    await clock.advance(10_250);
    expect(settled).toEqual([]);
    const before = claimed().length;
    isThere = true;
    await clock.advance(20);
    expect(settled).toHaveLength(1);
    expect(claimed().length - before).toBeLessThanOrEqual(6);
    await worker.stopClaiming();
  });

  it('come at once for what became available while the answer of the store was awaited', async () => {
    const { nextAvailableAt, take } = waitingAt(-60_000, 700);
    let stallMs = 0;
    const slowly = async (request: NextAvailable) => {
      const answer = await nextAvailableAt(request);
      clock.skip(stallMs);
      stallMs = 0;
      return answer;
    };
    const later = some(1);
    const claim = async () => {
      if (clock.monotonicMs() < 700) return [];
      take(700);
      return later.splice(0);
    };
    const { clock, consumed, settled, worker } = workerOn({ executions: { nextAvailableAt: slowly, claim } });
    await worker.start();
    await clock.advance(650);
    stallMs = 200;
    await consumed[0]!.deliver({ queue: 'default', executionIds: [] });
    await settle();
    await clock.advance(10);
    expect(settled).toHaveLength(1);
    await worker.stopClaiming();
  });
});

describe('polls beside a queue with messages (F128)', () => {
  const messages = (nextAvailableAt: (request: NextAvailable) => Promise<Date | null>) =>
    workerOn({ delivery: 'message', executions: { nextAvailableAt, claimById: async () => [] } });

  it('come at the instant of later work that a message named too early', async () => {
    const { nextAvailableAt } = waitingAt(-100, 250);
    const { claimed, clock, consumed, worker } = messages(nextAvailableAt);
    await worker.start();
    await consumed[0]!.deliver({ queue: 'default', executionIds: ['later'] });
    await clock.advance(249);
    expect(claimed()).toEqual([]);
    await clock.advance(1);
    expect(claimed()).toHaveLength(1);
    await worker.stopClaiming();
  });

  it('come at once where a signal says that something may be claimable', async () => {
    const { claimed, consumed, worker } = messages(async () => null);
    await worker.start();
    await settle();
    expect(claimed()).toEqual([]);
    await consumed[0]!.deliver({ queue: 'default', executionIds: [] });
    await settle();
    expect(claimed()).toHaveLength(1);
    await worker.stopClaiming();
  });

  it('are as rare as the interval where messages bring everything', async () => {
    const { claimed, clock, consumed, executions, worker } = messages(async () => minute(-1));
    await worker.start();
    for (let second = 0; second < 5; second += 1) {
      await consumed[0]!.deliver({ queue: 'default', executionIds: ['gone'] });
      await clock.advance(900);
    }
    expect(claimed()).toEqual([]);
    expect(executions.of('nextAvailableAt').length).toBeLessThanOrEqual(11);
    await worker.stopClaiming();
  });
});
