import type { WorkflowRun } from '@scheduler/contracts';
import { createWorkflows, defineWorkflow } from '@scheduler/workflow';
import { anotherBuild, buildWithoutWorkflows } from '../test-support/another-build.js';
import { OrderScene } from '../test-support/order-workflow.js';
import { Scene } from '../test-support/scene.js';

interface Answer {
  readonly run: WorkflowRun;
}

async function waiting() {
  const scene = OrderScene.create();
  await scene.order('o1');
  return scene;
}

describe('workflow:pause and workflow:resume', () => {
  it('pause a run, and resume it with more input', async () => {
    const scene = await waiting();
    const paused = await scene.run(['workflow:pause', 'o1']);
    expect(paused).toMatchObject({ code: 0, stdout: 'paused order (o1), which is paused now\n' });
    expect(paused.stderr).toContain('note: the memory store forgets this');
    const resume = ['workflow:resume', 'o1', '--context', '{"isBroken":true}'];
    const { run } = (await scene.run([...resume, '--json'])).json<Answer>();
    expect(run).toMatchObject({ status: 'running', input: { items: ['tea', 'cup'], isBroken: true } });
  });

  it('refuse what cannot be done, and name what was typed', async () => {
    const scene = await waiting();
    expect(await scene.run(['workflow:resume', 'o1', '--context', '[1]'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--context: [1] is not accepted; accepted: a JSON object'),
    });
    expect(await scene.run(['workflow:pause', 'nobody'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('WORKFLOW_NOT_FOUND'),
    });
    expect((await scene.run(['workflow:pause', 'o1', '--tenant', 'acme'])).code).toBe(1);
  });
});

describe('workflow:cancel', () => {
  it('cancels with a reason', async () => {
    const scene = await waiting();
    const { stdout } = await scene.run(['workflow:cancel', 'o1', '--reason', 'out of tea']);
    expect(stdout).toBe('cancelled order (o1), which is cancelled now\n');
    expect((await scene.workflows.getState('o1')).run.stop).toMatchObject({ reason: 'out of tea' });
  });

  it('undoes what was done with --rollback', async () => {
    const refund = jest.fn();
    const scene = OrderScene.create(refund);
    await scene.order('o1');
    const { run } = (await scene.run(['workflow:cancel', 'o1', '--rollback', '--json'])).json<Answer>();
    expect(run.status).toBe('compensating');
    await scene.node.drain();
    expect(refund).toHaveBeenCalledTimes(1);
    expect((await scene.run(['workflow:show', 'o1'])).stdout).toMatch(/^charge +function +undone /m);
  });
});

describe('workflow:approve and workflow:reject', () => {
  it('decide a step, by somebody, with data', async () => {
    const scene = await waiting();
    const approve = ['workflow:approve', 'o1', 'check', '--by', 'Ada', '--data', '{"limit":5}'];
    const { run } = (await scene.run([...approve, '--json'])).json<Answer>();
    expect(run.steps['check']).toMatchObject({
      status: 'succeeded',
      output: { limit: 5 },
      decision: { approved: true, by: 'Ada' },
    });
    const again = await scene.run(['workflow:reject', 'o1', 'check']);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('was approved before by') });
  });

  it('reject fails the run', async () => {
    const scene = await waiting();
    const { stdout } = await scene.run(['workflow:reject', 'o1', 'check', '--by', 'Bob']);
    expect(stdout).toBe('rejected in order (o1), which is compensating now\n');
    expect((await scene.run(['workflow:show', 'o1'])).stdout).toMatch(/^check .*rejected by Bob/m);
  });
});

describe('workflow:signal', () => {
  it('sends a signal once for each key', async () => {
    const scene = await waiting();
    const signal = ['workflow:signal', 'o1', 'delivered', '--key', 'k1', '--data', '{"door":2}'];
    expect((await scene.run(signal)).stdout).toBe('signalled order (o1), which is running now\n');
    const { run } = (await scene.run([...signal, '--json'])).json<Answer>();
    expect(run.signals).toMatchObject([{ name: 'delivered', key: 'k1', data: { door: 2 } }]);
  });
});

describe('workflow:retry', () => {
  it('goes on from the failed step, or from another one', async () => {
    const scene = OrderScene.create();
    await scene.order('o1', { items: ['tea'], isBroken: true });
    await scene.pack('o1');
    expect((await scene.workflows.getState('o1')).run.status).toBe('compensated');
    const { stdout } = await scene.run(['workflow:retry', 'o1', '--from', 'charge']);
    expect(stdout).toBe('retried order (o1), which is running now\n');
    const wrong = await scene.run(['workflow:retry', 'o1', '--from', 'chrge']);
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("did you mean 'charge'?") });
  });
});

describe('workflow:resume-compensation', () => {
  it('tries failed rollbacks again', async () => {
    let isMended = false;
    const broken = defineWorkflow('broken', {}, (w) => {
      const one = w.step('one', () => 1, {
        rollback: () => {
          if (!isMended) throw new Error('the bank is closed');
        },
        maxRetries: 0,
      });
      w.approval('check', { after: one });
    });
    const workflows = createWorkflows({ definitions: [broken] });
    const scene = new Scene([], {}, workflows);
    await workflows.start('broken', undefined, { id: 'b1' });
    await scene.node.drain();
    await workflows.cancel('b1', { rollback: true });
    const drainAll = async () => {
      for (let round = 0; round < 10; round++) {
        await scene.node.drain();
        await scene.clock.advance('1h');
      }
    };
    await drainAll();
    expect((await scene.run(['workflow:show', 'b1'])).stdout).toMatch(
      /^one +function +undo failed .*rollback: .*the bank is closed/m,
    );
    isMended = true;
    const { stdout } = await scene.run(['workflow:resume-compensation', 'b1']);
    expect(stdout).toBe('undoing again broken (b1), which is compensating now\n');
    await drainAll();
    expect((await workflows.getState('b1')).run.status).toBe('compensated');
  });
});

describe('workflow:plan', () => {
  it('ends with 1 where this build would strand a run', async () => {
    const scene = await waiting();
    expect(await scene.run(['workflow:plan'])).toMatchObject({
      code: 0,
      stdout: 'fits: 1 run that has not ended\n',
    });
    const shorter = defineWorkflow('order', {}, (w) => void w.step('charge', () => 1));
    const application = anotherBuild(scene, [shorter]);
    const { code, stdout, stderr } = await scene.run(['workflow:plan'], { application });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^o1 +order +running +check, pack, delivered +charge$/m);
    expect(stderr).toContain('this build would strand 1 of 1 run that has not ended');
  });
});

describe('an application without workflows', () => {
  it('looks after the runs of others', async () => {
    const scene = await waiting();
    const application = anotherBuild(scene, null);
    const run = (...argv: string[]) => scene.run(argv, { application });
    expect((await run('workflow:show', 'o1')).stdout).toMatch(/^progress +2 of 5 steps$/m);
    expect((await run('workflow:approve', 'o1', 'check')).code).toBe(0);
    expect((await run('workflow:cancel', 'o1')).code).toBe(0);
    const started = await run('workflow:start', 'order');
    expect(started).toMatchObject({ code: 1, stderr: expect.stringContaining('none is defined') });
  });

  it('says that its store keeps no workflows', async () => {
    for (const argv of [['workflow:list'], ['workflow:show', 'o1'], ['workflow:start', 'order']]) {
      const { code, stderr } = await new Scene().run(argv, { application: buildWithoutWorkflows() });
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('FEATURE_NOT_SUPPORTED') });
    }
  });
});
