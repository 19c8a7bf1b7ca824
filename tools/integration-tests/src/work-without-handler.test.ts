import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withBullmq } from '@scheduler/bullmq';
import {
  defineHandler,
  type Execution,
  type JobHandler,
  type SchedulerStore,
  silentLogger,
} from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerNode, SystemClock } from '@scheduler/core';
import { createKnexStore, type KnexStore } from '@scheduler/knex';
import { createMemoryStore } from '@scheduler/memory';
import { eventually } from '@scheduler/test-support';

const clock = new SystemClock();
const EACH = 40;
const prefixes: string[] = [];

/** Makes the stores of two nodes that share their data. */
type Stores = (unique: string, folder: string) => () => SchedulerStore;

const { SCHEDULER_TEST_POSTGRES_URL: postgres, SCHEDULER_TEST_MARIADB_URL: mariadb } = process.env;
const { SCHEDULER_TEST_REDIS_URL: redis } = process.env;

const sqlite: Stores = (_, folder) => () =>
  createKnexStore({ connection: `sqlite:${join(folder, 'test.db')}`, clock });
const onServer =
  (connection: string): Stores =>
  (unique) =>
  () =>
    createKnexStore({ connection, clock, tablePrefix: unique, migrate: true });

const STORES: Readonly<Record<string, Stores | null>> = {
  memory: () => {
    const store = createMemoryStore({ clock });
    return () => store;
  },
  sqlite,
  postgres: postgres === undefined ? null : onServer(postgres),
  mariadb: mariadb === undefined ? null : onServer(mariadb),
  bullmq:
    redis === undefined
      ? null
      : (unique, folder) => () =>
          withBullmq(sqlite(unique, folder)() as never, { url: redis, clock, keyPrefix: unique }),
};

/** Drops the tables on servers, which stay otherwise. */
async function dropTables(next: () => SchedulerStore): Promise<void> {
  const store = next() as SchedulerStore | undefined;
  const name = store?.capabilities.name;
  if (store === undefined || (name !== 'postgres' && name !== 'mysql')) return;
  await store.open();
  while ((await store.migrations?.down()) !== null);
  await (store as KnexStore).knex.schema.dropTableIfExists(`${prefixes.at(-1) ?? ''}migrations`);
  await store.close();
}

describe.each(Object.entries(STORES))('work without a handler on %s', (_, stores) => {
  const on = stores === null ? it.skip : it;
  let folder: string;
  let nodes: SchedulerNode[];
  let next: () => SchedulerStore;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'scheduler-handlers-'));
    nodes = [];
    prefixes.push(`h${Math.random().toString(36).slice(2, 9)}_`);
    next = stores?.(prefixes.at(-1) ?? '', folder) ?? (() => undefined as never);
  });
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await dropTables(next);
    rmSync(folder, { recursive: true, force: true });
  });

  function create(handlers: readonly JobHandler[]): SchedulerNode {
    const config = { unknownTypes: 'accept', pollInterval: 100, queues: { default: 4 } } as const;
    const node = createSchedulerNode({ store: next(), clock, handlers, logger: silentLogger, config });
    nodes.push(node);
    return node;
  }

  async function start(...handlers: readonly JobHandler[]): Promise<SchedulerNode> {
    const node = create(handlers);
    await node.start();
    return node;
  }

  const noting = (type: string, ran: string[]) =>
    defineHandler({ type, handle: ({ type: own }) => void ran.push(own) });
  const stored = async (node: SchedulerNode, executions: readonly Execution[]) =>
    Promise.all(executions.map(({ id }) => node.scheduler.getExecution(id)));
  const enqueue = (node: SchedulerNode, ...types: readonly string[]) =>
    node.scheduler.enqueueMany(types.map((type) => ({ type })));

  on('is left to the node that has one, and none of it fails', async () => {
    const [mails, faxes]: [string[], string[]] = [[], []];
    const one = await start(noting('mail', mails));
    await start(noting('fax', faxes));
    const types = Array.from({ length: EACH }, () => ['fax', 'mail']).flat();
    const executions = await enqueue(one, ...types);
    await eventually('the end of all', async () =>
      (await stored(one, executions)).every(({ status }) => status !== 'pending' && status !== 'running'),
    );
    const ended = await stored(one, executions);
    expect(ended.filter(({ status }) => status !== 'success')).toEqual([]);
    expect(ended.filter(({ attemptsUsed }) => attemptsUsed !== 1)).toEqual([]);
    expect([new Set(mails), new Set(faxes)]).toEqual([new Set(['mail']), new Set(['fax'])]);
    expect([mails.length, faxes.length]).toEqual([EACH, EACH]);
  });

  on('waits where nobody has one, is reported with type and number, and runs once there is one', async () => {
    const ran: string[] = [];
    const one = await start(noting('mail', ran));
    const letters = await enqueue(one, 'letter', 'letter', 'letter');
    const [mail] = await enqueue(one, 'mail');
    await eventually('the mail', async () => (await stored(one, [mail!]))[0]?.status === 'success');
    await eventually('the letters wait', async () => {
      const all = await stored(one, letters);
      return all.every(({ status, attemptsUsed }) => status === 'pending' && attemptsUsed === 0);
    });
    const { status, issues, components } = await one.health();
    expect(status).toBe('degraded');
    expect(issues).toEqual([
      expect.objectContaining({
        component: 'queue',
        severity: 'warning',
        code: 'NO_HANDLER',
        message: expect.stringMatching(/^3 executions wait in the queue 'default' .* type 'letter'/),
      }),
    ]);
    const letter = { type: 'letter', waiting: 3, since: expect.any(Date) };
    expect(components.queue.withoutHandler).toEqual([{ queue: 'default', ...letter }]);
    const [queue] = await one.queues.stats('default');
    expect(queue).toMatchObject({ available: 3, withoutHandler: [letter] });
    const late: string[] = [];
    await start(noting('letter', late));
    await eventually('the letters', () => late.length === 3);
    await eventually('their success', async () =>
      (await stored(one, letters)).every((one) => one.status === 'success' && one.attemptsUsed === 1),
    );
  });

  on('is left by a drain, which says so', async () => {
    const ran: string[] = [];
    const node = create([noting('mail', ran)]);
    await node.open();
    const [fax, mail] = await enqueue(node, 'fax', 'mail');
    const { executions, withoutHandler } = await node.drain();
    expect(executions.map(({ id, status }) => [id, status])).toEqual([[mail!.id, 'success']]);
    expect(withoutHandler).toEqual([{ queue: 'default', type: 'fax', waiting: 1, since: expect.any(Date) }]);
    expect(await node.scheduler.getExecution(fax!.id)).toMatchObject({ status: 'pending', attemptsUsed: 0 });
  });
});
