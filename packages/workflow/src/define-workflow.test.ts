import { trigger, WorkflowInvalid } from '@scheduler/contracts';
import { defineWorkflow } from './define/define-workflow.js';
import type { WorkflowBuilder } from './define/workflow-builder.js';
import { Workflow } from './define/workflow.js';
import { type NamedStep, workflowFromSteps } from './define/workflow-from-steps.js';

const nothing = () => null;

const define = (build: (w: WorkflowBuilder<unknown>) => void) => () => defineWorkflow('orders', {}, build);
const fromSteps = (steps: readonly unknown[]) => () =>
  workflowFromSteps('orders', {}, steps as readonly NamedStep[]);

describe('the graph of a workflow', () => {
  it('has its steps behind those that they come after, whatever order they were written in', () => {
    const { graph } = workflowFromSteps('orders', { deadline: '1d' }, [
      { name: 'ship', run: nothing, after: ['pack', 'pay'] },
      { name: 'pay', run: nothing },
      { name: 'pack', run: nothing, after: 'pay' },
    ]);
    expect(graph.steps.map(({ name }) => name)).toEqual(['pay', 'pack', 'ship']);
    expect(graph.deadlineMs).toBe(86_400_000);
  });

  it('has the defaults of steps, and those of its workflow', () => {
    const { graph } = defineWorkflow('orders', { queue: 'slow', priority: 'high' }, (w) => {
      w.step('pay', nothing);
      w.step('ship', nothing, { queue: 'fast', timeout: '10s', maxRetries: 0, circuit: 'dhl' });
    });
    expect(graph.steps).toMatchObject([
      {
        kind: 'function',
        after: [],
        ifSkipped: 'run',
        losers: 'finish',
        onError: 'fail',
        queue: 'slow',
        priority: 2,
        policy: { timeoutMs: 300_000, maxRetries: 3, named: [] },
      },
      { queue: 'fast', policy: { timeoutMs: 10_000, maxRetries: 0, circuit: 'dhl', named: ['maxRetries'] } },
    ]);
  });

  it('gives a rollback the policy of its step, or its own', () => {
    const { graph } = defineWorkflow('orders', {}, (w) => {
      w.step('pay', nothing, { maxRetries: 1, rollback: nothing });
      w.step('ship', nothing, { maxRetries: 1, rollback: { run: nothing, maxRetries: 9, timeout: '1s' } });
    });
    expect(graph.steps.map(({ rollbackPolicy }) => rollbackPolicy)).toMatchObject([
      { maxRetries: 1, timeoutMs: 300_000 },
      { maxRetries: 9, timeoutMs: 1_000 },
    ]);
  });

  it('has a hash that depends on the graph alone', () => {
    const one = defineWorkflow('orders', {}, (w) => void w.step('pay', () => 1));
    const same = defineWorkflow('orders', {}, (w) => void w.step('pay', () => 2));
    const other = defineWorkflow('orders', {}, (w) => void w.step('pay', () => 1, { maxRetries: 4 }));
    expect(same.graphHash).toBe(one.graphHash);
    expect(one.graphHash).toMatch(/^[0-9a-f]{64}$/);
    expect(other.graphHash).not.toBe(one.graphHash);
  });

  it('is the same from the builder, from a chain of calls and from a list (F181)', () => {
    const built = defineWorkflow('orders', {}, (w) => {
      const pay = w.step('pay', nothing, { rollback: nothing });
      const wait = w.sleep('wait', '1h', { after: pay });
      const each = w.map('each', 'pay', nothing, { after: wait });
      const ok = w.approval('ok', { after: each, timeout: '1d', onTimeout: 'skip' });
      const told = w.signal('told', { after: ok });
      const mail = w.job('mail', 'send_mail', undefined, { afterAny: [ok, told], losers: 'cancel' });
      const agent = w.agent('agent', 'triage', undefined, { after: mail });
      w.workflow('child', 'other', undefined, { after: agent, onError: 'continue' });
    });
    const chained = Workflow.new('orders')
      .step('pay', nothing, { rollback: nothing })
      .sleep('wait', '1h', { after: 'pay' })
      .map('each', 'pay', nothing, { after: 'wait' })
      .approval('ok', { after: 'each', timeout: '1d', onTimeout: 'skip' })
      .signal('told', { after: 'ok' })
      .job('mail', 'send_mail', undefined, { afterAny: ['ok', 'told'], losers: 'cancel' })
      .agent('agent', 'triage', undefined, { after: 'mail' })
      .workflow('child', 'other', undefined, { after: 'agent', onError: 'continue' })
      .build();
    const listed = workflowFromSteps('orders', {}, [
      { name: 'pay', run: nothing, rollback: nothing },
      { name: 'wait', kind: 'sleep', until: '1h', after: 'pay' },
      { name: 'each', kind: 'map', source: 'pay', run: nothing, after: 'wait' },
      { name: 'ok', kind: 'approval', after: 'each', timeout: '1d', onTimeout: 'skip' },
      { name: 'told', kind: 'signal', after: 'ok' },
      { name: 'mail', kind: 'job', type: 'send_mail', afterAny: ['ok', 'told'], losers: 'cancel' },
      { name: 'agent', kind: 'agent', agent: 'triage', after: 'mail' },
      { name: 'child', kind: 'workflow', child: 'other', after: 'agent', onError: 'continue' },
    ]);
    expect(chained.graph).toEqual(built.graph);
    expect(listed.graph).toEqual(built.graph);
    expect(new Set([built, chained, listed].map(({ graphHash }) => graphHash)).size).toBe(1);
  });

  it('has a job for each schedule', () => {
    const { jobs } = defineWorkflow(
      'orders',
      {
        schedule: [
          { cron: ['0 9 * * *', '0 21 * * *'], zone: 'Europe/Berlin', input: { kind: 'daily' } },
          { every: '1h', startAt: new Date('2030-01-01T00:00:00Z'), endAt: new Date('2030-02-01T00:00:00Z') },
          { at: new Date('2031-01-01T00:00:00Z'), name: 'new-year' },
        ],
      },
      (w) => void w.step('pay', nothing),
    );
    expect(jobs).toEqual([
      {
        type: 'scheduler.trigger_workflow',
        name: 'workflow:orders',
        trigger: trigger.cron(['0 9 * * *', '0 21 * * *'], { zone: 'Europe/Berlin' }),
        payload: { workflow: 'orders', input: { kind: 'daily' } },
      },
      {
        type: 'scheduler.trigger_workflow',
        name: 'workflow:orders:2',
        trigger: trigger.every('1h'),
        startAt: new Date('2030-01-01T00:00:00Z'),
        endAt: new Date('2030-02-01T00:00:00Z'),
        payload: { workflow: 'orders', input: null },
      },
      {
        type: 'scheduler.trigger_workflow',
        name: 'new-year',
        trigger: trigger.once(new Date('2031-01-01T00:00:00Z')),
        payload: { workflow: 'orders', input: null },
      },
    ]);
  });
});

describe('a definition that cannot be', () => {
  it.each<[string, () => unknown, string]>([
    [
      'a cycle',
      fromSteps([
        { name: 'a', run: nothing, after: 'c' },
        { name: 'b', run: nothing, after: 'a' },
        { name: 'c', run: nothing, after: 'b' },
      ]),
      'orders: has a cycle: b → c → a → b',
    ],
    [
      'a step that comes after itself',
      fromSteps([{ name: 'a', run: nothing, afterAny: 'a' }]),
      'orders: has a cycle: a → a',
    ],
    [
      'a step that cannot be reached',
      fromSteps([
        { name: 'start', run: nothing },
        { name: 'a', run: nothing, after: 'b' },
        { name: 'b', run: nothing, after: 'a' },
        { name: 'end', run: nothing, after: ['start', 'b'] },
      ]),
      'orders.end: cannot be reached: it comes after steps that come after themselves',
    ],
    [
      'an unknown step',
      define((w) => void [w.step('create', nothing), w.step('send', nothing, { after: 'craete' })]),
      "orders.send: comes after a step that does not exist; did you mean 'create'?",
    ],
    [
      'a name twice',
      define((w) => void [w.step('pay', nothing), w.step('pay', nothing)]),
      'orders.pay: is the name of two steps',
    ],
    ['no steps', define(() => undefined), 'orders: has no steps'],
    ['a bad name of a step', define((w) => void w.step('a.b', nothing)), 'is not the name of a step'],
    [
      'a rollback of a sleep',
      define((w) => void w.sleep('nap', '1h', { rollback: nothing } as never)),
      'orders.nap.rollback: undoes nothing',
    ],
    [
      'a rollback of an approval',
      define((w) => void w.approval('ok', { rollback: nothing } as never)),
      'orders.ok.rollback: undoes nothing',
    ],
    [
      'a rollback of a signal',
      define((w) => void w.signal('told', { rollback: nothing } as never)),
      'orders.told.rollback: undoes nothing',
    ],
    [
      'a rollback of a workflow',
      define((w) => void w.workflow('child', 'other', undefined, { rollback: nothing } as never)),
      'orders.child.rollback: is not needed',
    ],
    [
      'a misspelt option',
      define((w) => void w.step('pay', nothing, { timout: '1s' } as never)),
      "orders.pay.timout: is not known; did you mean 'timeout'?",
    ],
    [
      'a bad option',
      define((w) => void w.step('pay', nothing, { onError: 'ignore' } as never)),
      'orders.pay.onError: is not known',
    ],
    [
      'a timeout that is none',
      define((w) => void w.step('pay', nothing, { timeout: 'soon' })),
      'orders.pay.timeout',
    ],
    [
      'losers without afterAny',
      fromSteps([{ name: 'pay', run: nothing, losers: 'cancel' }]),
      'orders.pay.losers: has no meaning without afterAny',
    ],
    [
      'onTimeout without timeout',
      define((w) => void w.approval('ok', { onTimeout: 'skip' })),
      'orders.ok.onTimeout: has no meaning without timeout',
    ],
    [
      'a limit without a key',
      define((w) => void w.step('pay', nothing, { concurrencyLimit: 2 })),
      'orders.pay.concurrencyLimit: has no meaning without concurrencyKey',
    ],
    ['no function', define((w) => void w.step('pay', 'x' as never)), 'orders.pay: is not a function'],
    [
      'a map of nothing',
      define((w) => void w.map('each', 7 as never, nothing)),
      'orders.each.source: is not where a list comes from',
    ],
    [
      'a kind that does not exist',
      fromSteps([{ name: 'pay', kind: 'aproval' }]),
      "orders.pay.kind: is not known; did you mean 'approval'?",
    ],
    ['a bad name', () => defineWorkflow('no good', {}, nothing), 'is not the name of a workflow'],
    [
      'a misspelt option of the workflow',
      () => defineWorkflow('orders', { deadlin: '1h' } as never, nothing),
      "orders.deadlin: is not known; did you mean 'deadline'?",
    ],
    [
      'a schema that is none',
      () => defineWorkflow('orders', { input: {} as never }, nothing),
      'orders.input: is not a Standard Schema',
    ],
    [
      'two ways in one schedule',
      () =>
        defineWorkflow('orders', { schedule: { cron: '* * * * *', every: '1h' } }, (w) => {
          w.step('pay', nothing);
        }),
      'orders.schedule: needs exactly one of cron, every and at',
    ],
    [
      'a builder that is asynchronous',
      () => defineWorkflow('orders', {}, (async () => undefined) as never),
      'orders.build: is asynchronous',
    ],
    [
      'no registry',
      () =>
        Workflow.new('orders')
          .step('pay', nothing)
          .register({} as never),
      'workflows',
    ],
  ])('%s is refused with its name', (_, make, message) => {
    expect(make).toThrow(WorkflowInvalid);
    expect(make).toThrow(message);
  });
});

describe('the types of outputs', () => {
  it('follow from what a step comes after', () => {
    defineWorkflow<{ email: string }>('typed', {}, (w) => {
      const sure = w.step('sure', ({ input }) => ({ length: input.email.length }));
      const maybe = w.step('maybe', () => ({ name: 'x' }), { when: () => true });
      const other = w.step('other', () => 1);
      w.step(
        'read',
        ({ outputs }) => {
          const length: number = outputs(sure).length;
          // @ts-expect-error -- it may have been skipped
          const name: string = outputs(maybe).name;
          // @ts-expect-error -- the step does not come after it
          outputs(other);
          return `${length}${name}`;
        },
        { after: [sure, maybe] },
      );
      w.step(
        'first',
        ({ outputs }) => {
          // @ts-expect-error -- it may not have been the first
          const n: number = outputs(other);
          return n;
        },
        { afterAny: [other, sure] },
      );
      w.map(
        'each',
        () => ['a'],
        ({ item }) => item.length,
      );
    });
  });
});
