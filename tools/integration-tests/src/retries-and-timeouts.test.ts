import {
  defineHandler,
  type EnqueueRequest,
  ExecutionTimedOut,
  JobResult,
  trigger,
} from '@scheduler/contracts';
import {
  at,
  executionsOf,
  gate,
  recorder,
  scene,
  type SceneOptions,
  statuses,
} from './test-support/scene.js';

describe('retries', () => {
  it('wait 60, 120, 240 s by default and then end in a dead letter (F64, F138, F141, F142)', async () => {
    const bad = recorder('bad', () => Promise.reject(new Error('no luck')));
    const { node, clock } = scene({ handlers: [bad.handler] });
    const { id } = await node.scheduler.enqueue({ type: 'bad' });
    for (const [attempts, waitMs] of [
      [1, 60_000],
      [2, 120_000],
      [3, 240_000],
    ] as const) {
      await node.drain();
      const execution = await node.scheduler.getExecution(id);
      expect(execution).toMatchObject({
        status: 'pending',
        reason: { code: 'retry' },
        attemptsUsed: attempts,
        error: { message: 'no luck' },
      });
      expect(execution.availableAt.getTime() - clock.now().getTime()).toBe(waitMs);
      clock.setTime(execution.availableAt);
    }
    await node.drain();
    expect(await node.scheduler.getExecution(id)).toMatchObject({
      status: 'failed',
      reason: { code: 'retries_exhausted' },
      attemptsUsed: 4,
      deadLetter: { queue: 'dead', at: clock.now() },
    });
    expect(bad.calls.map(({ context }) => [context.attempt, context.maxAttempts])).toEqual([
      [1, 4],
      [2, 4],
      [3, 4],
      [4, 4],
    ]);
    expect((await node.drain()).executions).toEqual([]);
  });

  /** The delays after failed attempts, until the execution ends. */
  async function delaysOf(options: Partial<EnqueueRequest>, config: SceneOptions['config'] = {}) {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const { node, clock } = scene({
      handlers: [recorder('call', () => Promise.reject(refused)).handler],
      config,
    });
    const { id } = await node.scheduler.enqueue({ type: 'call', ...options });
    const delays: number[] = [];
    for (;;) {
      await node.drain();
      const { status, availableAt } = await node.scheduler.getExecution(id);
      if (status !== 'pending') return { delays, status };
      delays.push((availableAt.getTime() - clock.now().getTime()) / 1_000);
      clock.setTime(availableAt);
    }
  }

  it.each<[string, Partial<EnqueueRequest>, SceneOptions['config'], number[]]>([
    ['its class has retries of its own', {}, {}, [1, 2, 4, 8, 16]],
    [
      'the default of the configuration does not cut them',
      {},
      { retry: { maxRetries: 1 } },
      [1, 2, 4, 8, 16],
    ],
    ['work that names its retries keeps the backoff of the class', { maxRetries: 2 }, {}, [1, 2]],
    ['also if it names the default', { maxRetries: 3 }, {}, [1, 2, 4]],
    [
      'work that names its backoff keeps the retries of the class',
      { backoff: { strategy: 'fixed' } },
      {},
      [60, 60, 60, 60, 60],
    ],
    ['work that names both keeps both', { maxRetries: 1, backoff: { delay: '5s' } }, {}, [5]],
  ])('of an error with a class: %s (F146)', async (_, options, config, delays) => {
    expect(await delaysOf(options, config)).toEqual({ delays, status: 'failed' });
  });

  it.each([
    [
      'the delay that the handler gives wins',
      JobResult.failure({ error: 'busy', delay: '5m' }),
      { status: 'pending' },
      300_000,
    ],
    [
      'no retry if the handler does not want one',
      JobResult.failure({ error: 'gone', retry: false }),
      { status: 'failed', reason: { code: 'no_retry' } },
      0,
    ],
    [
      'a snooze runs again and costs no attempt',
      JobResult.snoozed('10s', 'later'),
      { status: 'pending', attemptsUsed: 0, reason: { code: 'snoozed', message: 'later' } },
      10_000,
    ],
    [
      'cancelled by the handler',
      JobResult.cancelled('moot'),
      { status: 'cancelled', reason: { code: 'cancelled', message: 'moot' } },
      0,
    ],
    [
      'discarded: no retry, no dead letter',
      JobResult.discarded('stale'),
      { status: 'cancelled', reason: { code: 'discarded', message: 'stale' }, deadLetter: null },
      0,
    ],
    [
      'success with an output',
      JobResult.success({ file: 'a.csv' }),
      { status: 'success', output: { file: 'a.csv' } },
      0,
    ],
    ['nothing returned is success (F72)', undefined, { status: 'success', output: null }, 0],
    ['a plain value is the output', { rows: [1, 2] }, { status: 'success', output: { rows: [1, 2] } }, 0],
    [
      'a plain value that is not JSON',
      { rows: [1, () => 2] },
      {
        status: 'failed',
        reason: { code: 'no_retry' },
        error: { code: 'RESULT_INVALID', message: expect.stringContaining('output.rows[1]: is a function') },
      },
      0,
    ],
    [
      'an output that is not JSON',
      JobResult.success({ big: 1n }),
      { status: 'failed', error: { code: 'RESULT_INVALID' } },
      0,
    ],
  ])('%s', async (_title, answer, expected, waitMs) => {
    const { node, clock } = scene({ handlers: [recorder('work', () => answer).handler] });
    const { id } = await node.scheduler.enqueue({ type: 'work' });
    await node.drain({ limit: 1 });
    const execution = await node.scheduler.getExecution(id);
    expect(execution).toMatchObject(expected);
    expect(execution.availableAt.getTime() - clock.now().getTime()).toBe(waitMs);
  });

  it('use the backoff of the handler, or that of the policy if it is invalid (F139)', async () => {
    const handler = defineHandler({
      type: 'bad',
      handle: () => JobResult.failure({ error: 'x' }),
      backoff: (retry) => (retry === 1 ? '7s' : 'soon'),
    });
    const { node, clock } = scene({ handlers: [handler] });
    const { id } = await node.scheduler.enqueue({ type: 'bad', backoff: { strategy: 'fixed', delay: '3s' } });
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 2; attempt++) {
      await node.drain();
      const { availableAt } = await node.scheduler.getExecution(id);
      waits.push(availableAt.getTime() - clock.now().getTime());
      clock.setTime(availableAt);
    }
    expect(waits).toEqual([7_000, 3_000]);
  });

  it('fail a one-off job, and let a recurring one continue or pause (F67, F70, F264)', async () => {
    const bad = recorder('bad', () => JobResult.failure({ error: 'x', retry: false }));
    const { node, clock } = scene({ handlers: [bad.handler] });
    await node.scheduler.schedule({ type: 'bad', name: 'once', trigger: trigger.once(at('01:00:00')) });
    await node.scheduler.schedule({ type: 'bad', name: 'goes-on', trigger: trigger.cron('0 * * * *') });
    await node.scheduler.schedule({
      type: 'bad',
      name: 'pauses',
      trigger: trigger.cron('0 * * * *'),
      onExhausted: 'pause',
    });
    clock.setTime(at('01:00:00'));
    await node.tick();
    await node.drain();
    expect(await node.scheduler.get('once')).toMatchObject({ status: 'failed', counters: { failed: 1 } });
    expect(await node.scheduler.get('goes-on')).toMatchObject({
      status: 'active',
      nextRunAt: at('02:00:00'),
      counters: { failed: 1 },
    });
    expect(await node.scheduler.get('pauses')).toMatchObject({
      status: 'paused',
      statusReason: 'retries used up',
    });
  });

  it('by hand create a new execution that names the original (F101)', async () => {
    let broken = true;
    const work = recorder('work', () =>
      broken ? JobResult.failure({ error: 'x', retry: false }) : undefined,
    );
    const { node } = scene({ handlers: [work.handler] });
    const { id } = await node.scheduler.enqueue({ type: 'work', payload: { p: 1 } });
    await node.drain();
    broken = false;
    const again = await node.scheduler.retryExecution(id);
    expect(again).toMatchObject({
      originalExecutionId: id,
      attemptsUsed: 0,
      payload: { p: 1 },
      metadata: { manual_retry: true, original_execution_id: id },
    });
    await node.drain();
    expect(await node.scheduler.getExecution(again.id)).toMatchObject({ status: 'success' });
    await expect(node.scheduler.retryExecution(again.id)).rejects.toMatchObject({
      code: 'ILLEGAL_TRANSITION',
      from: 'success',
    });
  });

  it('by hand take a mended payload, which is checked like that of new work', async () => {
    const mail = recorder('mail', ({ job: { payload } }) =>
      payload === 'wrong' ? JobResult.failure({ error: 'x', retry: false }) : undefined,
    );
    const { node } = scene({ handlers: [mail.handler] });
    const { id } = await node.scheduler.enqueue({ type: 'mail', payload: 'wrong' });
    await node.drain();
    await expect(
      node.scheduler.retryExecution(id, { payload: { at: new Date() } as never }),
    ).rejects.toMatchObject({ code: 'PAYLOAD_INVALID' });
    const again = await node.scheduler.retryExecution(id, { payload: 'right' });
    expect(again).toMatchObject({ originalExecutionId: id, payload: 'right' });
    await node.drain();
    expect(await node.scheduler.getExecution(again.id)).toMatchObject({
      status: 'success',
      payload: 'right',
    });
    expect(await node.scheduler.getExecution(id)).toMatchObject({ payload: 'wrong' });
  });

  it('keep the number of the occurrence and the key for third parties', async () => {
    const flaky = recorder('flaky', ({ context }) =>
      context.attempt < 3 ? JobResult.failure({ error: 'x', delay: 0 }) : undefined,
    );
    const { node, clock } = scene({ handlers: [flaky.handler] });
    await node.scheduler.schedule({ type: 'flaky', name: 'drip', trigger: trigger.cron('0 * * * *') });
    clock.setTime(at('01:00:00'));
    await node.tick();
    await node.drain();
    expect(flaky.calls.map(({ context }) => context.occurrence)).toEqual([1, 1, 1]);
    expect(flaky.calls.map(({ context }) => context.fence)).toEqual([1, 2, 3]);
    expect(new Set(flaky.calls.map(({ context }) => context.idempotencyKey)).size).toBe(1);
    const [execution] = await executionsOf(node, 'drip');
    expect(execution?.attempts.map(({ status, fence }) => [status, fence])).toEqual([
      ['failed', 1],
      ['failed', 2],
      ['success', 3],
    ]);
  });
});

describe('work that cannot be started', () => {
  it('has no handler here: it waits for a node that has one, and uses up no attempt', async () => {
    const { node, clock } = scene({ config: { unknownTypes: 'accept' } });
    const { id } = await node.scheduler.enqueue({ type: 'elsewhere', maxRetries: 1 });
    for (let round = 0; round < 3; round += 1) {
      await node.drain();
      await clock.advance('1m');
    }
    expect(await node.scheduler.getExecution(id)).toMatchObject({
      status: 'pending',
      error: null,
      attemptsUsed: 0,
    });
  });

  it('has a payload that its handler refuses by now: failed at once (F83)', async () => {
    let strict = false;
    const handler = defineHandler({
      type: 'work',
      handle: () => undefined,
      validate: () => {
        if (strict) throw new Error('version 2 is needed');
      },
    });
    const { node } = scene({ handlers: [handler] });
    const { id } = await node.scheduler.enqueue({ type: 'work' });
    strict = true;
    await node.drain();
    expect(await node.scheduler.getExecution(id)).toMatchObject({
      status: 'failed',
      reason: { code: 'payload_invalid' },
      attemptsUsed: 1,
    });
  });
});

describe('timeouts', () => {
  it('abort the signal, end the attempt as timeout, and count as a failure (F136)', async () => {
    const slow = gate('slow');
    const { node, clock } = scene({ handlers: [slow.handler] });
    await node.start();
    const { id } = await node.scheduler.enqueue({ type: 'slow', timeout: '10s', maxRetries: 0 });
    await clock.advance('9s');
    expect(await node.scheduler.getExecution(id)).toMatchObject({ status: 'running' });
    await clock.advance('1s');
    expect(slow.waiting[0]?.context.signal.reason).toBeInstanceOf(ExecutionTimedOut);
    expect(await node.scheduler.getExecution(id)).toMatchObject({
      status: 'timeout',
      reason: { code: 'retries_exhausted' },
      deadLetter: { queue: 'dead' },
    });
    await node.stop();
  });

  it('are five minutes by default (F134, F262)', async () => {
    const { node } = scene({ handlers: [recorder('work').handler] });
    expect((await node.scheduler.enqueue({ type: 'work' })).policy.timeoutMs).toBe(300_000);
  });

  it('end the attempt of a handler that ignores its signal; it keeps its slot and can change nothing', async () => {
    const deaf = gate('deaf', { heedsAbort: false });
    const { node, clock } = scene({ handlers: [deaf.handler], config: { queues: { default: 1 } } });
    await node.start();
    const first = await node.scheduler.enqueue({ type: 'deaf', timeout: '1s', maxRetries: 0 });
    const second = await node.scheduler.enqueue({ type: 'deaf' });
    await clock.advance('5s');
    expect(await node.scheduler.getExecution(first.id)).toMatchObject({ status: 'timeout' });
    expect(deaf.waiting).toHaveLength(1);
    deaf.waiting[0]?.end(JobResult.success('too late'));
    await clock.advance('1s');
    expect(await node.scheduler.getExecution(first.id)).toMatchObject({ status: 'timeout', output: null });
    expect(deaf.waiting).toHaveLength(2);
    deaf.waiting[1]?.end();
    await clock.advance('1s');
    expect(statuses([await node.scheduler.getExecution(second.id)])).toEqual(['success']);
    await node.stop();
  });
});
