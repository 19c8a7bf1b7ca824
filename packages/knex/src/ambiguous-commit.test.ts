import { buildExecution, buildJob } from '@scheduler/testing';
import type { KnexStore } from './knex-store.js';
import { onEach, SERVERS } from './test-support/on-database.js';
import { rejection } from './test-support/rejection.js';
import { TcpProxy } from '@scheduler/test-support';

onEach(SERVERS, (database) => {
  const proxy = new TcpProxy(new URL(database.url));
  let store: KnexStore;
  let now: Date;

  beforeAll(async () => {
    store = database.store({ connection: await proxy.start() });
    await store.open();
  });
  afterAll(async () => {
    await store.close();
    await proxy.stop();
  });
  beforeEach(async () => {
    await database.empty();
    now = await store.schedules.now();
  });

  /** The reply to the statement with this text is lost exactly once. */
  async function losing(text: string, write: () => Promise<unknown>): Promise<void> {
    const before = proxy.lost;
    proxy.loseReplyTo(text);
    await write();
    expect(proxy.lost).toBe(before + 1);
  }

  it('reports jobs as added that were committed before the connection broke', async () => {
    const job = buildJob(now, { name: `canary-${now.getTime()}` });
    await losing(job.name, () => store.schedules.add({ jobs: [job] }));
    expect(await database.table('jobs')).toHaveLength(1);
    expect((await rejection(store.schedules.add({ jobs: [job] }))).code).toBe('JOB_ALREADY_EXISTS');
  });

  it('reports executions as added that were committed before the connection broke', async () => {
    const execution = buildExecution(now, { id: `canary-${now.getTime()}` });
    await losing(execution.id, () => store.executions.add({ executions: [execution] }));
    expect(await database.table('executions')).toHaveLength(1);
  });

  it('reports a large batch as added whose transaction was committed before the connection broke', async () => {
    const executions = Array.from({ length: 2_500 }, () => buildExecution(now));
    await losing('COMMIT', () => store.executions.add({ executions }));
    const [counted] = await database.table('executions').count({ total: '*' });
    expect(Number(counted!['total'])).toBe(2_500);
  });

  it('fails with STORE_UNAVAILABLE when nothing was written', async () => {
    const execution = buildExecution(now);
    const added = proxy.stop().then(() => store.executions.add({ executions: [execution] }));
    expect((await rejection(added)).code).toBe('STORE_UNAVAILABLE');
    expect(await database.table('executions')).toHaveLength(0);
  });
});
