import { type Child, startChild } from './test-support/child-process.js';
import { eventually } from '@scheduler/test-support';
import { DATABASES, onEach } from './test-support/on-database.js';
import { TestNodes } from './test-support/test-nodes.js';

const CONFIG = { circuits: { api: { failureThreshold: 3, resetTimeout: '1h' } } };

onEach(DATABASES, (database) => {
  const nodes = new TestNodes(database);
  let children: Child[] = [];

  beforeEach(async () => {
    await database.empty();
    const start = () => startChild('limited-process.ts', [database.url, database.prefix]);
    children = [start(), start()];
    for (const { messages } of children) await eventually('a start', () => messages.includes('ready'));
  });

  afterEach(async () => {
    await Promise.all(children.map((child) => child.end()));
    await nodes.stop();
  });

  const ran = (type: string) =>
    children.flatMap(({ messages }) => messages).filter((message) => message === type).length;
  const many = (type: string, count: number, more: object = {}) =>
    Array.from({ length: count }, () => ({ type, queue: type, ...more }));
  const waiting = async (reason: string) =>
    Number((await database.table('executions').where({ reason_code: reason }).count({ n: '*' }))[0]!['n']);

  it('two processes start no more together than one bucket has tokens (F161)', async () => {
    const { scheduler } = await nodes.open();
    await scheduler.enqueueMany([...many('limited', 30), ...many('free', 30)]);
    await eventually('all tokens taken', () => ran('limited') >= 5 && ran('free') >= 6);
    // When all others of the type are deferred, both processes have polled more than once.
    await eventually('the others to wait', async () => (await waiting('rate_limited')) === 24);
    expect([ran('limited'), ran('free')]).toEqual([5, 6]);
    // Executions that the queue may not run were never claimed.
    const untouched = await database.table('executions').where({ queue: 'limited', fence: 0 });
    expect(untouched).toHaveLength(25);
    expect(await database.table('executions').where({ status: 'pending' }).whereNot({ tries: 0 })).toEqual(
      [],
    );
  });

  it('two processes open one circuit together, and both respect it (F165)', async () => {
    const { circuits, scheduler } = await nodes.open({ config: CONFIG });
    await scheduler.enqueueMany(many('failing', 30, { circuit: 'api', maxRetries: 0 }));
    await eventually('an open circuit', async () => (await circuits.getState('api')).state === 'open');
    await eventually(
      'the others to wait',
      async () => (await waiting('circuit_open')) + ran('failing') === 30,
    );
    // Three failures open the circuit; executions that run in the other process at that moment fail too.
    expect(ran('failing')).toBeGreaterThanOrEqual(3);
    expect(ran('failing')).toBeLessThanOrEqual(10);
    const before = ran('failing');

    // Once the circuit allows trials, there is one at a time over both processes.
    await database.write(() => database.table('circuits').update({ retry_at: 1 }));
    await eventually('a trial', async () => {
      // A process that has not read the new state yet defers them again.
      const deferred = () => database.table('executions').where({ reason_code: 'circuit_open' });
      await database.write(() => deferred().update({ available_at: 1 }));
      return ran('failing') > before;
    });
    await eventually('an open circuit', async () => (await circuits.getState('api')).failures === 4);
    await eventually('the others to wait', async () => (await waiting('circuit_open')) === 30 - before - 1);
    expect(ran('failing')).toBe(before + 1);
  });

  it('two processes respect a global limit of 3, a rate of 100 a minute and an open circuit together', async () => {
    const { circuits, scheduler, queues } = await nodes.open({ config: CONFIG });
    await queues.limit('guarded', 3);
    const partner = { queue: 'guarded', circuit: 'api', maxRetries: 0 };
    const began = Date.now();
    await scheduler.enqueueMany(many('failing', 3, partner));
    await eventually('an open circuit', async () => (await circuits.getState('api')).state === 'open');
    await scheduler.enqueueMany([
      ...many('failing', 10, { ...partner, priority: 'critical' }),
      ...many('guarded', 150),
    ]);

    // Three tokens were spent on the failures that opened the circuit; deferred executions give theirs back.
    await eventually('all tokens taken', () => ran('guarded') >= 97);
    await eventually('the rest to wait', async () => (await waiting('circuit_open')) === 10);
    const refilled = ((Date.now() - began) / 60_000) * 100;
    expect(ran('guarded') + ran('failing')).toBeLessThanOrEqual(100 + Math.ceil(refilled));
    expect(ran('failing')).toBe(3);

    const held = await database.table('executions').where({ queue: 'guarded' }).whereNotNull('started_at');
    expect(mostAtOnce(held)).toBe(3);
    expect(new Set(held.map(({ owner }) => owner)).size).toBe(2);
    expect(await database.table('executions').where({ status: 'pending' }).whereNot({ tries: 0 })).toEqual(
      [],
    );
  });
});

/** The largest number of leases at the same time, by the times of the store. */
function mostAtOnce(rows: readonly Record<string, unknown>[]): number {
  const changes = rows.flatMap(({ started_at, finished_at }) => [
    { at: Number(started_at), by: 1 },
    { at: finished_at === null ? Infinity : Number(finished_at), by: -1 },
  ]);
  // A lease that ends and one that begins in the same millisecond do not overlap.
  changes.sort((a, b) => a.at - b.at || a.by - b.by);
  let [now, most] = [0, 0];
  for (const { by } of changes) most = Math.max(most, (now += by));
  return most;
}
