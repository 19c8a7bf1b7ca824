import { context, SpanKind, trace } from '@opentelemetry/api';
import {
  type AgentDispatcher,
  ConfigurationInvalid,
  defineHandler,
  type HandledJob,
  JobResult,
  trigger,
} from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { createWorkflows, defineWorkflow } from '@scheduler/workflow';
import { type OtlpSink, otlpSink, type ReceivedSpan } from '../test-support/otlp-sink.js';
import { openTelemetryTracing } from './open-telemetry-tracing.js';
import type { TraceRelation } from './trace-options.js';
import { tracedAgents } from './traced-agents.js';

// As the protocol numbers them: one more than the API does.
const PRODUCER = SpanKind.PRODUCER + 1;
const CONSUMER = SpanKind.CONSUMER + 1;
const ERROR = 2;

const order = defineWorkflow('order', {}, (w) => {
  const pay = w.step('pay', () => 'paid');
  w.agent('advise', 'adviser', () => null, { after: pay });
});

let sink: OtlpSink;
beforeEach(async () => {
  sink = await otlpSink();
});
afterEach(() => sink.close());

function scene(relation?: TraceRelation) {
  const clock = new SettableClock('2030-01-01T00:00:00Z');
  const { tracerProvider } = sink;
  const tracer = tracerProvider.getTracer('application');
  const within: string[] = [];
  const inSpan = async (name: string) => {
    await Promise.resolve();
    tracer.startSpan(name).end();
  };
  const agents: AgentDispatcher = {
    dispatch: async ({ agent }) => {
      await inSpan('model call');
      return { agent };
    },
  };
  const workflows = createWorkflows({ definitions: [order] });
  const node = createSchedulerNode({
    clock,
    store: createMemoryStore({ clock }),
    workflows,
    agents: tracedAgents(agents, tracerProvider),
    tracing: openTelemetryTracing({ tracerProvider, ...(relation === undefined ? {} : { relation }) }),
    handlers: [
      defineHandler({
        type: 'mail',
        handle: async (job: HandledJob<{ readonly failures?: number } | null>, { attempt }) => {
          await inSpan('smtp');
          within.push(trace.getActiveSpan()?.spanContext().spanId ?? 'none');
          if (attempt <= (job.payload?.failures ?? 0))
            throw new TypeError('cannot reach postgres://user:secret@db/mails');
        },
      }),
      defineHandler({
        type: 'steps',
        handle: async (_, { step }) => {
          await step('charge', () => inSpan('card'));
          return JobResult.success();
        },
      }),
    ],
  });
  /** Calls something inside a span of the application, as a web framework does. */
  const request = async <T>(call: () => Promise<T>): Promise<T> => {
    const span = tracer.startSpan('GET /');
    try {
      return await context.with(trace.setSpan(context.active(), span), call);
    } finally {
      span.end();
    }
  };
  return { clock, node, workflows, request, within };
}

async function spansByName(): Promise<(name: string) => readonly ReceivedSpan[]> {
  const spans = await sink.spans();
  return (name) => spans.filter((span) => span.name === name);
}

function only(spans: readonly ReceivedSpan[]): ReceivedSpan {
  expect(spans).toHaveLength(1);
  return spans[0] as ReceivedSpan;
}

const idOf = ({ traceId, spanId }: ReceivedSpan) => ({ traceId, spanId });

describe('spans in a collector (F222)', () => {
  it('link each attempt to the span that enqueued it, which is in that of the request', async () => {
    const { clock, node, request, within } = scene();
    await node.open();
    const { id, trace: stored } = await request(() =>
      node.scheduler.enqueue({ type: 'mail', payload: { failures: 1 }, maxRetries: 1, tenant: 'acme' }),
    );
    await node.drain();
    await clock.advance('2h');
    await node.drain();
    await node.stop();
    const named = await spansByName();
    const outer = only(named('GET /'));
    const sender = only(named('enqueue mail'));
    expect(sender).toMatchObject({ kind: PRODUCER, traceId: outer.traceId, parentSpanId: outer.spanId });
    expect(stored).toMatchObject({ ...idOf(sender), parentSpanId: outer.spanId });
    const attempts = [...named('process mail')].sort(
      (one, other) =>
        Number(one.attributes['scheduler.attempt']) - Number(other.attributes['scheduler.attempt']),
    );
    expect(attempts.map(({ attributes }) => attributes['scheduler.outcome'])).toEqual([
      'failed',
      'succeeded',
    ]);
    expect(attempts.map(({ spanId }) => spanId)).toEqual(within);
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({ kind: CONSUMER, parentSpanId: null, links: [idOf(sender)] });
      expect(attempt.traceId).not.toBe(sender.traceId);
      expect(attempt.attributes).toMatchObject({
        'messaging.system': 'scheduler',
        'messaging.operation.name': 'process',
        'messaging.destination.name': 'default',
        'messaging.message.id': id,
        'scheduler.type': 'mail',
        'scheduler.tenant': 'acme',
      });
    }
    expect(
      named('smtp')
        .map(({ parentSpanId }) => parentSpanId)
        .sort(),
    ).toEqual([...within].sort());
  });

  it('have the error of a failed attempt, without secrets', async () => {
    const { node } = scene();
    await node.scheduler.enqueue({ type: 'mail', payload: { failures: 1 }, maxRetries: 0 });
    await node.drain();
    await node.stop();
    const failed = only((await spansByName())('process mail'));
    expect(failed.attributes['error.type']).toBe('TypeError');
    expect(failed.status).toMatchObject({ code: ERROR, message: expect.stringContaining('cannot reach') });
    expect(failed.events.map(({ name }) => name)).toEqual(['exception']);
    expect(JSON.stringify(failed)).not.toContain('secret');
  });

  it('mark a request that was refused, by its code alone', async () => {
    const { node } = scene();
    await expect(node.scheduler.enqueue({ type: 'nobody', payload: 'secret' })).rejects.toThrow();
    await node.stop();
    const refused = only((await spansByName())('enqueue nobody'));
    expect(refused).toMatchObject({ status: { code: ERROR } });
    expect(refused.attributes['error.type']).toBe('HANDLER_NOT_FOUND');
    expect(JSON.stringify(refused)).not.toContain('secret');
  });

  it('link what a schedule fires to the span that scheduled it', async () => {
    const { clock, node, request } = scene();
    await node.open();
    await request(() =>
      node.scheduler.schedule({ type: 'mail', name: 'hourly', trigger: trigger.every('1h') }),
    );
    for (let hour = 0; hour < 2; hour += 1) {
      await clock.advance('1h');
      await node.tick();
      await node.drain();
    }
    await node.stop();
    const named = await spansByName();
    const sender = only(named('schedule mail'));
    const attempts = named('process mail');
    expect(attempts).toHaveLength(2);
    for (const attempt of attempts)
      expect(attempt).toMatchObject({ parentSpanId: null, links: [idOf(sender)] });
    expect(attempts[0]?.attributes['scheduler.job.name']).toBe('hourly');
  });

  it('are children of the span that enqueued them, where that is wished for', async () => {
    const { node, request } = scene('child');
    await request(() => node.scheduler.enqueue({ type: 'mail' }));
    await node.drain();
    await node.stop();
    const named = await spansByName();
    const sender = only(named('enqueue mail'));
    const attempt = only(named('process mail'));
    expect(attempt).toMatchObject({ traceId: sender.traceId, parentSpanId: sender.spanId, links: [] });
    expect(only(named('smtp'))).toMatchObject({ traceId: sender.traceId, parentSpanId: attempt.spanId });
  });

  it('show workflow, steps and agent in one trace, linked to the request (F282)', async () => {
    const { node, workflows, request } = scene();
    await node.open();
    const run = await request(() => workflows.start(order));
    await node.drain();
    const { items } = await node.scheduler.listExecutions();
    await node.stop();
    const named = await spansByName();
    const sender = only(named('start order'));
    expect(sender.traceId).toBe(only(named('GET /')).traceId);
    const root = only(named('workflow order'));
    expect(root).toMatchObject({ parentSpanId: null, links: [idOf(sender)] });
    const steps = (await sink.spans()).filter(
      ({ attributes }) => attributes['scheduler.workflow.run'] === run.id,
    );
    expect(steps.map(({ attributes }) => attributes['scheduler.workflow.step']).sort()).toEqual([
      'advise',
      'pay',
    ]);
    for (const step of steps)
      expect(step).toMatchObject({ traceId: root.traceId, parentSpanId: root.spanId });
    const advise = steps.find(({ attributes }) => attributes['scheduler.workflow.step'] === 'advise');
    const agent = only(named('invoke_agent adviser'));
    expect(agent).toMatchObject({ traceId: root.traceId, parentSpanId: advise?.spanId });
    expect(only(named('model call'))).toMatchObject({ traceId: root.traceId, parentSpanId: agent.spanId });
    expect(items.map(({ trace: stored }) => stored?.traceId)).toEqual([root.traceId, root.traceId]);
  });

  it('surround the steps of durable functions', async () => {
    const { node } = scene();
    await node.scheduler.enqueue({ type: 'steps' });
    await node.drain();
    await node.stop();
    const named = await spansByName();
    const step = only(named('step charge'));
    expect(step.parentSpanId).toBe(only(named('process steps')).spanId);
    expect(only(named('card')).parentSpanId).toBe(step.spanId);
  });

  it('count as one where many are enqueued at once, and name what they have in common', async () => {
    const { node } = scene();
    await node.scheduler.enqueueMany([
      { type: 'mail', queue: 'a' },
      { type: 'mail', queue: 'b' },
    ]);
    await node.stop();
    const sender = only((await spansByName())('enqueue mail'));
    expect(sender.attributes['messaging.batch.message_count']).toBe(2);
    expect(sender.attributes).not.toHaveProperty(['messaging.destination.name']);
  });
});

it('stores nothing and disturbs nothing while no SDK is registered', async () => {
  const clock = new SettableClock('2030-01-01T00:00:00Z');
  const node = createSchedulerNode({
    clock,
    store: createMemoryStore({ clock }),
    handlers: [defineHandler({ type: 'mail', handle: () => 'sent' })],
    tracing: openTelemetryTracing(),
  });
  const { trace: stored } = await node.scheduler.enqueue({ type: 'mail' });
  expect(stored).toBeNull();
  expect((await node.drain()).executions[0]?.output).toBe('sent');
  await node.stop();
});

it.each([{ relation: 'parent' }, { tracerProvider: {} }, { tenants: 'no' }, { relations: 'link' }, null])(
  'refuses wrong options: %j',
  (options) => {
    expect(() => openTelemetryTracing(options as never)).toThrow(ConfigurationInvalid);
  },
);
