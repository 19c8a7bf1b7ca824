import { isSchedulerError, trigger } from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerNode } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { createWorkflows, defineWorkflow, type WorkflowRuns } from '@scheduler/workflow';
import { recorder, START } from './test-support/scene.js';

/** What the services of a node that the conformance suite does not know show of others: workflows and reports. */

const MARK = 'mark-of-globex';

const order = defineWorkflow<{ note: string }>('order', {}, (w) => {
  w.approval('check');
});

let node: SchedulerNode;
let workflows: ReturnType<typeof createWorkflows>;
let run: string;

beforeEach(async () => {
  const clock = new SettableClock(START);
  workflows = createWorkflows({ definitions: [order] });
  const handlers = [recorder('work').handler];
  node = createSchedulerNode({ store: createMemoryStore({ clock }), clock, handlers, workflows });
  await node.start();
  const started = await workflows
    .forTenant('globex')
    .start(order, { note: MARK }, { attributes: { customer: MARK } });
  run = started.id;
  await node.drain();
});
afterEach(() => node.stop());

/** Every method, so that one that is added does not compile until it stands here. */
const RUNS: Readonly<Record<keyof WorkflowRuns, (own: WorkflowRuns) => unknown>> = {
  start: (own) => own.start(order, { note: MARK }, { id: run, attributes: { customer: MARK } }),
  scheduleExecution: (own) => own.scheduleExecution(order, { at: new Date(4e12), context: { note: 'own' } }),
  pause: (own) => own.pause(run),
  resume: (own) => own.resume(run),
  cancel: (own) => own.cancel(run),
  approve: (own) => own.approve(run, 'check'),
  reject: (own) => own.reject(run, 'check'),
  signal: (own) => own.signal(run, 'go'),
  retryFrom: (own) => own.retryFrom(run, 'check'),
  resumeCompensation: (own) => own.resumeCompensation(run),
  getState: (own) => own.getState(run),
  listRunning: (own) => own.listRunning('order', { attributes: { customer: MARK } }),
  list: (own) => own.list(),
  summary: (own) => own.summary('order'),
  listAll: (own) => own.listAll(),
  toMermaid: (own) => own.toMermaid(run),
  toDot: (own) => own.toDot(run),
  toTable: (own) => own.toTable(run),
  why: (own) => own.why(run, 'check'),
  plan: (own) => own.plan(),
  waitFor: (own) => own.waitFor(run),
  forTenant: (own) => own.forTenant('globex').list(),
};

const stored = async () => JSON.stringify(await workflows.forTenant('globex').getState(run));

it.each(Object.keys(RUNS) as (keyof WorkflowRuns)[])(
  'workflows.%s of a tenant shows and changes nothing of others (F252)',
  async (method) => {
    const before = await stored();
    let answer: unknown;
    try {
      answer = await RUNS[method](workflows.forTenant('acme'));
    } catch (error) {
      expect(isSchedulerError(error)).toBe(true);
      expect(['WORKFLOW_NOT_FOUND', 'WORKFLOW_ALREADY_EXISTS', 'TENANT_INVALID']).toContain(
        (error as { code: string }).code,
      );
      answer = (error as Error).message.replaceAll(run, '');
    }
    const shown = JSON.stringify(answer);
    expect(shown).not.toContain(MARK);
    expect(shown).not.toContain(run);
    expect(await stored()).toBe(before);
    expect((await workflows.forTenant('globex').list()).total).toBe(1);
  },
);

it('the counts of runs are those of the tenant (F252)', async () => {
  const runs = async (tenant: string) => (await workflows.forTenant(tenant).list()).total;
  expect([await runs('acme'), await runs('globex')]).toEqual([0, 1]);
  expect(JSON.stringify(await workflows.forTenant('acme').summary('order'))).not.toContain('"running":1');
});

it('reports of a tenant show nothing of others (F252)', async () => {
  const job = { type: 'work', name: MARK, trigger: trigger.daily({ at: '09:00' }), tags: [MARK] };
  const { id } = await node.scheduler.forTenant('globex').schedule(job);
  const until = new Date(node.clock.now().getTime() + 86_400_000);
  const reports = [
    await node.forecast({ until, tenant: 'acme' }),
    await node.checkCompatibility({ tenant: 'acme' }),
    await node.scheduler.forTenant('acme').healthCheck(),
  ];
  expect(JSON.stringify(reports)).not.toContain(MARK);
  expect(JSON.stringify(reports)).not.toContain(id);
  for (const reference of [id, MARK])
    await expect(node.explain(reference, { tenant: 'acme' })).rejects.toMatchObject({
      code: 'JOB_NOT_FOUND',
    });
});
