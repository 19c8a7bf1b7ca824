import { defineHandler, silentLogger, trigger } from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerNode, SystemClock } from '@scheduler/core';
import { createHandler } from '@scheduler/http';
import { serve } from '@scheduler/http/node';
import { createMemoryStore } from '@scheduler/memory';
import { createWorkflows, defineWorkflow, type Workflows } from '@scheduler/workflow';
import { readFiles } from '../files/dashboard-files.js';
import { type ServedDashboard, TOKENS } from './served-dashboard.js';

export interface Operations extends ServedDashboard {
  readonly workflows: Workflows;
  /** A run that waits for an approval. */
  readonly waitingRun: string;
  /** A run whose last step failed, so that what was done before was undone. */
  readonly undoneRun: string;
  /** Sends a request to the API, as the admin. */
  call(method: string, path: string, body?: unknown): Promise<void>;
}

export interface OperationsOptions {
  /** Stands in everything that users and programs can write. Default: ordinary names. */
  readonly text?: string;
}

const order = defineWorkflow<{ readonly note?: string }>('fulfil-order', {}, (w) => {
  const check = w.step('check-stock', () => ({ inStock: 12 }));
  const reserve = w.step('reserve', () => ({ lamps: 2 }), { after: check, rollback: () => undefined });
  const charge = w.step('charge-card', () => ({ paid: true }), { after: check, rollback: () => undefined });
  const approved = w.approval('approve-large-order', { after: [reserve, charge] });
  const packed = w.step('pack', () => [1, 2, 3], { after: approved });
  const shipped = w.map('ship-parcels', packed, ({ item }) => `parcel ${item}`, { concurrency: 2 });
  w.step('send-confirmation', () => 'sent', { after: shipped });
  w.signal('delivered', { after: shipped });
});

const refund = defineWorkflow<{ readonly note?: string }>('refund', {}, (w) => {
  const take = w.step('take-back', () => 'lamp', { rollback: () => undefined });
  const stock = w.step('restock', () => 1, { after: take, rollback: () => undefined });
  w.step(
    'pay-back',
    () => {
      throw new Error('the bank said: account closed');
    },
    { after: stock, maxRetries: 0 },
  );
});

/** What operators look after: queues that are full or paused, workflows, circuits, limits, declared and colliding jobs. */
export async function serveOperations(folder: string, { text }: OperationsOptions = {}): Promise<Operations> {
  const clock = new SystemClock();
  const workflows = createWorkflows({ definitions: [order, refund] });
  const name = text ?? 'mail-server';
  const node = createSchedulerNode({
    clock,
    store: createMemoryStore({ clock }),
    logger: silentLogger,
    workflows,
    handlers: handlers(),
    jobs: [],
    config: {
      shutdownGrace: '50ms',
      queues: { default: 4, mails: 2, reports: 1 },
      rateLimits: { global: '50/s', queues: { mails: '10/m' }, custom: { [name]: '100/h' } },
      circuits: { [name]: { failureThreshold: 1 }, 'payment-service': {} },
    },
  });
  const handler = createHandler({
    node,
    dashboard: readFiles(folder),
    authenticate: ({ headers }) =>
      TOKENS[(headers.get('authorization') ?? '').slice('Bearer '.length)] ?? null,
    limits: { requestsPerMinute: 60_000, requestBurst: 10_000, streams: 100 },
  });
  const served = await serve(handler);
  await node.start();
  const [waitingRun, undoneRun] = await createRuns(workflows, text);
  await createJobs(node, text);
  await createWork(node, name, text);
  return {
    node,
    workflows,
    waitingRun,
    undoneRun,
    url: `${served.url}/dashboard/`,
    call: async (method, path, body) => {
      const { ok, status } = await fetch(`${served.url}/${path}`, {
        method,
        headers: { authorization: 'Bearer admin-token', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!ok) throw new Error(`${method} ${path}: ${status}`);
    },
    close: async () => {
      await served.close();
      await node.stop();
    },
  };
}

function handlers() {
  return [
    defineHandler({ type: 'report', handle: () => 'done' }),
    defineHandler({
      type: 'import',
      handle: async (_execution, context) => {
        const { signal } = context;
        context.progress(340, 1_200);
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      },
    }),
    defineHandler({
      type: 'send',
      handle: () => {
        throw Object.assign(new Error('connect ECONNREFUSED 10.0.3.17:25'), { code: 'ECONNREFUSED' });
      },
    }),
  ];
}

async function createRuns(workflows: Workflows, text?: string): Promise<readonly [string, string]> {
  const given = text === undefined ? {} : { note: text };
  const waiting = await workflows.start(order, given, { attributes: { customer: text ?? 'ACME' } });
  const undone = await workflows.start(refund, given);
  await workflows.waitFor(undone.id);
  for (let reached = false; !reached;) {
    const { steps } = await workflows.getState(waiting.id);
    reached = steps.some(({ kind, status }) => kind === 'approval' && status === 'active');
    if (!reached) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return [waiting.id, undone.id];
}

async function createJobs({ scheduler }: SchedulerNode, text?: string): Promise<void> {
  const nine = trigger.cron('0 9 * * *', { zone: 'Europe/Berlin' });
  for (const job of [
    'sales-report',
    'stock-report',
    'churn-report',
    text ?? 'board-report-for-everybody-who-asked',
  ])
    await scheduler.schedule({
      type: 'report',
      name: job,
      trigger: nine,
      queue: 'reports',
      ...described(text),
    });
  await scheduler.schedule({ type: 'report', name: 'cache-warm-up', trigger: trigger.every('15m') });
  await scheduler.schedule({
    type: 'report',
    name: 'hourly-sync',
    trigger: trigger.cron('0 * * * MON-FRI'),
    queue: 'mails',
  });
  await scheduler.schedule({ type: 'report', name: 'on-signup', trigger: trigger.event('user:signup') });
}

const described = (text?: string) => (text === undefined ? {} : { description: text });

async function createWork(node: SchedulerNode, circuit: string, text?: string): Promise<void> {
  const { scheduler } = node;
  const payload = text ?? 'customers-2026-11.csv';
  const { id } = await scheduler.enqueue({ type: 'import', queue: 'reports', payload });
  await scheduler.enqueue({ type: 'import', queue: 'reports', payload });
  await scheduler.enqueue({ type: 'send', payload, circuit, maxRetries: 0 });
  await scheduler.enqueue({ type: 'report', queue: 'mails', delay: '2h' });
  await node.queues.pause('mails');
  for (let isRunning = false; !isRunning;) {
    const execution = await scheduler.getExecution(id);
    isRunning = execution.progress !== null;
    if (!isRunning) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
