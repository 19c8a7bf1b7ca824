import { defineWorkflow } from './define/define-workflow.js';
import { Workflow } from './define/workflow.js';
import { createWorkflows } from './runtime/create-workflows.js';
import { scene, stopScenes } from './test-support/scene.js';

afterEach(stopScenes);

describe('schedules of workflows (F30)', () => {
  it('start runs by cron expressions, with their input', async () => {
    const seen: unknown[] = [];
    const report = Workflow.new('report')
      .step('make', ({ input }) => void seen.push(input))
      .schedule({ cron: '*/10 * * * *', input: { kind: 'short' } })
      .schedule({ cron: '30 0 * * *', input: { kind: 'long' } })
      .build();
    const { workflows, clock, node } = await scene({ definitions: [report] });
    expect((await node.scheduler.list()).items.map(({ name }) => name).sort()).toEqual([
      'workflow:report',
      'workflow:report:2',
    ]);
    await clock.advance('31m');
    expect(seen).toHaveLength(4);
    expect(seen.filter((input) => (input as { kind: string }).kind === 'long')).toHaveLength(1);
    expect((await workflows.summary('report')).runs).toEqual({ completed: 4 });
  });

  it('start runs at an interval within a window, and once at an instant', async () => {
    const report = defineWorkflow(
      'report',
      {
        schedule: [
          {
            every: '10m',
            startAt: new Date('2030-01-01T00:10:00Z'),
            endAt: new Date('2030-01-01T00:30:00Z'),
          },
          { at: new Date('2030-01-01T01:00:00Z') },
        ],
      },
      (w) => void w.step('make', () => null),
    );
    const { workflows, clock } = await scene({ definitions: [report] });
    await clock.advance('50m');
    const inWindow = (await workflows.list()).total;
    expect(inWindow).toBeGreaterThanOrEqual(2);
    expect(inWindow).toBeLessThanOrEqual(3);
    await clock.advance('2h');
    expect((await workflows.list()).total).toBe(inWindow + 1);
  });

  it('are looked for in bounded steps, and each starts its run once, however many are due (F184)', async () => {
    const report = Workflow.new('report')
      .step('make', () => null)
      .build();
    const { workflows, clock, node, store } = await scene({ definitions: [report] });
    const findDue = jest.spyOn(store.schedules, 'findDue');
    for (let number = 0; number < 120; number++) {
      await workflows.scheduleExecution('report', {
        at: new Date('2030-01-01T00:01:00Z'),
        context: { number },
      });
    }
    await clock.advance('2m');
    await node.tick();
    expect((await workflows.summary('report')).runs).toEqual({ completed: 120 });
    const limits = findDue.mock.calls.map(([{ limit }]) => limit);
    expect(limits.length).toBeGreaterThan(0);
    expect(Math.max(...limits)).toBeLessThanOrEqual(1_000);
  });

  it('declare their jobs beside those of the application', async () => {
    const report = Workflow.new('report')
      .step('make', () => null)
      .schedule({ every: '1h' })
      .build();
    expect(createWorkflows({ definitions: [report] }).jobs).toHaveLength(1);
    const plain = Workflow.new('plain')
      .step('make', () => null)
      .build();
    expect(createWorkflows({ definitions: [plain] }).jobs).toBeNull();
  });
});

describe('scheduleExecution (F185)', () => {
  it('starts one run at an instant, with a context as its input', async () => {
    const seen: unknown[] = [];
    const report = defineWorkflow(
      'report',
      {},
      (w) => void w.step('make', ({ input }) => void seen.push(input)),
    );
    const { workflows, clock } = await scene({ definitions: [report] });
    const job = await workflows.scheduleExecution('report', {
      at: new Date('2030-01-01T00:05:00Z'),
      context: { month: 12 },
    });
    expect(job.nextRunAt).toEqual(new Date('2030-01-01T00:05:00Z'));
    await clock.advance('4m');
    expect(seen).toEqual([]);
    await clock.advance('2m');
    expect(seen).toEqual([{ month: 12 }]);
  });
});

describe('jobs and events of handler type workflow (F81)', () => {
  it('start a run once for each execution, whose id it has', async () => {
    const report = defineWorkflow('report', {}, (w) => void w.step('make', () => null));
    const { workflows, node, settle } = await scene({ definitions: [report] });
    const payload = { workflow: 'report', input: { a: 1 } };
    const { id } = await node.scheduler.enqueue({ type: 'scheduler.trigger_workflow', payload });
    await settle();
    expect((await workflows.list()).items).toMatchObject([{ id, input: { a: 1 }, status: 'completed' }]);
    const request = {
      executionId: id,
      idempotencyKey: id,
      tenant: null,
      signal: new AbortController().signal,
    };
    const again = await workflows.dispatcher.start({ workflow: 'report', input: { a: 1 }, ...request });
    expect(again).toEqual({ workflowId: id });
    expect((await workflows.list()).total).toBe(1);
  });

  it('fail where the workflow is unknown', async () => {
    const report = defineWorkflow('report', {}, (w) => void w.step('make', () => null));
    const { workflows } = await scene({ definitions: [report] });
    const request = {
      executionId: 'e',
      idempotencyKey: 'e',
      tenant: null,
      signal: new AbortController().signal,
    };
    await expect(
      workflows.dispatcher.start({ workflow: 'reprt', input: null, ...request }),
    ).rejects.toMatchObject({
      code: 'WORKFLOW_UNKNOWN',
    });
  });
});
