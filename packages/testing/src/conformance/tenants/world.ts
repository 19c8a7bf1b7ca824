import assert from 'node:assert/strict';
import { defineHandler, type Scheduler, silentLogger, trigger } from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerNode } from '@scheduler/core';
import { HOUR, type StoreScene } from '../kit/store-scene.js';

/** What a tenant has, with the names that every other tenant has too. */
export interface World {
  readonly tenant: string | null;
  /** A text in everything that it has, and in nothing of others. */
  readonly mark: string;
  readonly jobs: readonly string[];
  /** A dead letter. */
  readonly dead: string;
  readonly waiting: string;
  readonly handler: string;
}

const work = defineHandler({ type: 'work', handle: () => undefined });
const broken = defineHandler({ type: 'broken', handle: () => Promise.reject(new Error('it broke')) });

export function nodeOn({ store }: StoreScene): SchedulerNode {
  return createSchedulerNode({ store, handlers: [work, broken], logger: silentLogger });
}

export function schedulerOf({ scheduler }: SchedulerNode, tenant: string | null): Scheduler {
  return tenant === null ? scheduler : scheduler.forTenant(tenant);
}

/** Creates one of everything. */
export async function createWorld(node: SchedulerNode, tenant: string | null): Promise<World> {
  const own = schedulerOf(node, tenant);
  const mark = `mark-of-${tenant ?? 'nobody'}`;
  const marked = { payload: { mark }, tags: [mark], metadata: { mark }, queue: `queue-${mark}` };
  const daily = await own.schedule({
    type: 'work',
    name: 'daily',
    trigger: trigger.daily({ at: '09:00' }),
    ...marked,
  });
  const onPaid = await own.schedule({
    type: 'work',
    name: 'on paid',
    trigger: trigger.event('order.paid'),
    ...marked,
  });
  const waiting = await own.enqueue({ type: 'work', uniqueKey: 'one', delay: HOUR, ...marked });
  const dead = await own.enqueue({ type: 'broken', maxRetries: 0, ...marked, queue: 'default' });
  await node.drain();
  assert.notEqual((await own.getExecution(dead.id)).deadLetter, null, 'it is no dead letter');
  const handler = await own.onEvent(
    'order.paid',
    { kind: 'enqueue', request: { type: 'work' } },
    { name: 'notify' },
  );
  return {
    tenant,
    mark,
    jobs: [daily.id, onPaid.id],
    dead: dead.id,
    waiting: waiting.id,
    handler: handler.id,
  };
}

const ALL = { limit: 100, offset: 0 };

/** Everything that is stored and belongs to others than the tenant. */
export async function storedForOthers(scene: StoreScene, tenant: string): Promise<unknown> {
  const others = <T extends { readonly tenant: string | null }>(items: readonly T[]) =>
    items.filter((item) => item.tenant !== tenant);
  const [jobs, executions] = [await scene.listJobs(), await scene.listExecutions()];
  const handlers = await scene.eventHandlers.list({ ...ALL, tenant: null });
  return JSON.parse(
    JSON.stringify({
      jobs: others(jobs.items),
      executions: others(executions.items),
      handlers: others(handlers.items),
    }),
  ) as unknown;
}
