import { defineHandler, type JsonObject, type Logger, retryAfter, trigger } from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';

const SECRET = 'S3cr3t-canary';

function recorder() {
  const lines: { level: string; message: string; fields: JsonObject }[] = [];
  const write =
    (level: string) =>
    (message: string, fields: JsonObject = {}) =>
      void lines.push({ level, message, fields });
  const logger: Logger = {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
  return { lines, logger };
}

function scene(fail: () => never) {
  const clock = new SettableClock('2030-01-01T00:00:00Z');
  const { lines, logger } = recorder();
  const bad = defineHandler({
    type: 'bad',
    handle: (_job, { log }) => {
      log.info(`signing in with token=${SECRET}`, { password: SECRET });
      return fail();
    },
  });
  const store = createMemoryStore({ clock });
  return { clock, lines, node: createSchedulerNode({ clock, store, logger, handlers: [bad] }) };
}

describe('the log of a node', () => {
  it('has a warning for an attempt that is retried, and an error for a dead letter', async () => {
    const { clock, lines, node } = scene(() => {
      throw new Error('smtp is down');
    });
    await node.open();
    await node.scheduler.schedule({
      type: 'bad',
      name: 'mails',
      trigger: trigger.now(),
      maxRetries: 1,
      tenant: 'acme',
    });
    await node.tick();
    const [first] = (await node.drain()).executions;
    await clock.advance('1m');
    await node.drain();
    const what = { job: 'mails', type: 'bad', executionId: first?.id, queue: 'default', tenant: 'acme' };
    expect(lines).toEqual([
      {
        level: 'warn',
        message: 'an attempt failed and is retried',
        fields: { ...what, attempt: 1, error: 'Error: smtp is down', retryAt: '2030-01-01T00:01:00.000Z' },
      },
      {
        level: 'error',
        message: 'an execution failed and is a dead letter now',
        fields: { ...what, attempt: 2, error: 'Error: smtp is down', reason: 'retries_exhausted' },
      },
    ]);
    await node.stop();
  });

  it('holds no secret, and neither does what is stored', async () => {
    const { lines, node } = scene(() => {
      throw retryAfter(new Error(`POST /login?api_key=${SECRET}: Authorization: Bearer ${SECRET}`), '5m');
    });
    await node.open();
    const job = await node.scheduler.schedule({ type: 'bad', trigger: trigger.every('1h') });
    const { id } = await node.scheduler.runNow(job.id);
    const signIn = () => {
      throw new Error(`password=${SECRET}`);
    };
    await node.scheduler.onEvent('signup', signIn);
    await node.drain();
    await node.scheduler.triggerEvent('signup', {});
    await node.scheduler.pause(job.id, `rotating token=${SECRET}`);
    await node.scheduler.cancelExecution(id, `secret=${SECRET}`);
    const stored = [
      await node.scheduler.getExecution(id),
      await node.scheduler.executionLogs(id),
      await node.scheduler.get(job.id),
      (await node.scheduler.eventHandlers()).items,
    ];
    expect(JSON.stringify(stored)).not.toContain(SECRET);
    expect(JSON.stringify(lines)).not.toContain(SECRET);
    expect(JSON.stringify(stored)).toContain('***');
    await node.stop();
  });

  it('takes a logger with the fields first, and refuses what is no logger', async () => {
    const calls: unknown[][] = [];
    const write = (...given: unknown[]) => void calls.push(given);
    const pino = {
      debug: write,
      info: write,
      warn: write,
      error: write,
      child: () => undefined,
      bindings: () => ({}),
    };
    const clock = new SettableClock('2030-01-01T00:00:00Z');
    const store = createMemoryStore({ clock });
    const handler = defineHandler({ type: 'bad', handle: () => Promise.reject(new Error('no')) });
    const node = createSchedulerNode({ clock, store, logger: pino, handlers: [handler] });
    await node.open();
    await node.scheduler.enqueue({ type: 'bad' });
    await node.drain();
    expect(calls).toEqual([[expect.objectContaining({ type: 'bad' }), 'an attempt failed and is retried']]);
    await node.stop();
    expect(() => createSchedulerNode({ clock, store, logger: { info: write } as never })).toThrow(
      'logger: is not a logger: it has no debug, warn, error',
    );
  });
});
