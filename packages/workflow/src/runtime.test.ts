import {
  FeatureNotSupported,
  NotOpen,
  silentLogger,
  type StandardSchema,
  WorkflowAlreadyExists,
  WorkflowInvalid,
  WorkflowUnknown,
} from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { defineWorkflow } from './define/define-workflow.js';
import { Workflow } from './define/workflow.js';
import { createWorkflows } from './runtime/create-workflows.js';
import { scene, stopScenes } from './test-support/scene.js';

afterEach(stopScenes);

interface Order {
  readonly customer: string;
  readonly cents: number;
}

/** A schema like those of the usual libraries: it leaves out unknown keys and fills in defaults. */
const orderSchema: StandardSchema<{ customer: string; cents?: number }, Order> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) => {
      const { customer, cents = 0 } = (value ?? {}) as Partial<Order>;
      return typeof customer === 'string'
        ? { value: { customer, cents } }
        : { issues: [{ message: 'is not a text', path: ['customer'] }] };
    },
  },
};

const seen: unknown[] = [];
const orders = defineWorkflow(
  'orders',
  { input: orderSchema, attributes: ({ customer }) => ({ customer }) },
  (w) => {
    const pay = w.step('pay', ({ input }) => void seen.push(input));
    w.signal('delivered', { after: pay });
  },
);

beforeEach(() => seen.splice(0));

describe('a start (F185)', () => {
  it('gives steps what the schema makes of the input, and refuses what the schema refuses', async () => {
    const { workflows, settle } = await scene({ definitions: [orders] });
    const run = await workflows.start(orders, { customer: 'ada' });
    await settle();
    expect(seen).toEqual([{ customer: 'ada', cents: 0 }]);
    expect(run).toMatchObject({ input: { customer: 'ada' }, attributes: { customer: 'ada' } });
    await expect(workflows.start('orders', { cents: 1 })).rejects.toThrow(WorkflowInvalid);
    await expect(workflows.start('orders', { cents: 1 })).rejects.toThrow('input.customer: is not a text');
    await expect(workflows.start('orders', { customer: 'ada', at: new Date(0) })).rejects.toThrow(
      'input of orders.at: is a Date',
    );
  });

  it('happens once for an id, and refuses the id with another input or another workflow', async () => {
    const other = defineWorkflow('other', {}, (w) => void w.step('pay', () => null));
    const { workflows, settle } = await scene({ definitions: [orders, other] });
    const first = await workflows.start(orders, { customer: 'ada' }, { id: 'order-1' });
    const second = await workflows.start(orders, { customer: 'ada' }, { id: 'order-1' });
    await settle();
    expect([first.id, second.id]).toEqual(['order-1', 'order-1']);
    expect(seen).toHaveLength(1);
    const bob = workflows.start(orders, { customer: 'bob' }, { id: 'order-1' });
    await expect(bob).rejects.toThrow(WorkflowAlreadyExists);
    await expect(bob).rejects.toThrow('with another input');
    await expect(workflows.start(other, null, { id: 'order-1' })).rejects.toThrow('with another workflow');
  });

  it('names the workflows that exist when one does not', async () => {
    const { workflows } = await scene({ definitions: [orders] });
    await expect(workflows.start('order')).rejects.toThrow(WorkflowUnknown);
    await expect(workflows.start('order')).rejects.toThrow('"order"; defined: orders');
  });

  it('refuses a transaction that the store cannot join', async () => {
    const { workflows } = await scene({ definitions: [orders] });
    await expect(workflows.start(orders, { customer: 'ada' }, { transaction: {} as never })).rejects.toThrow(
      FeatureNotSupported,
    );
  });

  it('is refused before a node has the workflows', async () => {
    const workflows = createWorkflows({ definitions: [orders] });
    await expect(workflows.start(orders, { customer: 'ada' })).rejects.toThrow(NotOpen);
  });
});

describe('tenants', () => {
  it('see their own runs alone', async () => {
    const { workflows } = await scene({ definitions: [orders] });
    const acme = workflows.forTenant('acme');
    const { id } = await acme.start(orders, { customer: 'ada' });
    const other = await workflows.start(orders, { customer: 'bob' }, { tenant: 'globex' });
    expect((await acme.list()).items.map((run) => run.id)).toEqual([id]);
    expect((await workflows.list()).total).toBe(2);
    expect((await acme.summary('orders')).runs).toEqual({ running: 1 });
    await expect(acme.getState(other.id)).rejects.toMatchObject({ code: 'WORKFLOW_NOT_FOUND' });
    await expect(acme.cancel(other.id)).rejects.toMatchObject({ code: 'WORKFLOW_NOT_FOUND' });
    await expect(acme.start(orders, { customer: 'x' }, { tenant: 'globex' })).rejects.toMatchObject({
      code: 'TENANT_INVALID',
    });
    expect(() => acme.forTenant('globex')).toThrow('is another tenant');
  });
});

describe('looking at runs (F187)', () => {
  it('lists, counts and finds them by attributes', async () => {
    const { workflows, settle } = await scene({ definitions: [orders] });
    const ada = await workflows.start(orders, { customer: 'ada' });
    const bob = await workflows.start(orders, { customer: 'bob' });
    await settle();
    await workflows.signal(bob.id, 'delivered');
    await settle();
    const running = await workflows.listRunning('orders');
    expect(running.items.map(({ id }) => id)).toEqual([ada.id]);
    const found = await workflows.list({ attributes: { customer: 'bob' } });
    expect(found.items.map(({ id, status }) => [id, status])).toEqual([[bob.id, 'completed']]);
    expect((await workflows.listRunning(undefined, { attributes: { customer: 'bob' } })).total).toBe(0);
    expect(await workflows.summary('orders')).toMatchObject({
      name: 'orders',
      steps: [
        { name: 'pay', kind: 'function' },
        { name: 'delivered', kind: 'signal' },
      ],
      runs: { running: 1, completed: 1 },
    });
    expect(workflows.listAll().map(({ name }) => name)).toEqual(['orders']);
    expect((await workflows.getState(ada.id)).progress).toEqual({ ended: 1, total: 2 });
  });

  it('explains what a step waits for', async () => {
    const { workflows, clock, node } = await scene({ definitions: [orders] });
    await node.queues.pause('default');
    const { id } = await workflows.start(orders, { customer: 'ada' });
    await workflows.pause(id);
    await node.queues.resume('default');
    expect((await workflows.why(id, 'pay')).reason).toBe('the workflow is paused');
    expect(await workflows.why(id, 'delivered')).toMatchObject({
      status: 'waiting',
      reason: 'it waits for pay',
      waitsFor: ['pay'],
      since: null,
    });
    await workflows.resume(id);
    await clock.advance('1m');
    const { steps } = await workflows.getState(id);
    expect(await workflows.why(id, 'delivered')).toEqual({
      runId: id,
      step: 'delivered',
      status: 'active',
      reason: 'it waits for the signal delivered',
      waitsFor: [],
      since: steps[0]?.endedAt,
    });
    await expect(workflows.why(id, 'deliverd')).rejects.toThrow("did you mean 'delivered'?");
  });

  it('draws a workflow, and a run with its states', async () => {
    const { workflows, settle } = await scene({ definitions: [orders] });
    const { id } = await workflows.start(orders, { customer: 'ada' });
    await settle();
    expect(await workflows.toMermaid('orders')).toBe(
      ['flowchart TD', '  s0["pay"]', '  s1{{"delivered (signal)"}}', '  s0 --> s1'].join('\n'),
    );
    expect(await workflows.toMermaid(id)).toBe(
      [
        'flowchart TD',
        '  s0["pay<br/>succeeded"]',
        '  s1{{"delivered (signal)<br/>active"}}',
        '  s0 --> s1',
        '  classDef active fill:#cfe8ff,stroke:#666666',
        '  classDef succeeded fill:#c8f0d0,stroke:#666666',
        '  class s0 succeeded',
        '  class s1 active',
      ].join('\n'),
    );
    expect(await workflows.toDot(id)).toContain('"pay" [label="pay\\nsucceeded", fillcolor="#c8f0d0"];');
    expect(await workflows.toDot('orders')).toContain('"pay" -> "delivered";');
    expect((await workflows.toTable(id)).split('\n')).toEqual([
      'step       kind      after  status     since                     note',
      'pay        function  -      succeeded  2030-01-01T00:00:00.000Z',
      'delivered  signal    pay    active     2030-01-01T00:00:00.000Z',
    ]);
    await expect(workflows.toMermaid('nothing')).rejects.toMatchObject({ code: 'WORKFLOW_NOT_FOUND' });
  });
});

describe('resume', () => {
  it('refuses a context with which the schema refuses the input', async () => {
    const { workflows } = await scene({ definitions: [orders] });
    const { id } = await workflows.start(orders, { customer: 'ada' });
    await workflows.pause(id);
    await expect(workflows.resume(id, { context: { customer: 7 } })).rejects.toThrow(
      'input.customer: is not a text',
    );
    await workflows.resume(id, { context: { note: 'x' } });
    await expect(workflows.resume(id)).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
  });
});

describe('definitions of a program', () => {
  it('are added by the chain of calls, also after the node was created', async () => {
    const { workflows, settle } = await scene({ definitions: [] });
    const sync = Workflow.new('sync')
      .step('fetch', () => ({ rows: 3 }))
      .step('store', ({ context }) => context['rows'], { after: 'fetch' })
      .register(workflows);
    const { id } = await workflows.start(sync);
    await settle();
    expect((await workflows.waitFor(id)).status).toBe('completed');
    expect(() =>
      Workflow.new('late')
        .step('a', () => 1)
        .schedule({ every: '1h' })
        .register(workflows),
    ).toThrow('late.schedule: comes too late');
  });

  it('have one name each, and belong to one node', async () => {
    const twin = defineWorkflow('orders', {}, (w) => void w.step('other', () => null));
    expect(() => createWorkflows({ definitions: [orders, twin] })).toThrow('is the name of two workflows');
    const { workflows, store, clock } = await scene({ definitions: [orders] });
    await expect(workflows.start(twin)).rejects.toThrow('is defined twice');
    expect(() => createSchedulerNode({ store, clock, logger: silentLogger, workflows })).toThrow(
      'belong to another node already',
    );
  });

  it('need a store that keeps runs', () => {
    const clock = new SettableClock();
    const { workflows: _, ...rest } = createMemoryStore({ clock });
    const store = Object.assign(createMemoryStore({ clock }), rest, { workflows: null });
    const workflows = createWorkflows({ definitions: [orders] });
    expect(() => createSchedulerNode({ store, clock, logger: silentLogger, workflows })).toThrow(
      FeatureNotSupported,
    );
  });
});

describe('wrong arguments', () => {
  it('are refused before anything is done', async () => {
    const { workflows } = await scene({ definitions: [orders] });
    const wrong: [() => unknown, string][] = [
      [() => workflows.start(7 as never), 'workflow: is not a workflow'],
      [
        () => workflows.start(orders, { customer: 'a' }, { ID: 'x' } as never),
        "options.ID: is not known; did you mean 'id'?",
      ],
      [() => workflows.start(orders, { customer: 'a' }, { id: 'a b' }), 'options.id: is not an id'],
      [
        () => workflows.start(orders, { customer: 'a' }, { attributes: { a: 1 } as never }),
        'options.attributes.a',
      ],
      [
        () => workflows.scheduleExecution('orders', { at: 'soon' } as never),
        'options.at: is not a valid date',
      ],
      [() => workflows.pause('' as never), 'id: is empty'],
      [() => workflows.resume('x', { context: [] as never }), 'options.context: is not a plain object'],
      [() => workflows.cancel('x', { rollback: 'yes' as never }), 'options.rollback: is not a boolean'],
      [() => workflows.approve('x', 7 as never), 'step: is not a text'],
      [() => workflows.reject('x', 'ok', { by: 7 as never }), 'options.by: is not a text'],
      [() => workflows.signal('x', 'paid', { kee: 'x' } as never), "did you mean 'key'?"],
      [() => workflows.signal('x', 'paid', { data: () => 1 }), 'data: is a function'],
      [() => workflows.retryFrom('x', [7] as never), 'step[0]: is not a text'],
      [() => workflows.list({ statuses: ['runing' as never] }), "did you mean 'running'?"],
      [() => workflows.list({ limit: 0 }), 'query.limit'],
      [() => workflows.waitFor(undefined as never), 'id: is missing'],
    ];
    for (const [act, message] of wrong) {
      await expect(Promise.resolve().then(act)).rejects.toThrow(WorkflowInvalid);
      await expect(Promise.resolve().then(act)).rejects.toThrow(message);
    }
    expect((await workflows.list()).total).toBe(0);
    expect(() => createWorkflows({} as never)).toThrow('options.definitions: is missing');
    expect(() => createWorkflows({ definitions: [{}] } as never)).toThrow('options.definitions[0]');
    expect(() => createWorkflows({ definitions: [], outputLimit: 0 })).toThrow('options.outputLimit');
  });
});
