import { silentLogger } from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { graphStep, workflowScene } from './test-support/workflow-scene.js';

const chain = [graphStep('reserve'), graphStep('charge', { after: ['reserve'] })];

describe('the retention of workflows', () => {
  it('keeps the executions of a run as long as the run, and deletes both 30 days after its end', async () => {
    const { clock, runs, node, start } = workflowScene({ steps: chain });
    await start();
    await node.drain();
    await clock.advance('29d');
    expect(await node.prune()).toMatchObject({ ended: 0, workflows: 0 });
    expect((await node.scheduler.listExecutions({})).items).toHaveLength(2);
    await clock.advance('2d');
    expect(await node.prune()).toMatchObject({ ended: 0, workflows: 1 });
    expect((await node.scheduler.listExecutions({})).items).toEqual([]);
    expect(await runs.get({ id: 'run-1', tenant: null })).toBeNull();
    await node.stop();
  });

  it('does not concern a run that has not ended', async () => {
    const { clock, node, start } = workflowScene({
      steps: [
        graphStep('reserve'),
        graphStep('later', { kind: 'sleep', sleepMs: 90 * 86_400_000, after: ['reserve'] }),
      ],
    });
    await start();
    await node.drain();
    await clock.advance('60d');
    expect(await node.prune()).toMatchObject({ ended: 0, workflows: 0 });
    await node.stop();
  });
});

describe('the deletion of a tenant', () => {
  it('deletes its runs with their executions, and those of nobody else', async () => {
    const { runs, node, start } = workflowScene({ steps: chain });
    await start('acme-1', 'acme');
    await start('acme-2', 'acme');
    await start('other-1', 'other');
    await node.drain();
    const progress: number[] = [];
    const deleted = await node.scheduler.deleteTenant('acme', {
      onProgress: ({ workflows }) => progress.push(workflows),
    });
    expect(deleted).toMatchObject({ workflows: 2, executions: 4 });
    expect(progress.at(-1)).toBe(2);
    expect(await runs.get({ id: 'acme-1', tenant: null })).toBeNull();
    expect(await runs.get({ id: 'other-1', tenant: null })).toMatchObject({ status: 'completed' });
    expect((await node.scheduler.listExecutions({})).items).toHaveLength(2);
    await node.stop();
  });
});

describe('a node without the function of a step', () => {
  it('says in its health and in its check which step of which workflow waits', async () => {
    const { clock, store, node, start } = workflowScene({ steps: chain });
    await start();
    const other = createSchedulerNode({ store, clock, logger: silentLogger });
    const { issues } = await other.health({ mustRun: false });
    expect(issues).toMatchObject([
      {
        code: 'NO_HANDLER',
        message: expect.stringContaining(
          "1 execution waits in the queue 'default' for the function of step 'reserve' of workflow 'order'",
        ),
      },
    ]);
    expect(await other.checkCompatibility()).toMatchObject({
      found: 1,
      problems: [
        {
          kind: 'handler_missing',
          message: expect.stringContaining("step 'reserve' of workflow 'order' has no function here"),
        },
      ],
    });
    await other.stop();
    await node.stop();
  });
});
