import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SchedulerStore, trigger } from '@scheduler/contracts';
import { rebuildFromLog } from '@scheduler/core';
import { createKnexStore } from '@scheduler/knex';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { loggedScene } from './test-support/event-log.js';
import { at, recorder, scene, START } from './test-support/scene.js';

const folder = mkdtempSync(join(tmpdir(), 'event-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

const daily = trigger.cron('0 9 * * *');

/** A store with a past: jobs in each status, executions that ended in each way. */
async function lived(rows = 3) {
  const work = recorder('report', ({ job }) => {
    if ((job.payload as { fails?: boolean } | null)?.fails) throw new Error('no');
  });
  const made = loggedScene({ handlers: [work.handler], config: { retry: { maxRetries: 0 } } });
  const { node, clock } = made;
  for (let index = 0; index < rows; index += 1) {
    await node.scheduler.schedule({ type: 'report', name: `daily-${index}`, trigger: daily, tenant: 'acme' });
    await node.scheduler.enqueue({ type: 'report', payload: { fails: index % 2 === 0 } });
  }
  await node.scheduler.forTenant('acme').pause('daily-1');
  await node.scheduler.forTenant('acme').cancel('daily-2');
  await clock.advance('3d');
  await node.tick();
  await node.drain();
  await node.queues.pause('mails');
  await node.scheduler.enqueue({ type: 'report' });
  return made;
}

describe('verifying (F198)', () => {
  it('the log explains every row, in parts as in one', async () => {
    const { node } = await lived(12);
    const whole = await node.eventLog.verify();
    expect(whole).toMatchObject({ isComplete: true, unexplained: 0, found: 0, differences: [] });
    expect(whole.checked).toMatchObject({ job: 12, queue: 1 });
    expect(whole.checked.execution).toBeGreaterThan(12);
    const steps: number[] = [];
    const inParts = await node.eventLog.verify({ rowsAtOnce: 5, onProgress: ({ rows }) => steps.push(rows) });
    expect(inParts).toEqual(whole);
    expect(steps.at(-1)).toBe(Object.values(whole.checked).reduce((sum, count) => sum + count));
  });

  it('names each row and field that the log does not explain', async () => {
    const clock = new SettableClock(START);
    const store = createMemoryStore({ clock, eventLog: true });
    const { node } = loggedScene({ clock, store, handlers: [recorder('report').handler] });
    const job = await node.scheduler.schedule({ type: 'report', name: 'daily', trigger: daily });
    const lost = await node.scheduler.enqueue({ type: 'report' });
    const forged = {
      ...store,
      schedules: {
        ...proxied(store.schedules),
        get: async () => job.with({ description: 'forged' }),
        list: async () => ({
          ...(await store.schedules.list({
            tenant: null,
            limit: 1,
            offset: 0,
            sortBy: 'createdAt',
            sortOrder: 'asc',
          })),
          items: [job.with({ description: 'forged' })],
        }),
      },
      executions: {
        ...proxied(store.executions),
        get: async () => null,
        list: async () => ({ items: [], total: 0, totalIsExact: true, limit: 1, offset: 0 }),
      },
    };
    const { node: other } = loggedScene({ clock, store: forged });
    expect(await other.eventLog.verify()).toMatchObject({
      found: 2,
      differences: [
        { entity: 'job', id: job.id, field: 'description', logged: null, stored: 'forged' },
        { entity: 'execution', id: lost.id, field: null, logged: 'there', stored: 'missing' },
      ],
    });
  });

  it('rows that are older than the log, or whose beginning was deleted, are counted and not compared', async () => {
    const { node, clock } = loggedScene({
      handlers: [recorder('report').handler],
      config: { retention: { events: '1d' } },
    });
    await node.scheduler.schedule({ type: 'report', name: 'daily', trigger: daily });
    await clock.advance('3d');
    await node.scheduler.enqueue({ type: 'report' });
    await node.prune();
    expect(await node.eventLog.verify()).toMatchObject({ isComplete: false, unexplained: 1, found: 0 });
  });
});

describe('time travel (F198)', () => {
  it('a job and its executions are told as they were', async () => {
    const { node, clock } = loggedScene({ handlers: [recorder('report').handler] });
    const job = await node.scheduler.schedule({ type: 'report', name: 'daily', trigger: daily });
    await clock.advance('9h');
    await node.tick();
    await clock.advance('1m');
    await node.drain();
    await clock.advance('1h');
    await node.scheduler.pause('daily');
    const told = async (time: string) => {
      const { job: then, executions } = await node.eventLog.jobAt(job.id, at(time));
      return [then?.status ?? null, then?.counters.succeeded ?? 0, executions.map(({ status }) => status)];
    };
    expect(await node.eventLog.jobAt(job.id, new Date('2029-01-01'))).toMatchObject({ job: null, total: 0 });
    expect(await told('08:00:00')).toEqual(['active', 0, []]);
    expect(await told('09:00:30')).toEqual(['active', 0, ['pending']]);
    expect(await told('09:30:00')).toEqual(['active', 1, ['success']]);
    expect(await told('11:00:00')).toEqual(['paused', 1, ['success']]);
    expect((await node.eventLog.jobAt(job.id, at('11:00:00'), { tenant: 'other' })).job).toBeNull();
  });
});

it('verifying is refused where the log is off', async () => {
  await expect(scene().node.eventLog.verify()).rejects.toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' });
});

/** The methods of an object, bound to it. */
function proxied<T extends object>(target: T): T {
  return new Proxy(target, {
    ownKeys: () => Object.getOwnPropertyNames(Object.getPrototypeOf(target)),
    getOwnPropertyDescriptor: (_, key) => ({
      enumerable: key !== 'constructor',
      configurable: true,
      value: (target as Record<PropertyKey, unknown>)[key],
    }),
    get: (_, key) => {
      const value = (target as Record<PropertyKey, unknown>)[key];
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
    },
  });
}

describe('rebuilding (F198)', () => {
  it('all rows of a new store are built from the log, and work goes on', async () => {
    const { node, clock, store } = await lived(6);
    await node.scheduler.enqueue({ type: 'report' });
    const lanes = [{ queue: 'default', limit: 1 }];
    const [held] = await store.executions.claim({ lanes, owner: 'dead', leaseMs: 1_000 });
    const fresh = createMemoryStore({ clock, eventLog: true });
    const rebuilt = await rebuildFromLog({ from: store.eventLog!, to: fresh });
    expect(rebuilt).toMatchObject({ jobs: 6, queues: 1 });
    const { node: over } = loggedScene({ clock, store: { ...storeParts(fresh), eventLog: store.eventLog! } });
    expect(await over.eventLog.verify()).toMatchObject({
      found: 0,
      checked: { execution: rebuilt.executions },
    });
    const { node: next } = loggedScene({ clock, store: fresh, handlers: [recorder('report').handler] });
    expect(await next.eventLog.verify()).toMatchObject({ found: 0, unexplained: 0 });
    await expect(rebuildFromLog({ from: store.eventLog!, to: fresh })).rejects.toMatchObject({
      code: 'EVENT_INVALID',
    });
    await clock.advance('1h');
    await next.lifeline.checkNow();
    await next.drain();
    expect(await next.scheduler.getExecution(held!.id)).toMatchObject({ status: 'success', fence: 2 });
  });

  it('is refused for a log that was pruned, and for a store that cannot take rows', async () => {
    const { store, clock, node } = await lived();
    const sqlite = createKnexStore({ connection: `sqlite:${join(folder, 'test.db')}`, clock });
    await sqlite.open();
    await expect(rebuildFromLog({ from: store.eventLog!, to: sqlite })).rejects.toMatchObject({
      code: 'FEATURE_NOT_SUPPORTED',
    });
    await sqlite.close();
    await clock.advance('9d');
    await node.eventLog.prune({ before: clock.now() });
    const to = createMemoryStore({ clock });
    await expect(rebuildFromLog({ from: store.eventLog!, to })).rejects.toMatchObject({
      code: 'EVENTS_PRUNED',
    });
  });
});

function storeParts(store: SchedulerStore): SchedulerStore {
  const { capabilities, schedules, executions, queue, queues, leadership, events, migrations, workflows } =
    store;
  const ports = {
    capabilities,
    schedules,
    executions,
    queue,
    queues,
    leadership,
    events,
    migrations,
    workflows,
  };
  return { ...ports, open: () => store.open(), close: () => store.close() };
}
