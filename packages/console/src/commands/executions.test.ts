import { defineHandler, type Execution, JobResult } from '@scheduler/contracts';
import { Scene } from '../test-support/scene.js';
import { until } from '../test-support/until.js';

interface Answer {
  readonly execution: Execution;
}

/** A handler that reports progress and ends when the test says so. */
function slow() {
  const steps: ((done: number | null) => void)[] = [];
  const handler = defineHandler({
    type: 'slow',
    handle: async (_job, context) => {
      for (;;) {
        const done = await new Promise<number | null>((resolve) => steps.push(resolve));
        if (done === null) return JobResult.success('done');
        context.progress(done, 8);
        await context.checkpoint({ done });
      }
    },
  });
  const step = async (done: number | null, nth: number) => {
    await until(() => steps.length === nth);
    steps[nth - 1]?.(done);
  };
  return { handler, step };
}

async function ended(type: 'greet' | 'explode') {
  const scene = new Scene();
  const { id } = await scene.node.scheduler.enqueue({ type, maxRetries: 0, payload: { name: 'Ada' } });
  await scene.run(['schedule:process', '--run']);
  return { scene, id };
}

describe('execution:show', () => {
  it('shows every field, the attempts and no control characters', async () => {
    const { scene, id } = await ended('explode');
    const { code, stdout } = await scene.run(['execution:show', id]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^status +failed$/m);
    expect(stdout).toMatch(/^attempts used +1 of 1$/m);
    expect(stdout).toMatch(/^payload +\{"name":"Ada"\}$/m);
    expect(stdout).toMatch(/^error +Error: boom ?$/m);
    expect(stdout).toMatch(/attempts\nSTARTED \(UTC\) +STATUS +TOOK +NODE +ERROR\n/);
    expect(stdout).not.toContain('\u001b');
  });

  it('says of an execution that was only claimed that its start is not confirmed, and how often it was lost before', async () => {
    const scene = new Scene();
    const { id } = await scene.node.scheduler.enqueue({ type: 'greet', payload: { name: 'Ada' } });
    const { executions } = scene.store;
    const claim = () =>
      executions.claim({ owner: 'dead', leaseMs: 0, lanes: [{ queue: 'default', limit: 1 }] });
    await claim();
    await scene.clock.advance('1s');
    await executions.rescue({ graceMs: 0, limit: 1, deadLetterQueue: null });
    await claim();
    const { stdout } = await scene.run(['execution:show', id]);
    expect(stdout).toMatch(/^started +.*, when it was claimed; its start is not confirmed yet$/m);
    expect(stdout).toMatch(/^lost before its start +1 time$/m);
  });

  it('shows the trace in which it was made (F222)', async () => {
    const scene = new Scene();
    const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
    const { id } = await scene.node.scheduler.enqueue({
      type: 'greet',
      payload: { name: 'Ada' },
      metadata: { traceparent: `00-${traceId}-${spanId}-01` },
    });
    const { stdout } = await scene.run(['execution:show', id]);
    expect(stdout).toContain(`${traceId}, span ${spanId}\n`);
    const { execution } = (await scene.run(['execution:show', id, '--json'])).json<Answer>();
    expect(execution).toMatchObject({ trace: { traceId, spanId, parentSpanId: null } });
  });

  it('answers with the execution as JSON', async () => {
    const { scene, id } = await ended('greet');
    const { execution } = (await scene.run(['execution:show', id, '--json'])).json<Answer>();
    expect(execution).toMatchObject({
      id,
      status: 'success',
      progress: null,
      attempts: [{ status: 'success' }],
    });
  });

  it('ends with 1 for an execution that does not exist, or belongs to another tenant', async () => {
    const { scene, id } = await ended('greet');
    for (const words of [['nobody'], [id, '--tenant', 'acme']]) {
      const { code, stderr } = await scene.run(['execution:show', ...words]);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('EXECUTION_NOT_FOUND') });
    }
  });

  it('shows its progress and its checkpoint (F180)', async () => {
    const { handler, step } = slow();
    const scene = new Scene([handler]);
    const { id } = await scene.node.scheduler.enqueue({ type: 'slow' });
    const draining = scene.node.drain();
    await step(2, 1);
    await step(4, 2);
    const { stdout } = await scene.run(['execution:show', id]);
    expect(stdout).toMatch(/^progress +\d of 8 \(\d+ %\)$/m);
    expect(stdout).toMatch(/^checkpoint +\{"done":\d\}$/m);
    await step(null, 3);
    await draining;
  });
});

describe('--follow (F180)', () => {
  async function follow(terminal?: number, env: Record<string, string> = {}) {
    const { handler, step } = slow();
    const scene = new Scene([handler]);
    const { id } = await scene.node.scheduler.enqueue({ type: 'slow' });
    const draining = scene.node.drain();
    await step(2, 1);
    const following = scene.run(['execution:show', id, '--follow'], {
      env,
      ...(terminal === undefined ? {} : { terminal }),
    });
    await until(() => scene.clock.pendingTimers > 1);
    await scene.clock.advance('1s');
    await step(6, 2);
    await scene.clock.advance('1s');
    await step(null, 3);
    await draining;
    await scene.clock.advance('1s');
    return following;
  }

  it('prints a line for each change where there is no terminal', async () => {
    const { code, stdout } = await follow();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^(slow: running\n)?slow: 2 of 8 \(25 %\)\nslow: 6 of 8 \(75 %\)\nid /);
    expect(stdout).toMatch(/^status +success$/m);
  });

  it('draws a bar on a terminal, without colours if they are switched off', async () => {
    const { code, stdout, stderr } = await follow(60, { NO_COLOR: '1' });
    expect(code).toBe(0);
    expect(stderr).toContain(`\r\u001b[Kslow [${'█'.repeat(9)}${'░'.repeat(28)}] 2 of 8 (25 %)`);
    expect(stderr.endsWith('\r\u001b[K')).toBe(true);
    expect(stdout).not.toContain('\u001b');
  });

  it('ends the display at a signal, and the execution goes on', async () => {
    const { handler, step } = slow();
    const scene = new Scene([handler]);
    const { id } = await scene.node.scheduler.enqueue({ type: 'slow' });
    const draining = scene.node.drain();
    await step(2, 1);
    const following = scene.run(['execution:show', id, '--follow']);
    await until(() => scene.signals.listenerCount('SIGINT') === 1 && scene.clock.pendingTimers > 1);
    scene.signals.emit('SIGINT');
    expect((await following).code).toBe(130);
    expect(scene.signals.listenerCount('SIGINT')).toBe(0);
    await step(null, 2);
    const { executions } = await draining;
    expect(executions).toMatchObject([{ status: 'success' }]);
  });

  it('ends with 1 where it has failed', async () => {
    const { scene, id } = await ended('explode');
    expect((await scene.run(['execution:show', id, '--follow'])).code).toBe(1);
  });

  it('works for an execution that schedule:run runs itself', async () => {
    const { handler, step } = slow();
    const scene = new Scene([handler]);
    await scene.create('slow', 'sweep', '--every', '1h');
    const running = scene.run(['schedule:run', 'sweep', '--follow']);
    await step(4, 1);
    await until(() => scene.clock.pendingTimers > 0);
    await scene.clock.advance('1s');
    await step(null, 2);
    await scene.clock.advance('1s');
    const { code, stdout } = await running;
    expect(code).toBe(0);
    expect(stdout).toContain('sweep: 4 of 8 (50 %)\n');
    expect(stdout).toMatch(/sweep: success in \d+(\.\d)? m?s\n$/);
  });
});

describe('execution:logs', () => {
  it('shows the log lines of the handler', async () => {
    const { scene, id } = await ended('greet');
    const { stdout } = await scene.run(['execution:logs', id]);
    expect(stdout).toBe('2030-01-01 12:00:00Z  info   greeting red\n');
    expect((await scene.run(['execution:logs', id, '--json'])).json()).toMatchObject({
      logs: [{ level: 'info' }],
    });
  });

  it('reports that there are none, and refuses an unknown execution', async () => {
    const { scene, id } = await ended('explode');
    expect((await scene.run(['execution:logs', id])).stderr).toContain('the handler wrote no log lines');
    expect((await scene.run(['execution:logs', 'nobody'])).code).toBe(1);
  });
});

describe('execution:cancel', () => {
  it('cancels a waiting execution, and reports one that had ended', async () => {
    const scene = new Scene();
    const { id } = await scene.node.scheduler.enqueue({ type: 'greet' });
    const first = await scene.run(['execution:cancel', id, '--reason', 'not now']);
    expect(first).toMatchObject({ code: 0, stdout: `cancelled greet (${id}) before it started\n` });
    const again = await scene.run(['execution:cancel', id]);
    expect(again).toMatchObject({
      code: 1,
      stdout: `greet (${id}) is cancelled already; nothing was done\n`,
    });
    const { json } = await scene.run(['execution:cancel', id, '--json']);
    expect(json()).toMatchObject({ state: 'ended', execution: { reason: { message: 'not now' } } });
  });

  it('asks a running execution to stop', async () => {
    const handle = (_job: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<void>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    const scene = new Scene([defineHandler({ type: 'endless', handle })]);
    const { id } = await scene.node.scheduler.enqueue({ type: 'endless' });
    const draining = scene.node.drain();
    let status = '';
    while (status !== 'running') ({ status } = await scene.node.scheduler.getExecution(id));
    expect((await scene.run(['execution:cancel', id])).stdout).toBe(`asked endless (${id}) to stop\n`);
    expect((await draining).executions).toMatchObject([{ status: 'cancelled' }]);
  });
});

describe('execution:retry', () => {
  it('runs a failed execution again, as a new execution', async () => {
    const { scene, id } = await ended('explode');
    expect((await scene.run(['execution:retry', id])).stdout).toMatch(/^runs again: explode \(\S+\)\n$/);
  });

  it('gives the new execution as JSON, and refuses a second retry', async () => {
    const { scene, id } = await ended('explode');
    const { execution } = (await scene.run(['execution:retry', id, '--json'])).json<Answer>();
    expect(execution).toMatchObject({ status: 'pending', originalExecutionId: id });
    const again = await scene.run(['execution:retry', id]);
    expect(again.code).not.toBe(0);
    expect(again.stderr).toContain(`see its retry, execution ${execution.id}`);
  });

  it('runs it with another payload', async () => {
    const { scene, id } = await ended('explode');
    const { execution } = (
      await scene.run(['execution:retry', id, '--payload', '{"mended":true}', '--json'])
    ).json<Answer>();
    expect(execution).toMatchObject({ originalExecutionId: id, payload: { mended: true } });
  });

  it('refuses an execution that succeeded, and says why', async () => {
    const { scene, id } = await ended('greet');
    const { code, stderr } = await scene.run(['execution:retry', id]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('only an execution that failed'),
    });
  });
});
