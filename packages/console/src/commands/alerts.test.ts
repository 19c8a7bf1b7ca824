import type { AlertRule, AlertSilence } from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { Scene } from '../test-support/scene.js';

const CONDITION = ['--metric', 'scheduler.queue.size', '--operator', 'gt', '--value', '0', '--for', '0s'];

describe('alert commands (F229)', () => {
  it('create, show, change, disable and delete a rule', async () => {
    const scene = new Scene();
    const json = async <T>(...argv: string[]) => {
      const ran = await scene.run([...argv, '--json']);
      expect({ argv, code: ran.code, stderr: ran.stderr }).toMatchObject({ code: 0 });
      return ran.json<T>();
    };
    const created = await json<{ rule: AlertRule }>('alert:create', 'waits', ...CONDITION);
    expect(created.rule).toMatchObject({ name: 'waits', enabled: true, severity: 'warning' });
    await json('alert:update', 'waits', '--value', '3', '--severity', 'critical');
    const { rule } = await json<{ rule: AlertRule }>('alert:show', 'waits');
    expect(rule).toMatchObject({ severity: 'critical', condition: { value: 3, durationMs: 0 } });
    expect((await json<{ rule: AlertRule }>('alert:disable', 'waits')).rule.enabled).toBe(false);
    expect((await json<{ rule: AlertRule }>('alert:enable', 'waits')).rule.enabled).toBe(true);
    await json('alert:delete', 'waits');
    const { rules } = await json<{ rules: AlertRule[] }>('alert:list');
    expect(rules.map(({ name }) => name)).toContain('scheduler-high-failure-rate');
    expect(rules.map(({ name }) => name)).not.toContain('waits');
    expect((await scene.run(['alert:show', 'waits'])).code).not.toBe(0);
  });

  it('show what fires, silence it, and list what has fired', async () => {
    const scene = new Scene();
    await scene.run(['alert:create', 'waits', ...CONDITION]);
    await scene.node.scheduler.enqueue({ type: 'greet', payload: { name: 'Ada' } });
    const silenced = await scene.run([
      ...['alert:silence', '--rule', 'waits', '--for', '1h', '--reason', 'a move', '--json'],
    ]);
    const { silence } = silenced.json<{ silence: AlertSilence }>();
    await scene.node.alerts.evaluate();
    const { stdout } = await scene.run(['alert:list']);
    expect(stdout).toMatch(/waits +fires +warning +scheduler.queue.size > 0/);
    expect(stdout).toContain(silence.id);
    expect((await scene.run(['doctor'])).stdout).toContain('waits: waiting executions');
    expect((await scene.run(['alert:history', '--rule', 'waits'])).stdout).toMatch(/waits +firing/);
    expect((await scene.run(['alert:unsilence', silence.id])).code).toBe(0);
    expect((await scene.run(['alert:test', 'waits'])).stderr + stdout).toContain('waits');
  });

  it.each([
    [['alert:create', 'x', '--metric', 'scheduler.queue.size'], '--operator'],
    [['alert:create', 'x', ...CONDITION, '--value', 'many'], '--value'],
    [['alert:create', 'x', ...CONDITION, '--channels', 'pager'], 'channels'],
    [['alert:update', 'scheduler-job-overdue'], 'nothing is to be changed'],
    [['alert:silence', '--for', '1h'], '--reason'],
    [['alert:delete', 'scheduler-job-overdue'], 'disable it'],
  ])('%j is refused with what is wrong', async (argv, words) => {
    const { code, stderr } = await new Scene().run(argv);
    expect(code).not.toBe(0);
    expect(stderr).toContain(words);
  });

  it('write down who changed what, as the key commands do', async () => {
    const scene = new Scene();
    const run = async (...argv: string[]) => {
      const ran = await scene.run([...argv, '--tenant', 'acme', '--json']);
      expect({ argv, code: ran.code, stderr: ran.stderr }).toMatchObject({ code: 0 });
      return ran;
    };
    const { rule } = (await run('alert:create', 'waits', ...CONDITION)).json<{ rule: AlertRule }>();
    await run('alert:update', 'waits', '--value', '3', '--reason', 'too loud');
    await run('alert:disable', 'waits');
    await run('alert:test', 'waits');
    const silenced = await run('alert:silence', '--rule', 'waits', '--for', '1h', '--reason', 'import');
    const { silence } = silenced.json<{ silence: AlertSilence }>();
    await run('alert:unsilence', silence.id);
    await run('alert:delete', 'waits');
    const { items } = await scene.node.access.auditLog.list({ tenant: 'acme' });
    const about = { tenant: 'acme', action: 'alerts:write', principal: { kind: 'console' } };
    const ofRule = { ...about, object: { kind: 'alert_rule', id: rule.id } };
    const ofSilence = { ...about, object: { kind: 'alert_silence', id: silence.id } };
    expect([...items].reverse()).toMatchObject([
      { ...ofRule, operation: 'alertRules.create', before: null, after: { name: 'waits' } },
      {
        ...ofRule,
        operation: 'alertRules.update',
        reason: 'too loud',
        before: { condition: { value: 0 } },
        after: { condition: { value: 3 } },
      },
      { ...ofRule, operation: 'alertRules.update', before: { enabled: true }, after: { enabled: false } },
      { ...ofRule, operation: 'alertRules.test', after: { sent: {} } },
      { ...ofSilence, operation: 'alertSilences.create', reason: 'import', before: null },
      { ...ofSilence, operation: 'alertSilences.delete', before: { rule: 'waits' }, after: null },
      { ...ofRule, operation: 'alertRules.delete', before: { enabled: false }, after: null },
    ]);
  });

  it('change rules on a store without an audit log', async () => {
    const scene = new Scene();
    const node = createSchedulerNode({ store: { ...scene.store, access: null }, clock: scene.clock });
    const { code } = await scene.run(['alert:create', 'waits', ...CONDITION], { application: { node } });
    expect([code, (await node.alerts.rule('waits')).name]).toEqual([0, 'waits']);
  });
});
