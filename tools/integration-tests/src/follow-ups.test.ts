import { trigger } from '@scheduler/contracts';
import { recorder, scene, START } from './test-support/scene.js';

describe('work that follows an event later (F278)', () => {
  it('notifies an hour after a workflow completed, and escalates a day after one failed', async () => {
    const [notify, escalate] = [recorder('notify'), recorder('escalate')];
    const { node, clock } = scene({ handlers: [notify.handler, escalate.handler] });
    const { scheduler } = node;
    await scheduler.onEvent('workflow:completed', {
      kind: 'create_job',
      definition: { type: 'notify', delay: '1h' },
    });
    await scheduler.onEvent('workflow:failed', {
      kind: 'create_job',
      definition: { type: 'escalate', delay: '24h' },
    });
    await scheduler.triggerEvent('workflow:completed', { workflow: 'import', run: 1 });
    await scheduler.triggerEvent('workflow:failed', { workflow: 'import', run: 2 });
    const runs: Record<string, number[]> = {};
    for (const hours of [0, 1, 24]) {
      clock.setTime(new Date(Date.parse(START) + hours * 3_600_000 + 1_000));
      await node.tick();
      await node.drain();
      runs[`after ${hours} h`] = [notify.calls.length, escalate.calls.length];
    }
    expect(runs).toEqual({ 'after 0 h': [0, 0], 'after 1 h': [1, 0], 'after 24 h': [1, 1] });
    expect(notify.calls[0]?.job.payload).toEqual({ workflow: 'import', run: 1 });
    expect(escalate.calls[0]?.job.payload).toEqual({ workflow: 'import', run: 2 });
    await node.stop();
  });

  it('gives a new tenant its first jobs: one at once, a daily cleanup and a weekly backup', async () => {
    const types = ['initialise', 'cleanup', 'backup'];
    const { node, clock } = scene({ handlers: types.map((type) => recorder(type).handler) });
    const { scheduler } = node;
    const definitions = [
      { type: 'initialise', name: 'initialise' },
      { type: 'cleanup', name: 'cleanup', trigger: trigger.cron('0 3 * * *') },
      { type: 'backup', name: 'backup', trigger: trigger.cron('0 4 * * SUN') },
    ];
    for (const definition of definitions) {
      await scheduler.onEvent('platform:created', { kind: 'create_job', definition }, { allTenants: true });
    }
    for (const tenant of ['acme', 'globex']) {
      await scheduler.triggerEvent('platform:created', { plan: 'team' }, { tenant, id: `created-${tenant}` });
    }
    // The message that a tenant was created may come twice.
    const again = await scheduler.triggerEvent(
      'platform:created',
      { plan: 'team' },
      { tenant: 'acme', id: 'created-acme' },
    );
    expect(again.repeated).toBe(3);
    clock.setTime(new Date(Date.parse(START) + 7 * 24 * 3_600_000));
    await node.tick();
    await node.drain();
    for (const tenant of ['acme', 'globex']) {
      const { items } = await scheduler.forTenant(tenant).list();
      expect(items.map(({ type, counters }) => [type, counters.executions > 0]).sort()).toEqual([
        ['backup', true],
        ['cleanup', true],
        ['initialise', true],
      ]);
    }
    await node.stop();
  });
});
