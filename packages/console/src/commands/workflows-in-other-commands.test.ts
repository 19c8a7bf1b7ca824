import { createWorkflows, defineWorkflow } from '@scheduler/workflow';
import { anotherBuild, buildWithoutWorkflows } from '../test-support/another-build.js';
import { OrderScene } from '../test-support/order-workflow.js';
import { Scene } from '../test-support/scene.js';

interface Answer {
  readonly checks: readonly { name: string; status: string; message: string; wayOut: string | null }[];
}

const shortened = defineWorkflow('order', {}, (w) => void w.step('charge', () => 1, { rollback: () => 0 }));

/** A workflow whose rollback fails, in a run that was cancelled. */
async function halfUndone() {
  const rollback = () => {
    throw new Error('the bank is closed');
  };
  const broken = defineWorkflow('broken', {}, (w) => {
    w.approval('check', { after: w.step('one', () => 1, { rollback, maxRetries: 0 }) });
  });
  const workflows = createWorkflows({ definitions: [broken] });
  const scene = new Scene([], {}, workflows);
  await workflows.start('broken', undefined, { id: 'b1' });
  await scene.node.drain();
  await workflows.cancel('b1', { rollback: true });
  for (let status = ''; status !== 'compensation_failed';) {
    await scene.node.drain();
    await scene.clock.advance('1h');
    status = (await workflows.getState('b1')).run.status;
  }
  return scene;
}

describe('doctor', () => {
  const checksOf = async (scene: Scene, application?: ReturnType<typeof anotherBuild>) => {
    const { checks } = (
      await scene.run(['doctor', '--json'], application === undefined ? {} : { application })
    ).json<Answer>();
    return Object.fromEntries(checks.map((check) => [check.name, check]));
  };

  it('finds nothing wrong with runs whose steps are here, and takes steps for no handlers without jobs', async () => {
    const scene = OrderScene.create();
    await scene.order('o1');
    expect(await checksOf(scene)).toMatchObject({
      'workflow-steps': { status: 'ok', message: 'every run under way has its steps here' },
      'workflow-compensation': { status: 'ok' },
      'handlers-without-job': { message: 'handlers that no job uses: explode, greet' },
    });
  });

  it('fails on runs whose steps are gone, and only warns if other nodes may have them', async () => {
    const scene = OrderScene.create();
    await scene.order('o1');
    const found = { message: 'steps of runs are missing here: order o1 (check, pack, delivered)' };
    expect((await checksOf(scene, anotherBuild(scene, [shortened])))['workflow-steps']).toMatchObject({
      ...found,
      status: 'error',
      wayOut: expect.stringContaining('workflow:cancel'),
    });
    const elsewhere = anotherBuild(scene, [shortened], { unknownTypes: 'accept' });
    expect((await checksOf(scene, elsewhere))['workflow-steps']).toMatchObject({
      ...found,
      status: 'warning',
    });
  });

  it('warns of runs that could not be undone', async () => {
    expect((await checksOf(await halfUndone()))['workflow-compensation']).toMatchObject({
      status: 'warning',
      message: '1 run could not be undone: b1',
      wayOut: expect.stringContaining('workflow:resume-compensation'),
    });
  });
});

describe('doctor on a store that keeps no workflows', () => {
  it('has no checks of workflows', async () => {
    const application = buildWithoutWorkflows();
    const { checks } = (await new Scene().run(['doctor', '--json'], { application })).json<Answer>();
    expect(checks.filter(({ name }) => name.startsWith('workflow'))).toEqual([]);
    expect(checks.map(({ name }) => name)).toContain('stored');
  });
});

describe('schedule:check', () => {
  it('compares stored graphs with the definitions of this build', async () => {
    const scene = OrderScene.create();
    await scene.order('o1');
    expect(await scene.run(['schedule:check'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^fits: 0 jobs, .*, 1 run of workflows\n$/),
    });
    const { code, stdout, stderr } = await scene.run(['schedule:check'], {
      application: anotherBuild(scene, [shortened]),
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^run +o1 +order +stranded +this build does not have its steps check, pack, delivered$/m,
    );
    expect(stderr).toContain('1 run of workflows');
    const { json } = await scene.run(['schedule:check', '--json'], {
      application: anotherBuild(scene, [shortened]),
    });
    expect(json()).toMatchObject({ runs: { checked: 1, stranded: [{ runId: 'o1' }] } });
  });

  it('looks only at the runs of a tenant', async () => {
    const scene = OrderScene.create();
    await scene.order('o1');
    const ran = await scene.run(['schedule:check', '--tenant', 'acme'], {
      application: anotherBuild(scene, [shortened]),
    });
    expect(ran).toMatchObject({ code: 0, stdout: 'fits: 0 jobs, 0 waiting executions\n' });
  });
});

describe('schedule:why', () => {
  it('names the run that a job has started', async () => {
    const nightly = defineWorkflow(
      'nightly',
      { schedule: { every: '1h' } },
      (w) => void w.step('one', () => 1),
    );
    const workflows = createWorkflows({ definitions: [nightly] });
    const scene = new Scene([], {}, workflows);
    await scene.run(['schedule:plan', '--apply']);
    await scene.clock.advance('1h');
    await scene.run(['schedule:process', '--run']);
    const [run] = (await workflows.list()).items;
    const { stdout } = await scene.run(['schedule:why', 'workflow:nightly']);
    expect(stdout).toContain(`which started the run ${run?.id} of a workflow`);
  });
});

describe('the executions of steps', () => {
  it('are named by their steps', async () => {
    const scene = OrderScene.create();
    await scene.workflows.start('order', {}, { id: 'o1' });
    const stats = await scene.run(['queue:stats'], { application: anotherBuild(scene, []) });
    expect(stats.stdout).toContain(
      'default: 1 of them waits for a handler of step charge of workflow order, which this process does not have\n',
    );
    expect((await scene.run(['execution:list'])).stdout).toContain('  step charge of workflow order  ');
    const { steps } = (await scene.workflows.getState('o1')).run;
    const { stdout } = await scene.run(['execution:show', steps['charge']?.executionId ?? '']);
    expect(stdout).toMatch(/^workflow +step charge of run o1$/m);
  });
});
