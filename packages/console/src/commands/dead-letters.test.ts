import { Scene } from '../test-support/scene.js';

/** Two dead letters in two queues; the second failed a minute after the first. */
async function setUp() {
  const scene = new Scene();
  const { scheduler } = scene.node;
  for (const queue of ['default', 'reports']) {
    await scheduler.enqueue({ type: 'explode', queue, maxRetries: 0, payload: { queue } });
    await scene.node.drain({ queues: [queue] });
    await scene.clock.advance('1m');
  }
  const { items } = await scene.node.deadLetters.list();
  return { scene, latest: items[0]?.id ?? '', oldest: items[1]?.id ?? '' };
}

describe('dead-letter:list and dead-letter:show', () => {
  it('list executions that failed for good', async () => {
    const { scene, latest } = await setUp();
    const { code, stdout } = await scene.run(['dead-letter:list']);
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(/^ID +JOB +QUEUE +FAILED \(UTC\) +ATTEMPTS +CLASS +ERROR/);
    expect(stdout.split('\n')[1]).toContain(latest);
    const found = await scene.run(['dead-letter:list', '--queue', 'reports', '--json']);
    expect(found.json()).toMatchObject({
      total: 1,
      deadLetters: [{ id: latest, payload: { queue: 'reports' } }],
    });
    expect((await scene.run(['dead-letter:list', '--class', 'terminal'])).stdout).toBe(
      'no dead letters match\n',
    );
  });

  it('show one', async () => {
    const { scene, oldest } = await setUp();
    const { stdout } = await scene.run(['dead-letter:show', oldest]);
    expect(stdout).toContain(oldest);
    expect(stdout).toContain('{"queue":"default"}');
    const missing = await scene.run(['dead-letter:show', 'nobody']);
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('nobody') });
  });

  it('refuse an unknown class', async () => {
    const { scene } = await setUp();
    expect(await scene.run(['dead-letter:list', '--class', 'odd'])).toMatchObject({ code: 2 });
  });
});

describe('dead-letter:retry and dead-letter:retry-all', () => {
  it('run a dead letter again, once', async () => {
    const { scene, oldest } = await setUp();
    expect((await scene.run(['dead-letter:retry', oldest])).stdout).toContain('runs again: explode');
    const again = await scene.run(['dead-letter:retry', oldest]);
    expect(again).toMatchObject({
      code: 0,
      stdout: `${oldest} is no dead letter any more; nothing was done\n`,
    });
  });

  it('run all again, or some', async () => {
    const { scene } = await setUp();
    expect((await scene.run(['dead-letter:retry-all', '--limit', '1', '--json'])).json()).toEqual({
      retried: 1,
    });
    expect((await scene.run(['dead-letter:retry-all'])).stdout).toBe('1 runs again\n');
    expect((await scene.run(['dead-letter:retry-all'])).stdout).toBe('0 run again\n');
  });
});

describe('dead-letter:delete, dead-letter:prune and dead-letter:stats', () => {
  it('delete one', async () => {
    const { scene, oldest } = await setUp();
    expect(await scene.run(['dead-letter:delete', oldest])).toMatchObject({
      code: 0,
      stdout: `deleted ${oldest}\n`,
    });
    expect(await scene.run(['dead-letter:delete', oldest])).toMatchObject({ code: 1 });
  });

  it('delete the old ones', async () => {
    const { scene } = await setUp();
    const before = new Date(scene.clock.now().getTime() - 90_000).toISOString();
    expect((await scene.run(['dead-letter:prune', '--before', before])).stdout).toBe(
      'deleted 1 dead letter\n',
    );
    expect(await scene.run(['dead-letter:prune'])).toMatchObject({ code: 2 });
  });

  it('count', async () => {
    const { scene } = await setUp();
    const { stdout } = await scene.run(['dead-letter:stats']);
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['BY', 'NAME', 'DEAD LETTERS'],
      ['queue', 'default', '1'],
      ['queue', 'reports', '1'],
      ['class', 'unknown', '2'],
      [''],
    ]);
    expect((await new Scene().run(['dead-letter:stats'])).stdout).toBe('no dead letters\n');
  });
});
