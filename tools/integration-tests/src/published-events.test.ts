import {
  type BusEvent,
  JobResult,
  type SchedulerEventData,
  type SchedulerEventName,
  trigger,
} from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import { gate, recorder, scene, START } from './test-support/scene.js';

type JobOrExecution = Extract<SchedulerEventName, `scheduler:${'job' | 'execution'}.${string}`>;
/** The other events are covered by the lease and circuit tests, and described in docs/events.md. */
type Listed = Exclude<JobOrExecution, 'scheduler:execution.rescued'>;

interface Case<TName extends Listed> {
  readonly happen: (node: SchedulerNode) => Promise<unknown>;
  readonly data: Partial<SchedulerEventData[TName]>;
}

const job = { type: 'work', name: 'j', trigger: trigger.cron('0 * * * *') };
const created = (node: SchedulerNode) => node.scheduler.schedule(job);
const aJob = { jobId: expect.any(String) as string, name: 'j', type: 'work' };
const anExecution = {
  executionId: expect.any(String) as string,
  queue: 'default',
  jobId: null,
  jobName: null,
  nextRetryAt: null,
  willRetry: false,
};
const FIRST = '2030-01-01T01:00:00.000Z';

async function runs(node: SchedulerNode, type: string): Promise<void> {
  await node.scheduler.enqueue({ type });
  await node.drain();
}

const cases: { readonly [TName in Listed]: Case<TName> } = {
  'scheduler:job.created': {
    happen: created,
    data: { ...aJob, status: 'active', nextRunAt: FIRST, schedule: '0 * * * *', executeAt: null },
  },
  'scheduler:job.updated': {
    happen: async (node) => {
      await created(node);
      await node.scheduler.update('j', { name: 'k' });
    },
    data: { ...aJob, name: 'k', status: 'active', nextRunAt: FIRST, changes: { name: 'k' } },
  },
  'scheduler:job.deleted': {
    happen: async (node) => {
      await created(node);
      await node.scheduler.unschedule('j');
    },
    data: { ...aJob, status: 'active' },
  },
  'scheduler:job.paused': {
    happen: async (node) => {
      await created(node);
      await node.scheduler.pause('j');
    },
    data: { ...aJob, status: 'paused' },
  },
  'scheduler:job.resumed': {
    happen: async (node) => {
      await created(node);
      await node.scheduler.pause('j');
      await node.scheduler.resume('j');
    },
    data: { ...aJob, status: 'active', nextRunAt: FIRST },
  },
  'scheduler:job.cancelled': {
    happen: async (node) => {
      await created(node);
      await node.scheduler.cancel('j');
    },
    data: { ...aJob, status: 'cancelled', nextRunAt: null },
  },
  'scheduler:job.dispatch': {
    happen: async (node) => {
      await created(node);
      await node.scheduler.runNow('j');
    },
    data: {
      ...anExecution,
      jobId: aJob.jobId,
      jobName: 'j',
      type: 'work',
      status: 'pending',
      attempt: 0,
      handlerType: 'function',
      timeoutMs: 300_000,
      traceId: null,
    },
  },
  'scheduler:job.completed': {
    happen: (node) => runs(node, 'work'),
    data: { ...anExecution, type: 'work', status: 'success', outputBytes: null },
  },
  'scheduler:job.failed': {
    happen: (node) => runs(node, 'broken'),
    data: { ...anExecution, status: 'failed', error: { name: 'Error', message: 'oops', code: null } },
  },
  'scheduler:execution.started': {
    happen: (node) => runs(node, 'work'),
    data: { ...anExecution, type: 'work', status: 'running', attempt: 1, durationMs: null, startedAt: START },
  },
  'scheduler:execution.completed': {
    happen: (node) => runs(node, 'work'),
    data: { ...anExecution, type: 'work', status: 'success', attempt: 1, durationMs: 0, reason: null },
  },
  'scheduler:execution.failed': {
    happen: (node) => runs(node, 'flaky'),
    data: {
      ...anExecution,
      type: 'flaky',
      status: 'pending',
      reason: 'oops',
      willRetry: true,
      nextRetryAt: '2030-01-01T00:05:00.000Z',
    },
  },
  'scheduler:execution.cancelled': {
    happen: async (node) => {
      const { id } = await node.scheduler.enqueue({ type: 'work' });
      await node.scheduler.cancelExecution(id, 'not wanted');
    },
    data: { ...anExecution, status: 'cancelled', reason: 'not wanted' },
  },
  'scheduler:execution.cancel_requested': {
    happen: async (node) => {
      await node.start();
      const { id } = await node.scheduler.enqueue({ type: 'endless' });
      await listenersRan();
      await node.scheduler.cancelExecution(id, 'not wanted');
      await node.stop();
    },
    data: { executionId: anExecution.executionId, reason: 'not wanted' },
  },
  'scheduler:execution.skipped': {
    happen: async (node) => {
      await node.scheduler.enqueue({ type: 'work', unique: true });
      await node.scheduler.enqueue({ type: 'work', unique: true });
    },
    data: { ...anExecution, type: 'work', status: 'skipped' },
  },
};

/** Waits until the listeners of the bus have run. */
const listenersRan = () => new Promise((resolve) => setTimeout(resolve, 5));

it.each(Object.entries(cases))(
  '%s is published with its data (F194, F277)',
  async (name, { happen, data }) => {
    const flaky = recorder('flaky', () => JobResult.failure({ error: new Error('oops'), delay: '5m' }));
    const broken = recorder('broken', () => JobResult.failure({ error: new Error('oops'), retry: false }));
    const { node, store, clock } = scene({
      handlers: [recorder('work').handler, flaky.handler, broken.handler, gate('endless').handler],
    });
    const received: BusEvent[] = [];
    store.events.subscribe({ names: [name], listener: (event) => received.push(event) });
    await happen(node);
    await listenersRan();
    expect(received).toEqual([{ name, at: clock.now(), tenant: null, data: expect.objectContaining(data) }]);
  },
);

it('a failure that is not retried says so (F194)', async () => {
  const broken = recorder('broken', () => JobResult.failure({ error: new Error('oops'), retry: false }));
  const { node, store } = scene({ handlers: [broken.handler] });
  const received: BusEvent[] = [];
  store.events.subscribe({
    names: ['scheduler:execution.failed'],
    listener: (event) => received.push(event),
  });
  await runs(node, 'broken');
  await listenersRan();
  expect(received.map(({ data }) => data)).toMatchObject([
    { status: 'failed', willRetry: false, nextRetryAt: null },
  ]);
});
