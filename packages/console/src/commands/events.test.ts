import { createSchedulerNode } from '@scheduler/core';
import { Scene } from '../test-support/scene.js';

async function setUp() {
  const scene = new Scene();
  await scene.run(['event:create', 'user:signup', '--enqueue', 'greet', '--name', 'welcome']);
  await scene.create('greet', 'hello', '--event', 'user:signup');
  return scene;
}

interface Listed {
  readonly items: readonly { readonly id: string }[];
}

async function idOf(scene: Scene): Promise<string> {
  const { items } = (await scene.run(['event:list', '--json'])).json<Listed>();
  return items[0]?.id ?? 'none';
}

describe('event:create (F190, F191)', () => {
  it('stores an event handler', async () => {
    const scene = new Scene();
    const ran = await scene.run([
      'event:create',
      'user:signup',
      '--create-job',
      'greet',
      '--delay',
      '48h',
      '--payload',
      '{"name":"Ada"}',
      '--priority',
      'high',
    ]);
    expect(ran).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^stored create_job:greet \(.*\): create_job greet on user:signup\n$/),
    });
    expect((await scene.node.scheduler.eventHandlers()).items).toMatchObject([
      {
        eventName: 'user:signup',
        priority: 2,
        action: {
          kind: 'create_job',
          definition: { type: 'greet', delay: 172_800_000, payload: { name: 'Ada' } },
        },
      },
    ]);
  });

  it('takes any action as JSON, and prints it as JSON', async () => {
    const scene = new Scene();
    const action = { kind: 'enqueue', request: { type: 'greet', tags: ['a'] } };
    const options = ['--action', JSON.stringify(action), '--disabled', '--tenant', 'acme', '--json'];
    const ran = await scene.run(['event:create', 'e', ...options]);
    expect(ran.json()).toMatchObject({ handler: { action, enabled: false, tenant: 'acme' } });
  });

  it('accepts agents and workflows', async () => {
    const scene = new Scene();
    const { store, clock } = scene;
    const node = createSchedulerNode({
      store,
      clock,
      agents: { dispatch: () => Promise.resolve(null) },
      workflows: { start: () => Promise.resolve({ workflowId: 'w' }) },
    });
    const create = (...options: readonly string[]) =>
      scene.run(['event:create', 'e', ...options], { application: { node } });
    expect((await create('--agent', 'triage', '--payload', 'event')).code).toBe(0);
    expect((await create('--workflow', 'onboarding', '--queue', 'slow')).code).toBe(0);
    expect((await node.scheduler.eventHandlers()).items.map(({ action }) => action)).toEqual([
      { kind: 'dispatch_agent', agent: 'triage', input: 'event' },
      { kind: 'trigger_workflow', workflow: 'onboarding', queue: 'slow' },
    ]);
  });

  it.each([
    [[], 2, 'exactly one of --create-job, --enqueue, --agent, --workflow, --action is needed; none given'],
    [['--enqueue', 'greet', '--agent', 'a'], 2, 'more given'],
    [['--agent', 'a', '--delay', '5m'], 2, '--delay has no effect with --agent'],
    [['--action', '{}', '--queue', 'q'], 2, '--queue has no effect with --action'],
    [['--action', '{'], 2, '--action: "{" is not JSON'],
    [['--enqueue', 'unknown'], 1, 'no handler supports the job type "unknown"'],
    [['--agent', 'a'], 1, 'dispatching to agents is not supported by this node'],
  ])('refuses %j', async (options, code, message) => {
    const ran = await new Scene().run(['event:create', 'e', ...options]);
    expect(ran.code).toBe(code);
    expect(ran.stderr).toContain(message);
  });
});

describe('event:trigger (F192)', () => {
  it('reports the created jobs and executions, and runs nothing itself', async () => {
    const scene = await setUp();
    const argv = ['event:trigger', 'user:signup', '--data', '{"name":"Ada"}', '--id', 'u1'];
    const { code, stdout } = await scene.run(argv);
    expect(code).toBe(0);
    expect(stdout.split('\n').map((line) => line.replace(/ \(.*/, ''))).toEqual([
      'triggered user:signup',
      '  queued greet',
      '  queued hello',
      '',
    ]);
    expect((await scene.run(argv)).stdout).toBe(
      'triggered user:signup (u1)\n  2 had run for this event before\n',
    );
    await scene.node.drain();
    expect(scene.calls).toHaveLength(2);
    expect(scene.calls).toContainEqual({ name: 'Ada' });
  });

  it('prints the report as JSON', async () => {
    const scene = await setUp();
    const trigger = ['event:trigger', 'user:signup', '--tenant', 'acme', '--json'];
    expect((await scene.run(trigger)).json()).toMatchObject({ executions: [] });
    await scene.run([
      'event:create',
      'user:signup',
      '--enqueue',
      'greet',
      '--name',
      'welcome',
      '--all-tenants',
    ]);
    await scene.run(['schedule:reschedule', 'hello', '--event', 'user:signup', '--all-tenants']);
    expect((await scene.run(trigger)).json()).toMatchObject({
      event: { name: 'user:signup', tenant: 'acme', data: {} },
      executions: [{ type: 'greet' }, { type: 'greet', jobName: 'hello' }],
      repeated: 0,
      failures: [],
    });
  });

  it('reports that nothing waits for the event, and which handler failed', async () => {
    const scene = await setUp();
    expect((await scene.run(['event:trigger', 'other', '--id', 'o1'])).stdout).toBe(
      'triggered other (o1)\n  no handler or job waits for it\n',
    );
    const definition = { type: 'greet', name: 'only', delay: '1h' };
    await scene.node.scheduler.onEvent('twice', { kind: 'create_job', definition }, { name: 'h' });
    expect((await scene.run(['event:trigger', 'twice'])).code).toBe(0);
    const { code, stdout } = await scene.run(['event:trigger', 'twice']);
    expect(code).toBe(1);
    expect(stdout).toContain('  h failed: a job with the name "only" exists already');
  });

  it('shows a job that was skipped', async () => {
    const scene = await setUp();
    await scene.run(['schedule:pause', 'hello']);
    expect((await scene.run(['event:trigger', 'user:signup'])).stdout).toContain('  skipped (paused) hello');
  });
});

describe('event:list, event:enable, event:disable and event:delete (F193)', () => {
  it('show the event handlers and their results', async () => {
    const scene = await setUp();
    await scene.run(['event:trigger', 'user:signup']);
    const { stdout } = await scene.run(['event:list', '--event', 'user:signup']);
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/).slice(1))).toEqual([
      ['EVENT', 'NAME', 'DOES', 'PRIORITY', 'ENABLED', 'TRIGGERED', 'FAILED', 'LAST', 'LAST ERROR'],
      ['user:signup', 'welcome', 'enqueue greet', '5', 'yes', '1', '0', 'now', '-'],
      [],
    ]);
    expect((await scene.run(['event:list', '--event', 'x'])).stdout).toBe('no event handlers match\n');
    expect((await scene.run(['event:list', '--json'])).json()).toMatchObject({
      items: [{ name: 'welcome', does: 'enqueue greet', triggerCount: 1 }],
      total: 1,
    });
  });

  it('disable, enable and delete a handler', async () => {
    const scene = await setUp();
    const id = await idOf(scene);
    expect(await scene.run(['event:disable', id])).toMatchObject({
      code: 0,
      stdout: `disabled welcome of user:signup (${id})\n`,
    });
    expect((await scene.run(['event:list'])).stdout).toMatch(/ {2}no {2}/);
    expect((await scene.run(['event:enable', id, '--json'])).json()).toMatchObject({
      handler: { id, enabled: true },
    });
    expect((await scene.run(['event:delete', id])).stdout).toBe(`deleted ${id}\n`);
    expect(await scene.run(['event:enable', id])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no event handler has the id'),
    });
  });
});

it('a job that waits for an event is shown like any other (F190)', async () => {
  const scene = await setUp();
  expect((await scene.run(['schedule:list', '--trigger', 'event'])).stdout).toContain('hello');
  expect((await scene.run(['schedule:show', 'hello'])).stdout).toContain('user:signup');
  expect((await scene.run(['schedule:why', 'hello'])).stdout).toContain(
    'it runs when the event user:signup is triggered',
  );
});
