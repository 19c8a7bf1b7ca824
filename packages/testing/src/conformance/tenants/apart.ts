import assert from 'node:assert/strict';
import { isSchedulerError, type Scheduler, trigger } from '@scheduler/contracts';
import type { DeadLetters, SchedulerNode, Statistics } from '@scheduler/core';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';
import { createWorld, nodeOn, storedForOthers, type World } from './world.js';

/** What a call names. */
interface Named {
  readonly job: string;
  readonly execution: string;
  readonly waiting: string;
  readonly handler: string;
}

type Calls<T> = (own: T, named: Named) => unknown;

const daily = { type: 'work', trigger: trigger.daily({ at: '10:00' }) };
const cron = '0 10 * * *';

/** Every method, so that one that is added does not compile until it stands here. */
const SCHEDULER: Readonly<Record<keyof Scheduler, readonly Calls<Scheduler>[]>> = {
  schedule: [
    (own) => own.schedule({ ...daily, name: 'daily' }),
    (own) => own.schedule({ ...daily, tenant: 'globex' }),
  ],
  scheduleOnce: [(own) => own.scheduleOnce({ type: 'work', executeAt: new Date(4e12), name: 'daily' })],
  scheduleRecurring: [(own) => own.scheduleRecurring({ type: 'work', schedule: cron, name: 'daily' })],
  enqueue: [
    (own) => own.enqueue({ type: 'work', uniqueKey: 'one' }),
    (own) => own.enqueue({ type: 'work', tenant: 'globex' }),
    (own, { waiting }) => own.enqueue({ type: 'work', id: waiting }),
  ],
  enqueueMany: [(own) => own.enqueueMany([{ type: 'work', uniqueKey: 'one' }])],
  enqueueAt: [(own) => own.enqueueAt({ type: 'work', uniqueKey: 'one' }, new Date(4e12))],
  update: [(own, { job }) => own.update(job, { description: 'mine' })],
  reschedule: [(own, { job }) => own.reschedule(job, cron)],
  pause: [(own, { job }) => own.pause(job)],
  resume: [(own, { job }) => own.resume(job)],
  cancel: [(own, { job }) => own.cancel(job)],
  unschedule: [(own, { job }) => own.unschedule(job)],
  runNow: [(own, { job }) => own.runNow(job)],
  dueJobs: [(own) => own.dueJobs()],
  executeJob: [(own, { job }) => own.executeJob(job)],
  get: [(own, { job }) => own.get(job)],
  find: [(own, { job }) => own.find(job)],
  list: [
    (own) => own.list(),
    (own) => own.list({ nameContains: 'daily' }),
    (own) => own.list({ tags: ['mark-of-globex', 'mark-of-nobody'] }),
  ],
  history: [(own, { job }) => own.history(job)],
  listExecutions: [
    (own) => own.listExecutions(),
    (own) => own.listExecutions({ statuses: ['failed'] }),
    (own, { job }) => own.listExecutions({ job }),
  ],
  getExecution: [(own, { execution }) => own.getExecution(execution)],
  executionLogs: [(own, { execution }) => own.executionLogs(execution)],
  cancelExecution: [(own, { waiting }) => own.cancelExecution(waiting)],
  cancelRunning: [(own, { job }) => own.cancelRunning(job)],
  retryExecution: [(own, { execution }) => own.retryExecution(execution)],
  getMetrics: [(own) => own.getMetrics()],
  getJobStats: [(own, { job }) => own.getJobStats(job)],
  healthCheck: [(own) => own.healthCheck()],
  forTenant: [(own) => own.forTenant('globex').list()],
  deleteTenant: [(own) => own.deleteTenant('globex'), (own) => own.deleteTenant('acme')],
  onEvent: [(own) => own.onEvent('order.paid', () => undefined, { name: 'notify' })],
  offEvent: [(own, { handler }) => own.offEvent(handler)],
  triggerEvent: [
    (own) => own.triggerEvent('order.paid', {}, { id: 'event-1' }),
    (own) => own.triggerEvent('order.paid', {}, { tenant: 'globex' }),
  ],
  eventHandlers: [(own) => own.eventHandlers(), (own) => own.eventHandlers({ eventName: 'order.paid' })],
  enableEventHandler: [(own, { handler }) => own.enableEventHandler(handler)],
  disableEventHandler: [(own, { handler }) => own.disableEventHandler(handler)],
};

const DEAD_LETTERS: Readonly<Record<keyof DeadLetters, readonly Calls<DeadLetters>[]>> = {
  forTenant: [(own) => own.forTenant('globex').list()],
  list: [(own) => own.list(), (own) => own.list({ type: 'broken' })],
  get: [(own, { execution }) => own.get(execution)],
  stats: [(own) => own.stats()],
  retry: [(own, { execution }) => own.retry(execution)],
  retryAll: [(own) => own.retryAll()],
  delete: [(own, { execution }) => own.delete(execution)],
  prune: [(own) => own.prune({ before: new Date(4e12) })],
};

const STATISTICS: Readonly<Record<keyof Statistics, readonly Calls<Statistics>[]>> = {
  forTenant: [(own) => own.forTenant('globex').metrics()],
  metrics: [(own) => own.metrics()],
  series: [(own) => own.series({ by: 'queue' }), (own, { job }) => own.series({ job })],
  ofJob: [(own, { job }) => own.ofJob(job)],
};

/** Answers to what does not exist for the tenant, or may not be asked. */
const REFUSALS = new Set([
  'EVENT_HANDLER_NOT_FOUND',
  'EVENT_INVALID',
  'EXECUTION_NOT_FOUND',
  'FEATURE_NOT_SUPPORTED',
  'ILLEGAL_TRANSITION',
  'JOB_ALREADY_EXISTS',
  'JOB_NOT_FOUND',
  'SCHEDULE_INVALID',
  'TENANT_INVALID',
]);

const OTHERS = ['globex', null] as const;

async function asked<T>(call: Calls<T>, own: T, named: Named): Promise<unknown> {
  try {
    return await call(own, named);
  } catch (error) {
    assert.ok(isSchedulerError(error), String(error));
    assert.ok(REFUSALS.has(error.code), error.message);
    // What the caller has named itself may stand in it.
    return error.message.replaceAll(new RegExp(Object.values(named).join('|'), 'g'), '');
  }
}

function assertNothingOf(world: World, answer: unknown, method: string): void {
  const shown = JSON.stringify(answer) ?? '';
  const { mark, jobs, dead, waiting, handler } = world;
  for (const text of [mark, ...jobs, dead, waiting, handler])
    assert.ok(
      !shown.includes(text),
      `${method} shows ${text}, which belongs to ${world.tenant ?? 'nobody'}: ${shown}`,
    );
}

function targets(worlds: readonly World[], own: World | null): readonly Named[] {
  const byId = worlds.map(({ jobs, dead, waiting, handler }) => {
    return { job: jobs[0] ?? '', execution: dead, waiting, handler };
  });
  const byName = byId.map((named) => ({ ...named, job: 'daily' }));
  if (own === null) return [...byId, ...byName];
  return [...byId, { job: 'daily', execution: own.dead, waiting: own.waiting, handler: own.handler }];
}

/** Asks for everything that others have, as a tenant that has nothing and as one that has the same. */
async function checkApart<T>(
  scene: StoreScene,
  methods: Readonly<Record<string, readonly Calls<T>[]>>,
  servicesOf: (node: SchedulerNode) => T,
): Promise<void> {
  const node = nodeOn(scene);
  const worlds: World[] = [];
  for (const tenant of OTHERS) worlds.push(await createWorld(node, tenant));
  const before = await storedForOthers(scene, 'acme');
  const unchanged = async (method: string) => {
    await node.drain();
    assert.deepEqual(await storedForOthers(scene, 'acme'), before, `${method} has changed what others have`);
  };
  for (const [method, calls] of Object.entries(methods)) {
    for (const hasTheSame of [false, true]) {
      const own = hasTheSame ? await createWorld(node, 'acme') : null;
      for (const named of targets(worlds, own))
        for (const call of calls) {
          const answer = await asked(call, servicesOf(node), named);
          for (const world of worlds) assertNothingOf(world, answer, method);
        }
      await unchanged(method);
      await node.scheduler.deleteTenant('acme');
      await unchanged('deleteTenant');
    }
  }
}

export const tenantsApart: ConformanceGroup<StoreScene> = {
  title: 'tenants apart (F252)',
  needs: 'eventHandlers',
  cases: {
    'every method of a scheduler shows and changes nothing of others': (scene) =>
      checkApart(scene, SCHEDULER, ({ scheduler }) => scheduler.forTenant('acme')),
    'every method of dead letters shows and changes nothing of others': (scene) =>
      checkApart(scene, DEAD_LETTERS, ({ deadLetters }) => deadLetters.forTenant('acme')),
    'every method of statistics shows and changes nothing of others': (scene) =>
      checkApart(scene, STATISTICS, ({ statistics }) => statistics.forTenant('acme')),
    'an id that is taken is refused in the same words, whoever has it': async (scene) => {
      const { scheduler } = nodeOn(scene);
      const id = 'order-7';
      for (const [owner, other] of [
        ['acme', 'globex'],
        ['globex', 'acme'],
      ] as const) {
        await scheduler.forTenant(owner).enqueue({ type: 'work', id });
        const messages = [owner, other].map((tenant) =>
          scheduler
            .forTenant(tenant)
            .enqueue({ type: 'work', id })
            .catch((error: unknown) => String(error)),
        );
        const [own, foreign] = await Promise.all(messages);
        assert.match(String(own), /exists already/);
        assert.equal(own, foreign);
        await scheduler.deleteTenant(owner);
      }
    },
    'an idempotency key belongs to its tenant': async (scene) => {
      if ((scene.store.access ?? null) === null) return;
      const { idempotency } = nodeOn(scene).access;
      const request = { scope: 'ada', key: 'key-1', requestHash: 'hash' };
      const begun = await idempotency.begin({ ...request, tenant: 'globex' });
      assert.ok(begun.kind === 'new');
      await begun.complete({ status: 201, headers: {}, body: 'of globex' });
      for (const tenant of ['acme', null])
        assert.equal((await idempotency.begin({ ...request, tenant })).kind, 'new');
      assert.equal((await idempotency.begin({ ...request, tenant: 'globex' })).kind, 'done');
    },
  },
};
