import { trigger } from '@scheduler/contracts';
import { watched, type Watched } from './test-support/watched.js';

interface BuiltIn {
  readonly rule: string;
  readonly begin: (scene: Watched) => Promise<void>;
  readonly end: (scene: Watched) => Promise<void>;
}

const timeouts = async ({ store, node, clock }: Watched) => {
  await node.scheduler.enqueueMany(Array.from({ length: 6 }, () => ({ type: 'work' })));
  const claimed = await store.executions.claim({
    owner: 'another',
    leaseMs: 60_000,
    lanes: [{ queue: 'default', limit: 6 }],
  });
  const at = clock.now();
  await store.executions.settle({
    settlements: claimed.map((execution) => ({
      execution,
      startedAt: at,
      outcome: {
        kind: 'failed',
        status: 'timeout',
        at,
        error: { name: 'ExecutionTimedOut', message: 'late', code: null, stack: null },
        deadLetter: null,
        jobAction: null,
      },
    })),
  } as never);
};

const BUILT_IN: readonly BuiltIn[] = [
  {
    rule: 'scheduler-high-failure-rate',
    begin: async ({ run }) => {
      await run(8, 'succeeds');
      await run(2, 'fails');
    },
    end: async ({ clock }) => clock.advance('6m'),
  },
  { rule: 'scheduler-timeout-spike', begin: timeouts, end: async ({ clock }) => clock.advance('11m') },
  {
    rule: 'scheduler-queue-growth',
    begin: async ({ node, clock }) => {
      await node.scheduler.enqueueMany(Array.from({ length: 3 }, () => ({ type: 'work' })));
      await node.alerts.evaluate();
      await clock.advance('5m');
      await node.scheduler.enqueueMany(Array.from({ length: 101 }, () => ({ type: 'work' })));
    },
    end: async ({ node }) => void (await node.drain()),
  },
  {
    rule: 'scheduler-nobody-ticks',
    begin: async ({ node, clock }) => {
      await node.scheduler.schedule({ type: 'work', name: 'hourly', trigger: trigger.every('1h') });
      await clock.advance('66m');
    },
    end: async ({ node }) => void (await node.tick()),
  },
  {
    rule: 'scheduler-dead-letters-grow',
    begin: ({ run }) => run(11, 'fails'),
    end: async ({ clock }) => clock.advance('16m'),
  },
  {
    rule: 'scheduler-job-overdue',
    begin: async ({ node, clock }) => {
      await node.scheduler.schedule({ type: 'work', name: 'hourly', trigger: trigger.every('1h') });
      await clock.advance('71m');
    },
    end: async ({ node }) => void (await node.tick()),
  },
  {
    rule: 'scheduler-expectation-missed',
    begin: async ({ node, clock }) => {
      await node.scheduler.schedule({
        type: 'work',
        name: 'backup',
        trigger: trigger.cron('0 3 * * *'),
        expectWithin: '25h',
      });
      await clock.advance('26h');
    },
    end: async ({ node }) => {
      await node.tick();
      await node.drain();
    },
  },
];

describe('built-in rules', () => {
  it.each(BUILT_IN)('$rule fires once and resolves once (F229, F280)', async ({ rule, begin, end }) => {
    const scene = watched();
    const { node, events, states } = scene;
    const of = (name: string) => events.filter((event) => event.name === name && event.data['rule'] === rule);
    await node.alerts.evaluate();
    expect(await states()).toEqual([]);
    await begin(scene);
    await Promise.all([node.alerts.evaluate(), node.alerts.evaluate()]);
    await node.alerts.evaluate();
    expect((await states()).filter(([name]) => name === rule)).toEqual([[rule, 'firing']]);
    expect(of('scheduler:alert.fired')).toHaveLength(1);
    await end(scene);
    await Promise.all([node.alerts.evaluate(), node.alerts.evaluate()]);
    await node.alerts.evaluate();
    expect((await states()).filter(([name, status]) => name === rule && status !== 'pending')).toEqual([
      [rule, 'resolved'],
    ]);
    expect(of('scheduler:alert.fired')).toHaveLength(1);
    expect(of('scheduler:alert.resolved')).toHaveLength(1);
  });

  it('have the names, conditions and severities of the seed, and can be changed, disabled and taken back (F229, F275)', async () => {
    const { node, run, states } = watched();
    const rules = await node.alerts.rules();
    expect(rules.map(({ name }) => name)).toEqual(BUILT_IN.map(({ rule }) => rule).sort());
    expect(rules.find(({ name }) => name === 'scheduler-high-failure-rate')).toMatchObject({
      enabled: true,
      severity: 'warning',
      condition: { metric: 'scheduler.failure_rate', operator: 'gt', value: 10, durationMs: 300_000 },
      channels: expect.arrayContaining(['dashboard', 'slack']),
    });
    expect(rules.find(({ name }) => name === 'scheduler-timeout-spike')).toMatchObject({
      severity: 'critical',
      condition: { metric: 'scheduler.timeout_count', operator: 'gt', value: 5, durationMs: 600_000 },
      channels: expect.arrayContaining(['dashboard', 'slack', 'email']),
    });
    const off = await node.alerts.changeRule('scheduler-high-failure-rate', { enabled: false });
    expect(off).toMatchObject({ enabled: false, builtIn: true, revision: 1 });
    await run(3, 'fails');
    await node.alerts.evaluate();
    expect(await states()).toEqual([]);
    await node.alerts.deleteRule('scheduler-high-failure-rate');
    await node.alerts.evaluate();
    expect(await states()).toEqual([['scheduler-high-failure-rate', 'firing']]);
    await expect(node.alerts.deleteRule('scheduler-high-failure-rate')).rejects.toMatchObject({
      code: 'ALERT_INVALID',
    });
    await node.alerts.changeRule('scheduler-high-failure-rate', { enabled: false });
    await node.alerts.evaluate();
    expect(await states()).toEqual([['scheduler-high-failure-rate', 'resolved']]);
  });
});

describe('a rule of an application', () => {
  it('waits for its duration, and forgets what was over before', async () => {
    const { node, clock, states } = watched();
    await node.alerts.createRule({
      name: 'mails-wait',
      condition: { metric: 'scheduler.queue.size', operator: 'gte', value: 2, duration: '2m' },
      queue: 'default',
    });
    await node.scheduler.enqueueMany([{ type: 'work' }, { type: 'work' }]);
    const of = async () => (await states()).filter(([rule]) => rule === 'mails-wait');
    await node.alerts.evaluate();
    await clock.advance('1m');
    await node.alerts.evaluate();
    expect(await of()).toEqual([['mails-wait', 'pending']]);
    await node.drain();
    await node.alerts.evaluate();
    expect(await of()).toEqual([]);
    await node.scheduler.enqueueMany([{ type: 'work' }, { type: 'work' }]);
    await node.alerts.evaluate();
    await clock.advance('2m');
    await node.alerts.evaluate();
    expect(await of()).toEqual([['mails-wait', 'firing']]);
  });

  it('looks at one type, one job or one queue alone', async () => {
    const { node, run, states } = watched();
    const condition = {
      metric: 'scheduler.failure_rate',
      operator: 'gt',
      value: 50,
      duration: '5m',
    } as const;
    await node.alerts.changeRule('scheduler-high-failure-rate', { enabled: false });
    await node.alerts.createRule({ name: 'of-work', condition, type: 'work' });
    await node.alerts.createRule({ name: 'of-others', condition, type: 'other' });
    await node.alerts.createRule({ name: 'of-queue', condition, queue: 'default' });
    await run(3, 'fails');
    await node.alerts.evaluate();
    expect((await states()).map(([rule]) => rule).sort()).toEqual(['of-queue', 'of-work']);
  });

  it.each([
    [
      {
        condition: { metric: 'scheduler.dead_letters', operator: 'gt', value: 1, duration: '1m' },
        queue: 'a',
      },
      'queue',
    ],
    [
      { condition: { metric: 'scheduler.failure_rat', operator: 'gt', value: 1, duration: '1m' } },
      'condition.metric',
    ],
    [
      { condition: { metric: 'scheduler.failure_rate', operator: '>', value: 1, duration: '1m' } },
      'condition.operator',
    ],
    [{ condition: { metric: 'scheduler.failure_rate', operator: 'gt', value: 1 } }, 'condition.duration'],
    [
      { condition: { metric: 'scheduler.failure_rate', operator: 'gt', value: 1, durationMs: 5 } },
      'condition.duration',
    ],
    [
      { condition: { metric: 'scheduler.jobs.overdue', operator: 'lt', value: 1, durationMs: 0 } },
      'condition.operator',
    ],
    [{ channels: ['webhook'] }, 'channels'],
    [{ channels: ['pager'] }, 'channels.0'],
    [{ severity: 'fatal' }, 'severity'],
    [{ type: 'work', queue: 'default' }, 'type'],
    [{ unknown: 1 }, 'unknown'],
  ])('is refused where nothing could be measured or sent: %j', async (given, field) => {
    const { node } = watched();
    const condition = { metric: 'scheduler.failure_rate', operator: 'gt', value: 1, duration: '5m' };
    const refused = node.alerts.createRule({ name: 'wrong', condition, ...given } as never);
    await expect(refused).rejects.toMatchObject({
      code: 'ALERT_INVALID',
      issues: expect.arrayContaining([expect.objectContaining({ field: expect.stringContaining(field) })]),
    });
  });

  it('is named by health without a change of the status, the worst first and of one severity the longest (F229)', async () => {
    const { node, clock } = watched();
    const of = (operator: 'gt' | 'gte') =>
      ({ metric: 'scheduler.queue.size', operator, value: 1, duration: '0s' }) as const;
    await node.alerts.createRule({ name: 'one', condition: of('gte'), severity: 'critical' });
    await node.alerts.createRule({ name: 'early', condition: of('gte') });
    await node.alerts.createRule({ name: 'late', condition: of('gt') });
    await node.alerts.forTenant('acme').createRule({ name: 'own', condition: of('gte'), severity: 'info' });
    const health = () => node.health({ mustRun: false });
    expect((await health()).alerts).toEqual({ critical: 0, warning: 0, info: 0, worst: [] });
    await node.scheduler.forTenant('acme').enqueue({ type: 'work' });
    await node.alerts.evaluate();
    await clock.advance('1m');
    await node.scheduler.enqueue({ type: 'work' });
    await node.alerts.evaluate();
    const { status, alerts } = await health();
    expect([status, alerts]).toMatchObject(['healthy', { critical: 1, warning: 2, info: 1 }]);
    expect(alerts?.worst.map(({ rule }) => rule)).toEqual(['one', 'early', 'late', 'own']);
    expect((await node.scheduler.forTenant('acme').healthCheck({ mustRun: false })).alerts).toMatchObject({
      critical: 0,
      warning: 0,
      info: 1,
      worst: [{ rule: 'own', severity: 'info', message: expect.any(String) as string }],
    });
  });

  it('belongs to its tenant, sees the work of it alone, and is deleted with it', async () => {
    const { node, states } = watched();
    const acme = node.alerts.forTenant('acme');
    await acme.createRule({
      name: 'waits',
      condition: { metric: 'scheduler.queue.size', operator: 'gt', value: 0, duration: 0 },
    });
    await node.scheduler.enqueue({ type: 'work' });
    await node.alerts.evaluate();
    expect((await states()).filter(([rule]) => rule === 'waits')).toEqual([]);
    await node.scheduler.forTenant('acme').enqueue({ type: 'work' });
    await node.alerts.evaluate();
    expect((await acme.list()).items).toMatchObject([{ rule: 'waits', tenant: 'acme' }]);
    expect((await acme.rules()).map(({ name }) => name)).toEqual(['waits']);
    expect((await node.alerts.forTenant('other').list()).items).toEqual([]);
    await expect(node.alerts.forTenant('other').rule('waits')).rejects.toMatchObject({
      code: 'ALERT_RULE_NOT_FOUND',
    });
    expect((await node.scheduler.deleteTenant('acme')).alerts).toBe(2);
    expect((await acme.rules()).length).toBe(0);
  });
});

describe('a silence', () => {
  it('keeps an alert from being announced, until it is over', async () => {
    const { node, events, run, clock } = watched();
    const given = { rule: 'scheduler-high-failure-rate', reason: 'a planned move', createdBy: 'ada' };
    const silence = await node.alerts.silence({ ...given, duration: '1m' });
    expect(await node.alerts.silences()).toEqual([silence]);
    await run(1, 'fails');
    await node.alerts.evaluate();
    expect(await node.alerts.firing()).toMatchObject([{ announced: false }]);
    expect(events).toEqual([]);
    await clock.advance('2m');
    await node.alerts.evaluate();
    expect(await node.alerts.silences()).toEqual([]);
    expect(events.map(({ name }) => name)).toEqual(['scheduler:alert.fired']);
    const other = await node.alerts.silence({ ...given, duration: '1m' });
    expect(await node.alerts.unsilence(other.id)).toEqual(other);
    await expect(node.alerts.unsilence(other.id)).rejects.toMatchObject({ code: 'ALERT_SILENCE_NOT_FOUND' });
    await expect(node.alerts.silence({ ...given, rule: 'nobody', duration: '1m' })).rejects.toMatchObject({
      code: 'ALERT_RULE_NOT_FOUND',
    });
  });
});
