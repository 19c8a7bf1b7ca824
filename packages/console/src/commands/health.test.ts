import { silentLogger, type SchedulerStore } from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerConfigInput } from '@scheduler/core';
import { FakeMigrations, withMigrations } from '../test-support/migrated-store.js';
import { Scene } from '../test-support/scene.js';

function on(scene: Scene, store: SchedulerStore, config: SchedulerConfigInput = {}) {
  const node = createSchedulerNode({ store, config, clock: scene.clock, logger: silentLogger });
  return (...argv: string[]) => scene.run(['health', ...argv], { application: { node } });
}

describe('health', () => {
  it('is healthy where the store answers', async () => {
    const scene = new Scene();
    await scene.node.scheduler.enqueue({ type: 'greet' });
    await scene.node.scheduler.enqueueAt({ type: 'greet' }, new Date('2030-01-02T00:00:00Z'));
    const { code, stdout, stderr } = await scene.run(['health']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
      'health healthy',
      'store memory, answers in 0 ms',
      'schema none',
      'waiting 1 now, 1 later',
      'running 0 on 0 nodes',
      'dead letters 0',
      'leader not distributed: every node ticks',
      'alerts none fires',
      '',
    ]);
  });

  it('names what fires, the worst first, and is healthy all the same', async () => {
    const scene = new Scene();
    const condition = { metric: 'scheduler.queue.size', operator: 'gt', value: 0, durationMs: 0 } as const;
    for (const severity of ['warning', 'critical'] as const)
      await scene.node.alerts.createRule({ name: `waits-${severity}`, severity, condition });
    await scene.node.scheduler.enqueue({ type: 'greet' });
    await scene.node.alerts.evaluate();
    const { code, stdout } = await scene.run(['health', '--strict']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/health +healthy\n/);
    expect(stdout).toMatch(/alerts +1 critical, 1 warning: `scheduler alert:list` shows them\n/);
    expect(stdout).toMatch(/\ncritical {2}waits-critical: .+\nwarning {3}waits-warning: .+\n$/);
    expect((await scene.run(['health', '--json'])).json()).toMatchObject({
      status: 'healthy',
      alerts: { critical: 1, warning: 1, info: 0, worst: [{ rule: 'waits-critical' }, {}] },
    });
  });

  it('names the leader where leadership is distributed', async () => {
    const scene = new Scene();
    const health = on(scene, scene.store, { leadership: { distributed: true } });
    expect((await health()).stdout).toMatch(/leader +none\n/);
    await scene.store.leadership.acquire({ node: 'web-1', ttlMs: 30_000 });
    expect((await health()).stdout).toMatch(/leader +web-1 until 2030-01-01 12:00:30Z\n/);
    expect((await health('--json')).json()).toMatchObject({
      status: 'healthy',
      components: { scheduler: { distributed: true, leader: { node: 'web-1', epoch: 1 } } },
    });
  });

  it('is unhealthy without its tables, and says which are missing', async () => {
    const scene = new Scene();
    const migrations = new FakeMigrations(['0001_tables']);
    const health = on(scene, withMigrations(scene.store, migrations));
    const { code, stdout } = await health();
    expect(code).toBe(1);
    expect(stdout).toMatch(/health +unhealthy\nstore +memory, answers\nschema +mismatch: 0002_more\n/);
    expect(stdout).toMatch(/\ncritical {2}.*run `scheduler migrate` \(SCHEMA_MISMATCH\)\n$/);
    await migrations.up();
    expect((await on(scene, withMigrations(scene.store, migrations))('--json')).json()).toMatchObject({
      status: 'healthy',
      components: { database: { schema: { state: 'current', pending: [] } } },
    });
  });

  it('is unhealthy if the store does not answer, and shows no connection URL', async () => {
    const scene = new Scene();
    const open = () => Promise.reject(new Error('cannot reach postgres://me:hunter2@db/jobs today'));
    const health = on(scene, { ...scene.store, open });
    const { code, stdout } = await health();
    expect(code).toBe(1);
    expect(stdout).toMatch(/store +memory, does not answer\nschema +unknown\nwaiting +unknown\n/);
    expect(stdout).toMatch(/\ncritical {2}cannot reach \(a URL\) today \(UNEXPECTED\)\n$/);
    const json = await health('--json');
    expect(json.code).toBe(1);
    expect(json.stdout).not.toContain('hunter2');
    expect(json.json()).toMatchObject({
      status: 'unhealthy',
      components: { queue: { status: 'unknown', waiting: null } },
      issues: [{ component: 'database', severity: 'critical', code: 'UNEXPECTED' }],
    });
  });

  it('warns of a paused queue with work in it, and fails for it only with --strict (F227)', async () => {
    const scene = new Scene();
    await scene.node.scheduler.enqueue({ type: 'greet' });
    await scene.node.queues.pause('default');
    const { code, stdout } = await scene.run(['health']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^health +degraded\n/);
    expect(stdout).toMatch(
      /\nwarning {3}1 execution waits in the queue 'default', which is paused;.*\(QUEUE_PAUSED\)\n/,
    );
    expect((await scene.run(['health', '--strict'])).code).toBe(1);
  });

  it('is unhealthy if work waits and no node runs it', async () => {
    const scene = new Scene();
    await scene.node.scheduler.enqueue({ type: 'greet' });
    await scene.clock.advance('6m');
    const { code, json } = await scene.run(['health', '--json']);
    expect(code).toBe(1);
    expect(json()).toMatchObject({
      status: 'unhealthy',
      issues: [{ code: 'QUEUE_NOT_PROCESSED', since: '2030-01-01T12:00:00.000Z' }],
    });
  });
});
