import { defineHandler, type HandledJob, trigger } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import { eventually } from '@scheduler/test-support';
import { onDatabase } from '../test-support/on-database.js';
import { TestNodes } from '../test-support/test-nodes.js';

/** Work that starts within a third of this interval must have been notified. */
const POLL_MS = 60_000;
const SOON_MS = POLL_MS / 3;

onDatabase('postgres', (database) => {
  const nodes = new TestNodes(database);
  let started: string[];
  let other: SchedulerNode;

  const begun = (name: string) => eventually(`the start of ${name}`, () => started.includes(name), SOON_MS);

  beforeEach(async () => {
    await database.empty();
    started = [];
    const note = defineHandler({
      type: 'note',
      handle: (job: HandledJob<string>) => void started.push(job.payload),
    });
    await nodes.start({ handlers: [note], config: { pollInterval: POLL_MS } });
    other = await nodes.open();
    // From here on the first node has polled its queue, and waits.
    await other.scheduler.enqueue({ type: 'note', payload: 'first' });
    await begun('first');
  });
  afterEach(() => nodes.stop());

  it('starts work that another node enqueued long before its next poll', async () => {
    await other.scheduler.enqueue({ type: 'note', payload: 'second' });
    await begun('second');
    await other.scheduler.enqueueMany([
      { type: 'note', payload: 'third' },
      { type: 'note', payload: 'fourth' },
    ]);
    await Promise.all([begun('third'), begun('fourth')]);
  });

  it('fires a job that another node scheduled long before its next poll', async () => {
    await other.scheduler.schedule({ type: 'note', trigger: trigger.now(), payload: 'scheduled' });
    await begun('scheduled');
  });

  it('is woken up by a transaction of the caller when it commits, and not before', async () => {
    const before: string[] = [];
    await database.knex.transaction(async (transaction) => {
      await other.scheduler.enqueue({ type: 'note', payload: 'in transaction' }, { transaction });
      // Another execution wakes the node up meanwhile, which must not start the first one.
      await other.scheduler.enqueue({ type: 'note', payload: 'besides' });
      await begun('besides');
      before.push(...started);
    });
    expect(before).not.toContain('in transaction');
    await begun('in transaction');
  });

  it('is not woken up by a transaction that rolls back', async () => {
    const rolledBack = database.knex.transaction(async (transaction) => {
      await other.scheduler.enqueue({ type: 'note', payload: 'never' }, { transaction });
      throw new Error('roll back');
    });
    await expect(rolledBack).rejects.toThrow('roll back');
    await other.scheduler.enqueue({ type: 'note', payload: 'after' });
    await begun('after');
    expect(started).not.toContain('never');
  });

  it('is notified again after its listening connection was killed', async () => {
    const listening = () =>
      database
        .knex('pg_stat_activity')
        .whereLike('query', `LISTEN ${database.prefix}%`)
        .pluck<number[]>('pid');
    const before = await listening();
    expect(before).toHaveLength(2);
    for (const pid of before) await database.knex.raw('SELECT pg_terminate_backend(?)', [pid]);
    await eventually('new listeners', async () => {
      const now = await listening();
      return now.length === 2 && now.every((pid) => !before.includes(pid));
    });
    await other.scheduler.enqueue({ type: 'note', payload: 'again' });
    await begun('again');
  });
});
