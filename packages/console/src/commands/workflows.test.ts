import type { WorkflowRun } from '@scheduler/contracts';
import { OrderScene } from '../test-support/order-workflow.js';
import { type RunOptions, Scene } from '../test-support/scene.js';
import { until } from '../test-support/until.js';

interface Answer {
  readonly run: WorkflowRun;
}

describe('workflow:start', () => {
  it('starts a run once for an id', async () => {
    const scene = OrderScene.create();
    const start = ['workflow:start', 'order', '--id', 'o1', '--input', '{"items":["tea"]}'];
    const { code, stdout } = await scene.run([...start, '--attribute', 'customer=7']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'started order (o1), which is running now\n' });
    const { run } = (await scene.run([...start, '--json'])).json<Answer>();
    expect(run).toMatchObject({
      id: 'o1',
      input: { items: ['tea'] },
      attributes: { shop: 'north', customer: '7' },
    });
    const acme = await scene.run(['workflow:start', 'order', '--tenant', 'acme', '--json']);
    expect(acme.json<Answer>().run.tenant).toBe('acme');
    const other = await scene.run(['workflow:start', 'order', '--id', 'o1', '--input', '{}']);
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('WORKFLOW_ALREADY_EXISTS') });
  });

  it('starts a run later, by a job', async () => {
    const scene = OrderScene.create();
    const { code, stdout } = await scene.run(['workflow:start', 'order', '--at', '2030-01-02T06:00']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^scheduled order by job .+, next run 2030-01-02 06:00:00 UTC \(in 18 h\)\n$/);
    await scene.clock.advance('18h');
    await scene.run(['schedule:process', '--run']);
    expect((await scene.workflows.list()).items).toMatchObject([{ name: 'order', status: 'running' }]);
  });

  it.each([
    [['order', '--input', '{oops'], 2, '--input: "{oops" is not JSON'],
    [['order', '--attribute', 'x'], 2, '--attribute: "x" is not accepted; accepted: key=value'],
    [['order', '--at', '2030-01-02T06:00', '--id', 'o1'], 2, '--at goes with neither --id nor --attribute'],
    [['order', '--id', 'o 1'], 1, '--id: is not an id, got "o 1"'],
    [['ordr'], 1, 'no workflow has the name "ordr"; did you mean "order"?'],
  ])('refuses %j', async (words, code, problem) => {
    const ran = await OrderScene.create().run(['workflow:start', ...words]);
    expect(ran).toMatchObject({ code, stderr: expect.stringContaining(problem) });
  });
});

describe('workflow:list', () => {
  it('lists runs, and finds them by name, status, attribute and tenant', async () => {
    const scene = OrderScene.create();
    await scene.order('o1');
    await scene.workflows.start('order', {}, { id: 'o2', attributes: { customer: '7' }, tenant: 'acme' });
    await scene.workflows.cancel('o1', { reason: 'out of tea' });
    const { stdout } = await scene.run(['workflow:list']);
    expect(stdout).toMatch(/^RUN +WORKFLOW +STATUS +STARTED \(UTC\) +TOOK +WHY$/m);
    expect(stdout).toMatch(/^o1 +order +cancelled +2030-01-01 12:00:00 +0 ms +out of tea$/m);
    const found = async (...words: string[]) => {
      const { runs } = (await scene.run(['workflow:list', ...words, '--json'])).json<{
        runs: WorkflowRun[];
      }>();
      return runs.map(({ id }) => id);
    };
    expect(await found('--status', 'cancelled')).toEqual(['o1']);
    expect(await found('--attribute', 'customer=7')).toEqual(['o2']);
    expect(await found('--tenant', 'acme')).toEqual(['o2']);
    expect(await found('--name', 'other')).toEqual([]);
    expect((await scene.run(['workflow:list', '--limit', '1'])).stderr).toContain('1 to 1 of 2 runs');
  });

  it('says that none match, and refuses an unknown status', async () => {
    const scene = OrderScene.create();
    expect((await scene.run(['workflow:list'])).stdout).toBe('no runs match\n');
    expect((await scene.run(['workflow:list', '--status', 'gone'])).code).toBe(2);
  });
});

describe('workflow:definitions', () => {
  it('lists what the application defines', async () => {
    const { stdout } = await OrderScene.create().run(['workflow:definitions']);
    expect(stdout).toMatch(/^order +5 +- +-$/m);
    const { json } = await new Scene().run(['workflow:definitions', '--json']);
    expect(json()).toEqual({ workflows: [] });
  });
});

describe('workflow:show', () => {
  /** Begins to follow the run, and resolves when its first state was shown. */
  async function follow(scene: OrderScene, options: RunOptions = {}) {
    const before = scene.clock.pendingTimers;
    const following = scene.run(['workflow:show', 'o1', '--follow'], options);
    await until(() => scene.clock.pendingTimers > before);
    return { following };
  }

  it('shows the steps with their states, verdicts, attempts and progress', async () => {
    const scene = OrderScene.create();
    await scene.order('o1');
    await scene.pack('o1');
    const { code, stdout } = await scene.run(['workflow:show', 'o1']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^status +running$/m);
    expect(stdout).toMatch(/^progress +4 of 5 steps$/m);
    expect(stdout).toMatch(/^STEP +KIND +STATE +ATTEMPTS +TOOK +NOTE$/m);
    expect(stdout).toMatch(/^charge +function +succeeded +1 +0 ms$/m);
    expect(stdout).toMatch(/^gift +function +skipped .*condition$/m);
    expect(stdout).toMatch(/^check +approval +succeeded .*approved by Ada$/m);
    expect(stdout).toMatch(/^pack +map +succeeded .*2 of 2 items$/m);
    expect(stdout).toMatch(/^delivered +signal +active /m);
    const { json } = await scene.run(['workflow:show', 'o1', '--json']);
    expect(json()).toMatchObject({
      run: { id: 'o1', status: 'running' },
      progress: { ended: 4, total: 5 },
      steps: [{ name: 'charge', attempts: 1 }, {}, {}, {}, {}],
    });
  });

  it('follows a run to its end, with a line for each change', async () => {
    const scene = OrderScene.create();
    await scene.order('o1');
    const { following } = await follow(scene);
    await scene.pack('o1');
    await scene.clock.advance('1s');
    await scene.workflows.signal('o1', 'delivered');
    await scene.node.drain();
    await scene.clock.advance('1s');
    const { code, stdout } = await following;
    expect(code).toBe(0);
    expect(stdout).toContain(
      'order: running, 2 of 5 steps; check\norder: running, 4 of 5 steps; delivered\n',
    );
    expect(stdout).toMatch(/^status +completed$/m);
  });

  it('redraws one line on a terminal, without colours if they are switched off, and ends with 1 where the run did not complete', async () => {
    const scene = OrderScene.create();
    await scene.order('o1');
    const { following } = await follow(scene, { terminal: 60, env: { NO_COLOR: '1' } });
    await scene.workflows.cancel('o1');
    await scene.clock.advance('1s');
    const { code, stdout, stderr } = await following;
    expect(code).toBe(1);
    expect(stderr).toBe('\r\u001b[Korder: running, 2 of 5 steps; check\r\u001b[K');
    expect(stdout).not.toContain('\u001b');
  });

  it('ends the display at a signal, and the run goes on', async () => {
    const scene = OrderScene.create();
    await scene.order('o1');
    const { following } = await follow(scene);
    scene.signals.emit('SIGINT');
    expect((await following).code).toBe(130);
    expect((await scene.workflows.getState('o1')).run.status).toBe('running');
  });

  it('ends with 1 for a run that does not exist, or belongs to another tenant', async () => {
    const scene = OrderScene.create();
    await scene.order('o1');
    for (const words of [['nobody'], ['o1', '--tenant', 'acme']]) {
      const { code, stderr } = await scene.run(['workflow:show', ...words]);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('WORKFLOW_NOT_FOUND') });
      expect(stderr).toContain('workflow:list shows the runs');
    }
  });
});

describe('workflow:graph', () => {
  it.each([
    ['mermaid', 'flowchart'],
    ['dot', 'digraph'],
    ['table', 'step'],
  ])('draws a workflow and a run as %s', async (format, word) => {
    const scene = OrderScene.create();
    await scene.order('o1');
    const defined = await scene.run(['workflow:graph', 'order', '--format', format]);
    const run = await scene.run(['workflow:graph', 'o1', '--format', format]);
    for (const { code, stdout } of [defined, run]) {
      expect(code).toBe(0);
      expect(stdout).toContain(word);
      expect(stdout).toContain('delivered');
    }
    expect(defined.stdout).not.toContain('skipped');
    expect(run.stdout).toContain('skipped');
    const { json } = await scene.run(['workflow:graph', 'order', '--format', format, '--json']);
    expect(json()).toMatchObject({ format, graph: defined.stdout.trimEnd() });
  });

  it('refuses what is neither a workflow nor a run', async () => {
    const { code, stderr } = await OrderScene.create().run(['workflow:graph', 'nobody']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('"nobody"') });
  });
});

describe('workflow:state', () => {
  it('shows the input, the signals and the stored state of each step', async () => {
    const scene = OrderScene.create();
    await scene.order('o1');
    await scene.workflows.signal('o1', 'delivered', { key: 'k1' });
    const { stdout } = await scene.run(['workflow:state', 'o1']);
    expect(stdout).toMatch(/^input +\{"items":\["tea","cup"\]\}$/m);
    expect(stdout).toMatch(/^attributes +shop=north$/m);
    expect(stdout).toMatch(/^delivered +\{"name":"delivered","key":"k1"/m);
    expect(stdout).toMatch(/^gift +\{"status":"skipped".*"verdict":"condition"/m);
    const { json } = await scene.run(['workflow:state', 'o1', '--json']);
    expect(json()).toMatchObject({ run: { id: 'o1', signals: [{ key: 'k1' }] }, graph: { name: 'order' } });
  });
});

describe('workflow:why', () => {
  it('says what a step waits for and since when', async () => {
    const scene = OrderScene.create();
    await scene.order('o1');
    await scene.clock.advance('1h');
    expect((await scene.run(['workflow:why', 'o1', 'pack'])).stdout).toBe(
      'pack is waiting: it waits for check\n',
    );
    expect((await scene.run(['workflow:why', 'o1', 'check'])).stdout).toMatch(
      /^check is active, since 2030-01-01 12:00:00Z \(1 h ago\): it waits for a decision/,
    );
    const { json } = await scene.run(['workflow:why', 'o1', 'pack', '--json']);
    expect(json()).toMatchObject({ step: 'pack', waitsFor: ['check'] });
  });

  it('names a step that does not exist', async () => {
    const scene = OrderScene.create();
    await scene.order('o1');
    const { code, stderr } = await scene.run(['workflow:why', 'o1', 'pakc']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('pakc') });
  });
});
