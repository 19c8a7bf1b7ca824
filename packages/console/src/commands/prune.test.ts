import { Scene } from '../test-support/scene.js';

async function setUp() {
  const scene = new Scene();
  const { scheduler } = scene.node;
  await scheduler.enqueueMany([{ type: 'greet' }, { type: 'greet' }, { type: 'explode', maxRetries: 0 }]);
  await scene.node.drain();
  return scene;
}

describe('prune', () => {
  it('keeps executions within their retention', async () => {
    const scene = await setUp();
    await scene.clock.advance('6d');
    expect((await scene.run(['prune', '--json'])).json()).toEqual({
      removed: {
        ended: 0,
        failed: 0,
        deadLetters: 0,
        jobs: 0,
        workflows: 0,
        auditRecords: 0,
        idempotencyKeys: 0,
        events: 0,
        alerts: 0,
      },
      total: 0,
    });
  });

  it('deletes executions past their retention, and counts them by rule', async () => {
    const scene = await setUp();
    await scene.clock.advance('31d');
    const { code, stdout, stderr } = await scene.run(['prune']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/success, cancelled, skipped +7d +2\n/);
    expect(stdout).toMatch(/failed, timeout +30d +0\n/);
    expect(stdout).toMatch(/dead letters +30d, at most 10000 +1\n/);
    expect(stderr).toBe('');
  });

  it('shows progress on a terminal, and clears it at the end', async () => {
    const scene = await setUp();
    await scene.clock.advance('31d');
    const { stderr } = await scene.run(['prune'], { terminal: 100 });
    expect(stderr).toBe('\r\u001b[Kdeleted 2 ended …\r\u001b[Kdeleted 2 ended, 1 dead letters …\r\u001b[K');
  });

  it.each(['--quiet', '--json'])('shows no progress with %s', async (option) => {
    const scene = await setUp();
    await scene.clock.advance('31d');
    expect((await scene.run(['prune', option], { terminal: 100 })).stderr).toBe('');
  });

  it('deletes ended one-off jobs after 90 days, and no others (F249)', async () => {
    const scene = await setUp();
    await scene.create('greet', 'once', '--now');
    await scene.create('greet', 'nightly', '--daily', '00:00');
    await scene.node.tick();
    await scene.node.drain();
    await scene.clock.advance('89d');
    expect((await scene.run(['prune', '--json'])).json()).toMatchObject({ removed: { jobs: 0 } });
    await scene.clock.advance('2d');
    const { stdout } = await scene.run(['prune']);
    expect(stdout).toMatch(/ended one-off jobs +90d +1\n/);
    expect((await scene.node.scheduler.list({})).items.map(({ name }) => name)).toEqual(['nightly']);
  });

  it('deletes alerts that are over and silences after 90 days, and nothing that fires', async () => {
    const scene = new Scene();
    const { alerts, scheduler } = scene.node;
    const condition = { metric: 'scheduler.queue.size', operator: 'gt', value: 0, durationMs: 0 } as const;
    await alerts.createRule({ name: 'waits', condition });
    await alerts.silence({ rule: 'waits', duration: '1h', reason: 'import', createdBy: 'ada' });
    await scheduler.enqueue({ type: 'greet' });
    await alerts.evaluate();
    await scene.clock.advance('91d');
    expect((await scene.run(['prune', '--json'])).json()).toMatchObject({ removed: { alerts: 1 } });
    expect(await alerts.firing()).toHaveLength(1);
    await scene.node.drain();
    await alerts.evaluate();
    await scene.clock.advance('91d');
    expect((await scene.run(['prune'])).stdout).toMatch(/alerts that are over, silences +90d +1\n/);
    expect((await alerts.list()).items).toEqual([]);
  });

  it('refuses --vacuum on a store that has nothing to vacuum, and deletes nothing', async () => {
    const scene = await setUp();
    await scene.clock.advance('31d');
    const { code, stderr } = await scene.run(['prune', '--vacuum']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('FEATURE_NOT_SUPPORTED')]);
    expect((await scene.run(['prune', '--json'])).json()).toMatchObject({ total: 3 });
  });
});
