import { defineHandler, trigger } from '@scheduler/contracts';
import type { SchedulerConfigInput, SchedulerNode } from '@scheduler/core';
import { defineWorkflow, type Workflows } from '@scheduler/workflow';
import type { SampleIds } from './screens.js';

/** What operators look after: queues that are full or paused, workflows, circuits, limits, colliding jobs, alerts. */

interface Note {
  readonly note?: string;
}

const order = defineWorkflow<Note>('fulfil-order', {}, (w) => {
  const check = w.step('check-stock', () => ({ inStock: 12 }));
  const reserve = w.step('reserve', () => ({ lamps: 2 }), { after: check, rollback: () => undefined });
  const charge = w.step('charge-card', () => ({ paid: true }), { after: check, rollback: () => undefined });
  const approved = w.approval('approve-large-order', { after: [reserve, charge] });
  const packed = w.step('pack', () => [1, 2, 3], { after: approved });
  const shipped = w.map('ship-parcels', packed, ({ item }) => `parcel ${item}`, { concurrency: 2 });
  w.step('send-confirmation', () => 'sent', { after: shipped });
  w.signal('delivered', { after: shipped });
});

const refund = defineWorkflow<Note>('refund', {}, (w) => {
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

export const OPERATED_WORKFLOWS = [order, refund];

export const OPERATED_HANDLERS = [
  defineHandler({ type: 'report', handle: () => 'done' }),
  defineHandler({
    type: 'import',
    handle: async (_execution, { progress, signal }) => {
      progress(340, 1_200);
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

/** The name that programs give a circuit and a limit, which may be any text. */
export const configOf = (name = 'mail-server'): SchedulerConfigInput => ({
  shutdownGrace: '50ms',
  queues: { default: 4, mails: 2, reports: 2, imports: 1, newsletters: 1 },
  rateLimits: { global: '500/s', queues: { newsletters: '10/m' }, custom: { [name]: '100/h' } },
  circuits: { [name]: { failureThreshold: 1 }, 'payment-service': {} },
});

interface Operated {
  /** It must have been started. */
  readonly node: SchedulerNode;
  readonly workflows: Workflows;
  /** Stands in everything that users and programs can write. Default: ordinary names. */
  readonly text?: string | undefined;
}

/** Brings a node into the middle of a day of work. */
export async function createOperations(
  operated: Operated,
): Promise<Pick<SampleIds, 'waitingRun' | 'undoneRun'>> {
  const runs = await createRuns(operated);
  await createJobs(operated);
  await createWork(operated);
  await createAlerts(operated);
  return runs;
}

async function createRuns({ workflows, text }: Operated) {
  const given = text === undefined ? {} : { note: text };
  const waiting = await workflows.start(order, given, { attributes: { customer: text ?? 'ACME' } });
  const undone = await workflows.start(refund, given);
  await workflows.waitFor(undone.id);
  await until(async () => {
    const { steps } = await workflows.getState(waiting.id);
    return steps.some(({ kind, status }) => kind === 'approval' && status === 'active');
  });
  return { waitingRun: waiting.id, undoneRun: undone.id };
}

async function createJobs({ node, text }: Operated): Promise<void> {
  const nine = trigger.cron('0 9 * * *', { zone: 'Europe/Berlin' });
  const described = text === undefined ? {} : { description: text };
  const names = [
    'sales-report',
    'stock-report',
    'churn-report',
    text ?? 'board-report-for-everybody-who-asked',
  ];
  for (const name of names)
    await node.scheduler.schedule({ type: 'report', name, trigger: nine, queue: 'reports', ...described });
  const hourly = trigger.cron('0 * * * MON-FRI');
  await node.scheduler.schedule({ type: 'report', name: 'hourly-sync', trigger: hourly, queue: 'mails' });
}

async function createWork({ node, text }: Operated): Promise<void> {
  const { scheduler } = node;
  const payload = text ?? 'customers-2026-11.csv';
  const { id } = await scheduler.enqueue({ type: 'import', queue: 'imports', payload });
  await scheduler.enqueue({ type: 'import', queue: 'imports', payload });
  await scheduler.enqueue({ type: 'send', payload, circuit: text ?? 'mail-server', maxRetries: 0 });
  await scheduler.enqueue({ type: 'report', queue: 'newsletters', delay: '2h' });
  await node.queues.pause('newsletters');
  await until(async () => (await scheduler.getExecution(id)).progress !== null);
}

/** One that fires, one that fires and is silenced, one that is over, and a rule that is disabled. */
async function createAlerts({ node, text }: Operated): Promise<void> {
  const { alerts } = node;
  const several = { operator: 'gte', value: 1, duration: 0 } as const;
  const described = text === undefined ? {} : { description: text };
  await alerts.createRule({
    name: text ?? 'imports-wait',
    condition: { metric: 'scheduler.queue.size', ...several },
    queue: 'imports',
    severity: 'critical',
    ...described,
  });
  await alerts.createRule({
    name: 'jobs-that-nobody-has-looked-after',
    condition: { metric: 'scheduler.jobs.total', ...several },
    ...described,
  });
  await alerts.createRule({
    name: 'anything-runs',
    condition: { metric: 'scheduler.queue.processing', ...several },
    severity: 'info',
  });
  await alerts.silence({
    rule: 'jobs-that-nobody-has-looked-after',
    duration: '8h',
    reason: text ?? 'the new jobs of this week are known',
    createdBy: text ?? 'ada',
  });
  await alerts.evaluate();
  await alerts.changeRule('anything-runs', { enabled: false });
  await alerts.evaluate();
}

async function until(isReached: () => Promise<boolean>): Promise<void> {
  while (!(await isReached())) await new Promise((resolve) => setTimeout(resolve, 20));
}
