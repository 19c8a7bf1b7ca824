import { defineHandler, QuotaExceeded, type SchedulerStore, trigger } from '@scheduler/contracts';
import { createSchedulerNode, loadConfig } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { createWorkflows, defineWorkflow } from '@scheduler/workflow';
import { recorder, scene, START } from './test-support/scene.js';

const work = recorder('work').handler;
const exceeded = (quota: string, limit: number) =>
  expect.objectContaining({ code: 'QUOTA_EXCEEDED', tenant: 'acme', quota, limit });
const request = { type: 'work' };

function setUp(quotas: object) {
  const made = scene({ handlers: [work], config: { quotas } });
  return {
    ...made,
    acme: made.node.scheduler.forTenant('acme'),
    globex: made.node.scheduler.forTenant('globex'),
  };
}

describe('quotas of a tenant (F252)', () => {
  it('are those of the tenant, and where it has none those of each', async () => {
    const { acme, globex } = setUp({
      waiting: 2,
      tenants: { acme: { waiting: 1 }, free: { waiting: null } },
    });
    await acme.enqueue(request);
    await expect(acme.enqueue(request)).rejects.toEqual(exceeded('waiting', 1));
    await globex.enqueueMany([request, request]);
    await expect(globex.enqueue(request)).rejects.toMatchObject({ tenant: 'globex', limit: 2, current: 2 });
  });

  it('say what to do', async () => {
    const { acme } = setUp({ jobs: 1 });
    await acme.schedule({ type: 'work', trigger: trigger.daily({ at: '09:00' }) });
    await expect(acme.schedule({ type: 'work', trigger: trigger.daily({ at: '09:00' }) })).rejects.toThrow(
      'the quota jobs of tenant "acme" is 1, and it has 1 (jobs that have not ended); cancel or delete jobs, or raise the quota',
    );
  });

  it('come from the application, too, whose answer wins', async () => {
    const clock = new SettableClock(START);
    const asked: string[] = [];
    const node = createSchedulerNode({
      store: createMemoryStore({ clock }),
      handlers: [work],
      clock,
      config: { quotas: { waiting: 1, payloadBytes: 20 } },
      tenantQuotas: async (tenant) => {
        asked.push(tenant);
        return tenant === 'acme' ? { waiting: 2 } : null;
      },
    });
    const acme = node.scheduler.forTenant('acme');
    await acme.enqueueMany([request, request]);
    await expect(acme.enqueue(request)).rejects.toEqual(exceeded('waiting', 2));
    const payload = { text: 'more than twenty bytes' };
    await expect(acme.enqueue({ ...request, payload })).rejects.toEqual(exceeded('payloadBytes', 20));
    await node.scheduler.enqueue({ ...request, payload });
    expect(new Set(asked)).toEqual(new Set(['acme']));
  });

  it('an answer of the application that is none is an error, and not a missing quota', async () => {
    const tenantQuotas = () => ({ waitng: 5 }) as object;
    const clock = new SettableClock(START);
    const node = createSchedulerNode({ store: createMemoryStore({ clock }), handlers: [work], tenantQuotas });
    await expect(node.scheduler.forTenant('acme').enqueue(request)).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
      message: expect.stringContaining('waitng') as string,
    });
  });

  it('hold for events: as a whole where nothing more may wait, by action where an action adds too much', async () => {
    const { node, acme } = setUp({ waiting: 1, jobs: 1 });
    for (const name of ['one', 'two'])
      await acme.onEvent('order.paid', { kind: 'enqueue', request }, { name });
    const report = await acme.triggerEvent('order.paid', {}, { id: 'event-1' });
    expect(report.executions).toHaveLength(1);
    expect(report.failures).toEqual([
      { name: 'two', error: expect.stringContaining('the quota waiting of tenant') as string },
    ]);
    await expect(acme.triggerEvent('order.paid', {}, { id: 'event-2' })).rejects.toEqual(
      exceeded('waiting', 1),
    );
    await node.drain();
    // The same event again: what was done is not repeated, and what was refused is done now.
    const again = await acme.triggerEvent('order.paid', {}, { id: 'event-1' });
    expect([again.executions.length, again.repeated]).toEqual([1, 1]);
  });

  it('hold for retries by hand; dead letters that do not fit stay', async () => {
    const broken = recorder('broken', () => Promise.reject(new Error('no'))).handler;
    const { node } = scene({ handlers: [work, broken], config: { quotas: { waiting: 2 } } });
    const acme = node.scheduler.forTenant('acme');
    const fail = { type: 'broken', maxRetries: 0 };
    const failed = await acme.enqueueMany([fail, fail]);
    await node.drain();
    await acme.enqueue(request);
    expect(await node.deadLetters.retryAll()).toBe(1);
    await expect(acme.retryExecution(failed[1]?.id ?? '')).rejects.toEqual(exceeded('waiting', 2));
    expect((await node.deadLetters.stats()).total).toBe(1);
  });

  it('hold for what is declared', async () => {
    const clock = new SettableClock(START);
    const daily = { type: 'work', trigger: trigger.daily({ at: '09:00' }), tenant: 'acme' };
    const node = createSchedulerNode({
      store: createMemoryStore({ clock }),
      handlers: [work],
      clock,
      config: { quotas: { jobs: 1 } },
      jobs: [
        { ...daily, name: 'one' },
        { ...daily, name: 'two' },
      ],
    });
    await expect(node.start()).rejects.toEqual(exceeded('jobs', 1));
    await node.stop();
  });

  it('hold for runs of workflows that somebody asks for, not for their steps and children', async () => {
    const child = defineWorkflow('child', {}, (w) => {
      w.approval('check');
    });
    const order = defineWorkflow('order', {}, (w) => {
      w.workflow('ship', child);
    });
    const clock = new SettableClock(START);
    const workflows = createWorkflows({ definitions: [order, child] });
    const config = { quotas: { workflows: 1 } };
    const node = createSchedulerNode({ store: createMemoryStore({ clock }), clock, workflows, config });
    await node.start();
    const acme = workflows.forTenant('acme');
    await acme.start(order);
    await expect(acme.start(order)).rejects.toEqual(exceeded('workflows', 1));
    await expect(workflows.start(order, undefined, { tenant: 'acme' })).rejects.toBeInstanceOf(QuotaExceeded);
    await node.drain();
    expect((await acme.list()).total).toBe(2);
    await workflows.start(order);
    await node.stop();
  });

  it('cost nothing where there are none: the store is not asked', async () => {
    const clock = new SettableClock(START);
    const counted: string[] = [];
    const store: SchedulerStore = {
      ...createMemoryStore({ clock }),
      tenantUsage: { count: async ({ tenant }) => counted.push(tenant) },
    };
    const { node } = scene({ store, clock, handlers: [work], config: { quotas: { payloadBytes: 1_000 } } });
    await node.scheduler.forTenant('acme').enqueue(request);
    await scene({ store, clock, handlers: [work] })
      .node.scheduler.forTenant('acme')
      .enqueue(request);
    expect(counted).toEqual([]);
  });

  it('are read from the environment', () => {
    const env = { SCHEDULER_QUOTAS_JOBS: '10', SCHEDULER_QUOTAS_PAYLOAD_BYTES: '1000' };
    const { quotas } = loadConfig({ config: { quotas: { tenants: { acme: { jobs: 5 } } } }, env });
    expect(quotas).toEqual({
      jobs: 10,
      waiting: null,
      workflows: null,
      payloadBytes: 1000,
      tenants: { acme: { jobs: 5 } },
    });
    expect(() => loadConfig({ env: { SCHEDULER_QUOTAS_JOBS: '0' } })).toThrow(/SCHEDULER_QUOTAS_JOBS/);
    expect(() => loadConfig({ config: { quotas: { tenants: { 'a b': {} } } } })).toThrow(/a b/);
  });
});

it.each([25, 40])(
  '%d calls of one process do not exceed a quota of 25 together, and all that fits gets in',
  async (many) => {
    const clock = new SettableClock(START);
    const memory = createMemoryStore({ clock });
    // Whatever the interleaving of counting and writing is: each takes a random number of turns.
    let seed = 7;
    const pause = async () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      for (let turns = seed % 7; turns > 0; turns -= 1) await Promise.resolve();
    };
    const store: SchedulerStore = {
      ...memory,
      tenantUsage: {
        count: async (counted) => {
          await pause();
          const count = await memory.tenantUsage.count(counted);
          await pause();
          return count;
        },
      },
    };
    const slow = defineHandler({ type: 'work', handle: () => undefined });
    const { node } = scene({ store, clock, handlers: [slow], config: { quotas: { waiting: 25 } } });
    const calls = Array.from({ length: many }, async (_, index) => {
      for (let turns = index % 11; turns > 0; turns -= 1) await pause();
      return node.scheduler.forTenant('acme').enqueue(request);
    });
    const answers = await Promise.allSettled(calls);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(25);
    expect(await memory.tenantUsage.count({ tenant: 'acme', of: 'waiting', upTo: 99 })).toBe(25);
  },
);
