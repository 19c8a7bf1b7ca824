import assert from 'node:assert/strict';
import { defineHandler, type JobObserver, silentLogger, trigger } from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerNode } from '@scheduler/core';
import type { ConformanceGroup } from './kit/group.js';
import { spoil } from './kit/spoil.js';
import { HOUR, type StoreScene } from './kit/store-scene.js';

const data = () => ({
  payload: { list: [1, { deep: true }] },
  tags: ['a'],
  metadata: { key: { deep: [1] } },
});

/** It spoils whatever it is told of. */
const observer: JobObserver = {
  beforeJob: (notice) => spoil(notice),
  afterJob: (notice) => spoil(notice),
  onEnqueue: (notice) => spoil(notice),
  onRetry: (notice) => spoil(notice),
};

/** A node whose handler spoils what it gets, and fails once. */
function nodeOn({ store }: StoreScene): { readonly node: SchedulerNode; readonly seen: string[] } {
  const seen: string[] = [];
  const work = defineHandler({
    type: 'work',
    handle: (job, context) => {
      seen.push(JSON.stringify(job.payload));
      spoil(job);
      spoil([context.scheduledAt, context.startedAt, context.lastCheckpoint]);
      if (context.attempt === 1) throw new Error('once more');
    },
  });
  return {
    node: createSchedulerNode({
      store,
      handlers: [work],
      logger: silentLogger,
      observers: [observer],
      config: { retry: { initialDelay: 0 } },
    }),
    seen,
  };
}

async function everything({ scheduler }: SchedulerNode): Promise<string> {
  const [jobs, executions] = [await scheduler.list(), await scheduler.listExecutions()];
  return JSON.stringify([jobs.items, executions.items]);
}

export const copiesOfCallers: ConformanceGroup<StoreScene> = {
  title: 'a scheduler: what callers and handlers change changes nothing stored',
  cases: {
    'given to its methods, also before they have ended, and returned by them': async (scene) => {
      const { node } = nodeOn(scene);
      const { scheduler } = node;
      const spoilsNothing = async (value: unknown) => {
        const before = await everything(node);
        spoil(value);
        assert.equal(await everything(node), before);
      };
      const [anchor, startAt] = [await scene.fromNow(HOUR), await scene.fromNow(HOUR)];
      const definition = {
        type: 'work',
        name: 'rich',
        trigger: trigger.every('1h', { anchor }),
        startAt,
        ...data(),
      };
      const expected = JSON.stringify([definition.trigger, startAt, definition.payload, definition.tags]);
      const scheduling = scheduler.schedule(definition);
      spoil(definition);
      const job = await scheduling;
      assert.equal(JSON.stringify([job.trigger, job.startAt, job.payload, job.tags]), expected);
      const { id } = job;
      await spoilsNothing(job);
      for (const call of [
        () => scheduler.get(id),
        () => scheduler.find('rich'),
        () => scheduler.list(),
        () => scheduler.update(id, { payload: { list: [2] } }),
        () => scheduler.pause(id),
        () => scheduler.resume(id),
        () => scheduler.runNow(id),
        () => scheduler.history(id, { includeLogs: true }),
        () => scheduler.enqueueMany([{ type: 'work', ...data() }]),
        () => scheduler.listExecutions(),
        () => scheduler.cancel(id),
      ])
        await spoilsNothing(await call());
      const runAt = await scene.fromNow(HOUR);
      const request = { type: 'work', runAt, ...data() };
      const atMs = runAt.getTime();
      const enqueuing = scheduler.enqueue(request);
      spoil(request);
      const enqueued = await enqueuing;
      const executionId = enqueued.id;
      assert.equal(enqueued.scheduledAt.getTime(), atMs);
      await spoilsNothing(enqueued);
      await spoilsNothing(await scheduler.getExecution(executionId));
      await spoilsNothing(await scheduler.cancelExecution(executionId));
    },
    'seen by a handler': async (scene) => {
      const { node, seen } = nodeOn(scene);
      await scene.store.open();
      await node.scheduler.enqueue({ type: 'work', ...data() });
      for (let attempts = 0; attempts < 2; attempts += 1) {
        const { executions } = await node.drain();
        spoil(executions.map(({ payload: _, ...rest }) => rest));
        await scene.advance(HOUR);
      }
      const expected = JSON.stringify(data().payload);
      assert.deepEqual(seen, [expected, expected]);
      const { items } = await node.scheduler.listExecutions();
      assert.equal(JSON.stringify(items[0]?.payload), expected);
      const { createdAt, scheduledAt, startedAt, attempts = [] } = items[0] ?? {};
      const instants = [createdAt, scheduledAt, startedAt, ...attempts.map((attempt) => attempt.startedAt)];
      for (const instant of instants) assert.ok((instant?.getTime() ?? 0) > 0, 'an instant was changed');
    },
  },
};
