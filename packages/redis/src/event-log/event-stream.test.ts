import { EventFold } from '@scheduler/contracts/adapter';
import type { CompleteStore, LoggedEvent } from '@scheduler/contracts';
import { buildExecution, buildJob, type StoreHarness } from '@scheduler/testing';
import { Redis } from 'ioredis';
import { baseOf } from '../database/redis-database.js';
import { onRedis } from '../test-support/on-redis.js';
import { outlineOf, RandomWork } from '../test-support/random-work.js';

const DAY = 86_400_000;

onRedis((redis) => {
  let harness: StoreHarness & { readonly store: CompleteStore };
  let client: Redis;
  let base: string;

  beforeEach(async () => {
    const keyPrefix = redis.newPrefix();
    base = baseOf(keyPrefix);
    client = new Redis(redis.url);
    harness = await redis.storeHarness(keyPrefix, { eventLog: true });
    await harness.store.open();
  });

  afterEach(async () => {
    client.disconnect();
    await harness.store.close();
    await harness.close?.();
  });

  function eventLog() {
    const log = harness.store.eventLog;
    if (!log) throw new Error('the store has no event log');
    return log;
  }

  async function events(after: string | null = null): Promise<readonly LoggedEvent[]> {
    return (await eventLog().read({ tenant: null, after, limit: 10_000 })).events;
  }

  const pause = (queue: string) => harness.store.queues.change({ queue, paused: true });

  it.each([1, 2, 3])('explains what random work leaves (seed %i)', async (seed) => {
    const { executions, schedules } = harness.store;
    const held = new Map();
    const work = new RandomWork(seed, async (_name, ask) => {
      await ask(harness.store, held).catch(() => undefined);
    });
    for (let step = 0; step < 200; step += 1) {
      await work.step(await schedules.now());
      await harness.clock.advance('1m');
    }
    const fold = new EventFold();
    for (const event of await events()) fold.apply(event);
    const page = { tenant: null, limit: 10_000, offset: 0, sortOrder: 'asc' } as const;
    const stored = (await executions.list(page)).items;
    expect(stored.length).toBeGreaterThan(20);
    expect(fold.executions.size).toBe(stored.length);
    for (const execution of stored)
      expect(outlineOf(fold.executions.get(execution.id) ?? execution)).toEqual(outlineOf(execution));
    for (const job of (await schedules.list({ ...page, sortBy: 'createdAt' })).items)
      expect(fold.jobs.get(job.id)).toEqual(job);
  });

  it('names what was quarantined, and reads on', async () => {
    const { executions, schedules } = harness.store;
    const now = await schedules.now();
    const job = buildJob(now, { nextRunAt: new Date(now.getTime() - 60_000) });
    const [lost, unread] = [buildExecution(now), buildExecution(now)];
    await schedules.add({ jobs: [job] });
    await executions.add({ executions: [lost, unread] });
    const from = (await eventLog().bounds()).latest;
    await client.hset(`${base}j:${job.id}`, 'status', 'canary');
    await client.hset(`${base}x:${lost.id}`, 'status', 'canary');
    await client.hset(`${base}x:${unread.id}`, 'payload', '{"canary');
    await schedules.findDue({ limit: 10 });
    await executions.claim({ owner: 'node-a', leaseMs: 10_000, lanes: [{ queue: 'default', limit: 10 }] });
    const found = await events(from);
    const namesOf = (id: string) => found.flatMap(({ entityId, name }) => (entityId === id ? [name] : []));
    expect(namesOf(job.id)).toEqual(['JobPaused']);
    expect(namesOf(lost.id)).toEqual(['ExecutionFailed']);
    expect(namesOf(unread.id)).toEqual(['ExecutionStarted', 'ExecutionFailed']);
    expect(JSON.stringify(found)).not.toContain('canary');
  });

  it('deletes a day whose events are mixed with those of the next one', async () => {
    await pause('old');
    const [[, fields = []] = []] = await client.xrange(`${base}log`, '-', '+');
    await harness.clock.advance('1d');
    await pause('young');
    // Decided before midnight, and written after it.
    const late = await client.xadd(`${base}log`, '*', ...fields);
    await client.hset(`${base}log:days`, Math.floor(Number(fields[1]) / DAY), late ?? '');
    await pause('younger');
    const before = await harness.store.schedules.now();
    const first = (await events())[0]?.position ?? null;
    expect(await eventLog().prune({ before, limit: 1 })).toBe(1);
    expect(await eventLog().prune({ before, limit: 10 })).toBe(1);
    expect(await eventLog().prune({ before, limit: 10 })).toBe(0);
    expect((await events()).map(({ entityId }) => entityId)).toEqual(['young', 'younger']);
    // Who has read the younger events up to the late one can go on, and who has to begin anew reads them all.
    const { prunedTo } = await eventLog().bounds();
    expect(prunedTo).toBe(first);
    expect((await events(prunedTo)).map(({ entityId }) => entityId)).toEqual(['young', 'younger']);
    expect(await client.hlen(`${base}log:days`)).toBe(1);
  });

  it('refuses a position that it has not given', async () => {
    await expect(events('0007')).rejects.toMatchObject({ code: 'EVENT_INVALID' });
  });

  it('reads on through many events that a filter does not let pass, and orders positions as texts', async () => {
    await pause('mails');
    const [[, fields = []] = []] = await client.xrange(`${base}log`, '-', '+');
    const pipeline = client.pipeline();
    for (const id of ['99999999999999-9', '99999999999999-10', '99999999999999-18446744073709551614'])
      pipeline.xadd(`${base}log`, id, ...fields);
    await pipeline.exec();
    const positions = (await events()).map(({ position }) => position);
    expect(positions).toEqual([...positions].sort());
    expect(await events(positions[2])).toHaveLength(1);
    const page = await eventLog().read({ tenant: 'nobody', after: null, limit: 1 });
    expect(page).toEqual({ events: [], next: positions[3], atEnd: true });
  });

  it('writes nothing where it is off', async () => {
    const keyPrefix = redis.newPrefix();
    const off = await redis.storeHarness(keyPrefix);
    await off.store.open();
    expect(off.store.eventLog).toBeNull();
    await off.store.queues.change({ queue: 'mails', paused: true });
    expect(await client.keys(`${baseOf(keyPrefix)}log*`)).toEqual([]);
    await off.store.close();
    await off.close?.();
  });
});
