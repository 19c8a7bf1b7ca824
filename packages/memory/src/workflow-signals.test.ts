import { type BusEvent, JobResult, TELEMETRY_CHANNELS } from '@scheduler/contracts';
import { createSchedulerNode, telemetry } from '@scheduler/core';
import { graphStep, workflowScene } from './test-support/workflow-scene.js';

const fails = (message: string) => () => {
  throw new Error(message);
};

type Scene = ReturnType<typeof workflowScene>;

/** What was published about workflows, and on the channels of workflows. */
async function listening({ node }: Scene) {
  await node.open();
  const events: BusEvent[] = [];
  const messages: [string, Record<string, unknown>][] = [];
  node.events.subscribe({
    names: [],
    listener: (event) => void (event.name.startsWith('scheduler:workflow.') && events.push(event)),
  });
  leaving.push(
    telemetry.subscribeMany(TELEMETRY_CHANNELS, (message, name) => {
      if (name.startsWith('scheduler:workflow:'))
        messages.push([
          name.replace('scheduler:workflow:', ''),
          message as unknown as Record<string, unknown>,
        ]);
    }),
  );
  const names = () =>
    events.map(({ name, data }) =>
      [name.replace('scheduler:workflow.', ''), ...(data['step'] === undefined ? [] : [data['step']])].join(
        ' ',
      ),
    );
  const channels = () =>
    messages.map(([name, { step }]) => [name, ...(/^(step|rollback)/.test(name) ? [step] : [])].join(' '));
  return { events, messages, names, channels };
}

const leaving: (() => void)[] = [];
afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
});

const chain = [graphStep('reserve'), graphStep('charge', { after: ['reserve'] })];

describe('events and telemetry of workflows (F188)', () => {
  it('tell how a run goes from its start to its end, and neither its input nor outputs', async () => {
    const scene = workflowScene({ steps: chain, handlers: { reserve: () => JobResult.success('secret') } });
    const { events, messages, names, channels } = await listening(scene);
    await scene.start();
    await scene.clock.advance('2s');
    await scene.node.drain();
    expect(names()).toEqual([
      'started',
      'step_started reserve',
      'step_completed reserve',
      'step_started charge',
      'step_completed charge',
      'completed',
    ]);
    expect(events.at(-1)?.data).toEqual({
      runId: 'run-1',
      rootId: 'run-1',
      parentId: null,
      workflow: 'order',
      status: 'completed',
      round: 0,
      cause: null,
      reason: null,
      failedStep: null,
      createdAt: '2030-01-01T00:00:00.000Z',
      endedAt: '2030-01-01T00:00:02.000Z',
      durationMs: 2_000,
    });
    expect(events[2]?.data).toMatchObject({ status: 'succeeded', durationMs: 2_000, error: null });
    expect(channels()).toEqual([
      'start',
      'step:start reserve',
      'step:stop reserve',
      'step:start charge',
      'step:stop charge',
      'stop',
    ]);
    expect(messages[1]?.[1]).toEqual({
      runId: 'run-1',
      rootId: 'run-1',
      workflow: 'order',
      tenant: null,
      step: 'reserve',
      executionId: expect.any(String),
    });
    expect(messages[2]?.[1]).toMatchObject({ outcome: 'succeeded', durationMs: 2_000 });
    expect(JSON.stringify([events, messages])).not.toContain('secret');
    await scene.node.stop();
  });

  it('tell a failure, its retries and the rollbacks that follow', async () => {
    const policy = { ...graphStep('x').policy, maxRetries: 1 };
    const scene = workflowScene({
      steps: [
        graphStep('reserve', { hasRollback: true }),
        graphStep('charge', { after: ['reserve'], hasRollback: true, policy }),
      ],
      handlers: { charge: fails('no money'), 'charge:rollback': fails('no refund') },
    });
    const { events, messages, names, channels } = await listening(scene);
    await scene.node.start();
    await scene.start();
    await scene.clock.advance('10s');
    expect(names()).toEqual([
      'started',
      'step_started reserve',
      'step_completed reserve',
      'step_started charge',
      'step_failed charge',
      'rollback_started charge',
      'compensating',
      'rollback_started reserve',
      'rollback_failed charge',
      'rollback_completed reserve',
      'compensation_failed',
    ]);
    expect(events[6]?.data).toMatchObject({ cause: 'failure', failedStep: 'charge' });
    expect(events[8]?.data).toMatchObject({ status: 'failed', error: 'no refund' });
    expect(channels()).toEqual([
      'start',
      'step:start reserve',
      'step:stop reserve',
      'step:start charge',
      'step:retry charge',
      'step:exception charge',
      'rollback:start charge',
      'exception',
      'rollback:start reserve',
      'rollback:exception charge',
      'rollback:stop reserve',
      'fail',
    ]);
    expect(messages[4]?.[1]).toMatchObject({ attempt: 1, maxAttempts: 2, error: { message: 'no money' } });
    expect(messages[5]?.[1]).toMatchObject({ error: 'no money', verdict: null });
    expect(messages.at(-1)?.[1]).toMatchObject({ status: 'compensation_failed' });
    await scene.node.stop();
  });

  it('tell only the rollback when a compensation goes on, not that its step ended once more', async () => {
    let refuse = true;
    const scene = workflowScene({
      steps: [graphStep('reserve', { hasRollback: true }), graphStep('charge', { after: ['reserve'] })],
      handlers: { charge: fails('no money'), 'reserve:rollback': () => (refuse ? fails('no')() : undefined) },
    });
    await scene.start();
    await scene.node.drain();
    refuse = false;
    const { names, channels } = await listening(scene);
    await scene.runs.change({ id: 'run-1', tenant: null, command: { kind: 'resume_compensation' } });
    await scene.node.drain();
    expect(names()).toEqual([
      'rollback_started reserve',
      'compensating',
      'rollback_completed reserve',
      'compensated',
    ]);
    expect(channels()).toEqual(['rollback:start reserve', 'rollback:stop reserve', 'stop']);
    await scene.node.stop();
  });

  it('tell skips, pauses, cancellations and another round', async () => {
    const scene = workflowScene({
      steps: [graphStep('notify', { onError: 'skip' }), graphStep('charge', { after: ['notify'] })],
      handlers: { notify: fails('no mail') },
    });
    const { messages, names, channels } = await listening(scene);
    await scene.start();
    const change = (command: Parameters<typeof scene.runs.change>[0]['command']) =>
      scene.runs.change({ id: 'run-1', tenant: null, command });
    await change({ kind: 'pause' });
    await change({ kind: 'resume', context: {} });
    await scene.node.drain({ limit: 1 });
    await change({ kind: 'cancel', reason: 'not wanted', rollback: false });
    await change({ kind: 'retry', steps: null });
    expect(names()).toEqual([
      'started',
      'step_started notify',
      'paused',
      'resumed',
      'step_skipped notify',
      'step_started charge',
      'cancelled',
      'step_started charge',
      'started',
    ]);
    expect(channels()).toEqual([
      'start',
      'pause',
      'resume',
      'step:start notify',
      'step:skip notify',
      'cancel',
      'step:stop charge',
      'stop',
      'start',
    ]);
    expect(messages.slice(4, 9).map(([, message]) => message)).toMatchObject([
      { verdict: 'error' },
      { cause: 'cancel', reason: 'not wanted', rollback: false },
      { outcome: 'cancelled' },
      { status: 'cancelled' },
      { round: 1 },
    ]);
    await scene.node.stop();
  });

  it('do not tell the timer of a deadline as a step, but what it leads to', async () => {
    const scene = workflowScene({
      steps: [graphStep('ask', { kind: 'approval' })],
      deadlineMs: 1_000,
    });
    const { names, channels } = await listening(scene);
    await scene.node.start();
    await scene.start();
    await scene.clock.advance('5s');
    expect(names()).toEqual(['started', 'step_started ask', 'failed']);
    expect(channels()).toEqual(['start', 'step:stop ask', 'exception', 'fail']);
    await scene.node.stop();
  });

  it('come once where two nodes share a store, whichever of them stops', async () => {
    const scene = workflowScene({ steps: chain });
    const { names } = await listening(scene);
    const { store, clock } = scene;
    const other = createSchedulerNode({ store, clock });
    await other.open();
    await scene.start();
    expect(names()).toEqual(['started', 'step_started reserve']);
    await other.stop();
    await scene.start('run-2');
    expect(names()).toHaveLength(4);
    await scene.node.stop();
  });
});

describe('a run that is cancelled', () => {
  it('aborts the steps that run on this node at once, not with the next heartbeat', async () => {
    const reasons: string[] = [];
    const scene = workflowScene({
      steps: [graphStep('export')],
      handlers: {
        export: (_job, { signal }) =>
          new Promise((_, reject) =>
            signal.addEventListener('abort', () => {
              reasons.push(String(signal.reason));
              reject(signal.reason as Error);
            }),
          ),
      },
    });
    await scene.node.start();
    await scene.start();
    await scene.clock.advance(0);
    await scene.runs.change({
      id: 'run-1',
      tenant: null,
      command: { kind: 'cancel', reason: 'not wanted', rollback: false },
    });
    await scene.clock.advance(0);
    expect(reasons).toEqual([expect.stringContaining('not wanted')]);
    expect(await scene.runs.get({ id: 'run-1', tenant: null })).toMatchObject({ status: 'cancelled' });
    await scene.node.stop();
  });
});
