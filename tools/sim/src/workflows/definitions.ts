import { defineWorkflow, type WorkflowDefinition } from '@scheduler/workflow';
import type { StepWork, Surroundings } from './step-work.js';

/** The workflows of the workloads. */
export const WORKFLOW = {
  /** A join after a map and a step that may fail for good, then a child workflow. */
  order: 'sim_order',
  /** The child of an order. */
  invoice: 'sim_invoice',
  /** Steps of which the first counts; the others finish. */
  race: 'sim_race',
  /** The same; the others are cancelled. */
  sprint: 'sim_sprint',
  /** A decision, a signal and a sleep before one step. */
  patience: 'sim_patience',
  /** As much as possible in few calls, for runs with every fault at every call. */
  short: 'sim_short',
} as const;

const RETRIES = { maxRetries: 3, backoff: { strategy: 'fixed', delay: '300ms' }, timeout: '20s' } as const;

/** The definitions of one process. Equal steps have equal names, so that their graphs are equal in all processes. */
export function workflowDefinitions(work: StepWork): readonly WorkflowDefinition[] {
  const invoice = invoiceWorkflow(work);
  const all = [orderWorkflow(work, invoice), invoice, shortWorkflow(work), patienceWorkflow(work)];
  return [
    ...all,
    raceWorkflow(work, 'finish'),
    raceWorkflow(work, 'cancel'),
  ] as readonly WorkflowDefinition[];
}

function does(work: StepWork, lastsMs: number, fails = 0) {
  return (context: Surroundings) => work.run(context, { lastsMs, fails });
}

function orderWorkflow(work: StepWork, invoice: WorkflowDefinition<unknown>) {
  const undone = { ...RETRIES, rollback: (context: Surroundings) => work.undo(context) };
  return defineWorkflow(WORKFLOW.order, {}, (w) => {
    const reserve = w.step('reserve', does(work, 40), undone);
    const pay = w.step('pay', does(work, 1_500, 0.6), { ...undone, maxRetries: 1, after: reserve });
    const pack = w.map(
      'pack',
      () => [0, 1, 2, 3],
      (context) => work.run(context, { lastsMs: 900, fails: 0.2 }),
      { ...undone, after: reserve, concurrency: 2, queue: 'side' },
    );
    const ship = w.step('ship', does(work, 200), { ...undone, after: [pay, pack] });
    const bill = w.workflow('bill', invoice, undefined, { ...RETRIES, after: ship });
    w.step('notify', does(work, 30, 0.5), { ...RETRIES, maxRetries: 0, after: ship, onError: 'continue' });
    w.step('close', does(work, 400, 0.3), { ...undone, maxRetries: 0, after: bill });
  });
}

function invoiceWorkflow(work: StepWork) {
  return defineWorkflow<unknown>(WORKFLOW.invoice, {}, (w) => {
    const write = w.step('write', does(work, 30), { ...RETRIES, rollback: (context) => work.undo(context) });
    w.step('send', does(work, 300, 0.3), { ...RETRIES, after: write });
  });
}

function raceWorkflow(work: StepWork, losers: 'finish' | 'cancel') {
  const undone = { ...RETRIES, rollback: (context: Surroundings) => work.undo(context) };
  return defineWorkflow(losers === 'finish' ? WORKFLOW.race : WORKFLOW.sprint, { deadline: '20s' }, (w) => {
    const runners = (['one', 'two', 'three'] as const).map((name) =>
      w.step(name, does(work, 2_500, 0.3), { ...undone, maxRetries: 1, onError: 'skip' }),
    );
    const first = w.step('first', does(work, 50), { ...undone, afterAny: runners, losers });
    w.step('last', does(work, 100, 0.2), { ...RETRIES, maxRetries: 0, after: first });
  });
}

function patienceWorkflow(work: StepWork) {
  const undone = { ...RETRIES, rollback: (context: Surroundings) => work.undo(context) };
  return defineWorkflow(WORKFLOW.patience, {}, (w) => {
    const ask = w.step('ask', does(work, 30), undone);
    const decision = w.approval('decision', { after: ask, timeout: '6s', onTimeout: 'approve' });
    const wanted = w.approval('wanted', {
      after: ask,
      timeout: '3s',
      onTimeout: 'skip',
      when: (context) => work.isLucky(context, 0.5),
    });
    const arrival = w.signal('arrival', { after: ask });
    const nap = w.sleep('nap', '700ms', { after: ask });
    w.step('go', does(work, 200, 0.3), { ...undone, maxRetries: 0, after: [decision, wanted, arrival, nap] });
  });
}

function shortWorkflow(work: StepWork) {
  const undone = { ...RETRIES, rollback: (context: Surroundings) => work.undo(context) };
  return defineWorkflow(WORKFLOW.short, {}, (w) => {
    const begin = w.step('begin', does(work, 20), undone);
    const each = w.map('each', () => [0, 1], does(work, 20), { ...undone, after: begin });
    const side = w.step('side', does(work, 20), { ...undone, after: begin });
    const word = w.signal('word', { after: begin });
    const join = w.step('join', does(work, 20), { ...undone, after: [each, side, word] });
    w.step('end', (context) => finish(work, context), { ...RETRIES, maxRetries: 0, after: join });
  });
}

/** Half of the runs fail at their end, and are undone. */
function finish(work: StepWork, context: Surroundings) {
  const { fails } = (context.input ?? {}) as { readonly fails?: boolean };
  return work.run(context, { lastsMs: 20, fails: fails === true ? 1 : 0 });
}
