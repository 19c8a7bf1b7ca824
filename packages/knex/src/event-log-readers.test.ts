import type { Execution, LoggedEvent } from '@scheduler/contracts';
import { EventFold } from '@scheduler/contracts/adapter';
import { buildExecution, buildJob, outcomes } from '@scheduler/testing';
import type { Knex } from 'knex';
import { eventually } from '@scheduler/test-support';
import type { KnexStore } from './knex-store.js';
import { onEach, SERVERS } from './test-support/on-database.js';
import type { TestDatabase } from './test-support/test-database.js';

const WRITERS = 8;
const ROUNDS = 12;

onEach(SERVERS, (database) => {
  let stores: KnexStore[] = [];

  beforeEach(() => database.empty());
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    stores = [];
  });

  /** A store with connections of its own. */
  function open(): KnexStore {
    const store = database.store({ connection: database.url, eventLog: true, poolSize: 2 });
    stores.push(store);
    return store;
  }

  it('a reader beside eight writers and an open transaction loses, repeats and swaps nothing', async () => {
    const reader = new Reader(open());
    const jobs = await addJobs(open(), 3);
    const idle = await holdOpen(database);
    const writing = Promise.all(Array.from({ length: WRITERS }, () => write(open(), jobs)));
    const reading = reader.readUntil(writing);
    // It writes last of all, although it began first, and everything it has appended has to come after what was read meanwhile.
    const late = await idle.write();
    await writing;
    await idle.commit();
    await reading;
    await eventually('the event of the late transaction', async () => {
      await reader.readOn();
      return reader.events.some(({ entityId }) => entityId === late);
    });
    await eventually('all that was written', async () => {
      await reader.readOn();
      return explains(reader.events, open());
    });
    expectInOrder(reader.events);
  }, 120_000);
});

/** Reads page by page, as a follower does. */
class Reader {
  readonly events: LoggedEvent[] = [];
  private after: string | null = null;

  constructor(private readonly store: KnexStore) {}

  async readUntil(end: Promise<unknown>): Promise<void> {
    let isOver = false;
    const ended = end.then(() => (isOver = true));
    while (!isOver) await this.readOn();
    await ended;
  }

  async readOn(): Promise<void> {
    const page = await this.store.eventLog?.read({ tenant: null, after: this.after, limit: 7 });
    this.events.push(...(page?.events ?? []));
    this.after = page?.next ?? this.after;
  }
}

async function addJobs(store: KnexStore, count: number) {
  const now = await store.schedules.now();
  const jobs = Array.from({ length: count }, () =>
    buildJob(now, { nextRunAt: new Date(now.getTime() + 3_600_000) }),
  );
  await store.schedules.add({ jobs });
  return jobs;
}

/** Many writers change the same few jobs, by claims, settlements with several executions, and cancellations. */
async function write(store: KnexStore, jobs: Awaited<ReturnType<typeof addJobs>>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const now = await store.schedules.now();
    const executions = jobs.map((job) => buildExecution(now, { jobId: job.id, jobName: job.name }));
    await store.executions.add({ executions });
    const claimed = await store.executions.claim({
      owner: `node-${round}`,
      leaseMs: 60_000,
      lanes: [{ queue: 'default', limit: 5 }],
    });
    await Promise.all([settle(store, claimed), cancel(store, executions.at(-1))]);
  }
}

async function settle(store: KnexStore, executions: readonly Execution[]): Promise<void> {
  const settlements = executions.map((execution, index) => ({
    execution,
    outcome: index % 3 === 0 ? outcomes.retry() : outcomes.succeeded(),
  }));
  await store.executions.settle({ settlements });
}

async function cancel(store: KnexStore, execution: Execution | undefined): Promise<void> {
  if (execution === undefined) return;
  await store.executions.requestCancel({ id: execution.id, tenant: null, reason: 'not needed' });
}

interface OpenTransaction {
  /** Adds an execution in it, and returns its id. */
  write(): Promise<string>;
  commit(): Promise<void>;
}

/** A transaction that has written and stays open. Its end is not bound by the limits of our own connections. */
async function holdOpen(database: TestDatabase): Promise<OpenTransaction> {
  const store = database.store({ eventLog: true });
  const transaction: Knex.Transaction = await database.knex.transaction();
  const now = await store.schedules.now();
  const first = buildExecution(now, { queue: 'other' });
  if (database.name === 'postgres')
    await transaction.raw('SET LOCAL idle_in_transaction_session_timeout = 0');
  await store.executions.add({ executions: [first], transaction });
  return {
    write: async () => {
      const execution = buildExecution(now, { queue: 'other' });
      await store.executions.add({ executions: [execution], transaction });
      return execution.id;
    },
    commit: () => transaction.commit().then(() => undefined),
  };
}

/** Whether the log explains what is stored: fewer events mean that some are missing, and others that some came twice or out of order. */
async function explains(events: readonly LoggedEvent[], store: KnexStore): Promise<boolean> {
  const fold = new EventFold();
  for (const event of events) fold.apply(event);
  const { items } = await store.executions.list({
    tenant: null,
    sortOrder: 'asc',
    limit: 1_000,
    offset: 0,
  });
  const jobs = await store.schedules.list({
    tenant: null,
    limit: 100,
    offset: 0,
    sortBy: 'createdAt',
    sortOrder: 'asc',
  });
  await store.close();
  const sameExecutions = items.every((one) => {
    const logged = fold.executions.get(one.id);
    return (
      logged?.status === one.status && logged.fence === one.fence && logged.attemptsUsed === one.attemptsUsed
    );
  });
  const sameJobs = jobs.items.every(
    (job) =>
      fold.jobs.get(job.id)?.revision === job.revision &&
      JSON.stringify(fold.jobs.get(job.id)?.counters) === JSON.stringify(job.counters),
  );
  return sameExecutions && sameJobs && fold.executions.size === items.length;
}

function expectInOrder(events: readonly LoggedEvent[]): void {
  const positions = events.map(({ position }) => position);
  expect(positions).toEqual([...new Set(positions)].sort());
  const revisions = new Map<string, number>();
  for (const { entity, entityId, data } of events) {
    if (entity !== 'job') continue;
    const revision = Number(data['revision']);
    expect([entityId, revision]).toEqual([entityId, (revisions.get(entityId) ?? revision - 1) + 1]);
    revisions.set(entityId, revision);
  }
}
