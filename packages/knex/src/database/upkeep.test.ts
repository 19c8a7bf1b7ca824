import { JobResult, defineHandler } from '@scheduler/contracts';
import { createSchedulerNode, SystemClock } from '@scheduler/core';
import type { KnexStore } from '../knex-store.js';
import { DATABASES, onEach } from '../test-support/on-database.js';

const EXPECTED = {
  sqlite: [/^VACUUM$/, /^ANALYZE \S*jobs$/],
  postgres: [/^VACUUM \(ANALYZE\) \S*jobs$/, /^VACUUM \(ANALYZE\) \S*executions$/],
  mariadb: [/^OPTIMIZE TABLE \S*jobs, /, /^ANALYZE TABLE \S*jobs, /],
};

onEach(DATABASES, (database) => {
  let store: KnexStore;

  beforeAll(() => {
    store = database.store();
  });

  afterAll(() => store.close());

  it('runs the maintenance of the database when it is asked for, and only then (F249)', async () => {
    const handler = defineHandler({ type: 'work', handle: () => JobResult.success() });
    const node = createSchedulerNode({ store, clock: new SystemClock(), handlers: [handler] });
    await node.scheduler.enqueue({ type: 'work' });
    await node.drain();
    expect((await node.prune()).upkeep).toBeUndefined();
    const { upkeep = [] } = await node.prune({ upkeep: true });
    for (const expected of EXPECTED[database.name])
      expect(upkeep).toContainEqual(expect.stringMatching(expected));
    expect(upkeep.join()).not.toContain('migrations');
    await node.scheduler.enqueue({ type: 'work' });
    expect((await node.drain()).executions).toHaveLength(1);
    await node.stop();
  });

  it('names each statement before it runs', async () => {
    await store.open();
    const named: string[] = [];
    expect(await store.upkeep?.run({ onStatement: (statement) => named.push(statement) })).toEqual(named);
  });
});

onEach(['postgres'], (database) => {
  it('lets the connection have its timeout back', async () => {
    const store = database.store();
    await store.open();
    const timeoutOf = async () => {
      const { rows } = (await store.knex.raw('SHOW statement_timeout')) as { rows: readonly unknown[] };
      return rows[0];
    };
    const before = await timeoutOf();
    await store.upkeep?.run();
    expect(await timeoutOf()).toEqual(before);
    expect(before).toEqual({ statement_timeout: '10s' });
    await store.close();
  });
});
