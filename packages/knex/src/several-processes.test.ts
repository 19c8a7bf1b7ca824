import { type Child, startChild } from './test-support/child-process.js';
import { eventually } from '@scheduler/test-support';
import { onDatabase } from './test-support/on-database.js';
import { TestNodes } from './test-support/test-nodes.js';

onDatabase('sqlite', (database) => {
  const nodes = new TestNodes(database);
  let children: Child[] = [];

  beforeEach(() => database.empty());
  afterEach(async () => {
    await Promise.all(children.map((child) => child.end()));
    await nodes.stop();
  });

  /** The lease is long, because one that expires on a slow machine would cause another attempt. */
  async function startTwo({ leaseMs = 30_000 } = {}): Promise<readonly [Child, Child]> {
    const start = () => startChild('worker-process.ts', [database.url, database.prefix, String(leaseMs)]);
    const two = [start(), start()] as const;
    children = [...two];
    for (const { messages } of two) await eventually('a start', () => messages.includes('ready'));
    return two;
  }

  const ran = ({ messages }: Child) => messages.filter((message) => typeof message === 'number');
  const items = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ type: 'count', payload: from + index }));
  const unsettled = async () =>
    Number((await database.table('executions').whereNot({ status: 'success' }).count({ n: '*' }))[0]!['n']);

  it('two processes on one file share the work, and nothing runs twice', async () => {
    const [one, two] = await startTwo();
    const { scheduler } = await nodes.open();
    let enqueued = 0;
    await eventually('a share of each', async () => {
      await scheduler.enqueueMany(items(enqueued, 50));
      enqueued += 50;
      return ran(one).length > 0 && ran(two).length > 0;
    });
    await eventually('the end of all', async () => (await unsettled()) === 0);
    await eventually('the last message', () => ran(one).length + ran(two).length >= enqueued);
    const all = [...ran(one), ...ran(two)];
    expect(all.length).toBe(enqueued);
    expect(new Set(all).size).toBe(enqueued);
    // The fence may be higher: on a slow machine, executions that wait too long for a slot go back to the queue and are claimed again.
    expect(await database.table('executions').whereNot({ tries: 1 })).toEqual([]);
  });

  it('one process finishes the work of another one that was killed (F215, F241)', async () => {
    const [one, two] = await startTwo({ leaseMs: 2_000 });
    const { scheduler } = await nodes.open();
    await scheduler.enqueueMany(items(0, 200));
    await eventually('some work', () => ran(one).length + ran(two).length > 20);
    await one.end('SIGKILL');
    await eventually('the end of all', async () => (await unsettled()) === 0);
    await eventually('the last message', () => new Set([...ran(one), ...ran(two)]).size === 200);
  });
});
