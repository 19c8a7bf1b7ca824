import { defineHandler, type Execution } from '@scheduler/contracts';
import { Scene } from '../test-support/scene.js';

interface Answer {
  readonly execution: Execution;
}

describe('schedule:run', () => {
  it('runs the job here and says how it ended', async () => {
    const scene = new Scene();
    await scene.create('greet', 'hello', '--every', '1h', '--payload', '{"name":"Ada"}');
    const { code, stdout, stderr } = await scene.run(['schedule:run', 'hello']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'hello: success in 0 ms\n' });
    expect(stderr).toContain('note: the memory store forgets this');
    expect(scene.calls).toEqual([{ name: 'Ada' }]);
  });

  it('answers with the execution as JSON', async () => {
    const scene = new Scene();
    await scene.create('greet', 'hello', '--every', '1h');
    const { execution } = (await scene.run(['schedule:run', 'hello', '--json'])).json<Answer>();
    expect(execution).toMatchObject({ status: 'success', origin: 'manual', output: { hello: 'you' } });
  });

  it('ends with 1 where it failed for good', async () => {
    const scene = new Scene();
    await scene.create('explode', 'bang', '--every', '1h', '--max-retries', '0');
    const { code, stdout } = await scene.run(['schedule:run', 'bang']);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringMatching(/^bang: failed in 0 ms \(boom ?\)\n$/),
    });
  });

  it('ends with 1 where it waits for a retry, and says when', async () => {
    const scene = new Scene();
    await scene.create('explode', 'bang', '--every', '1h');
    const { code, stdout } = await scene.run(['schedule:run', 'bang']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^bang: failed in 0 ms \(boom ?; runs again at 2030-01-01 12:01:00Z\)\n$/);
  });

  it('only queues it with --no-wait', async () => {
    const scene = new Scene();
    await scene.create('greet', 'hello', '--every', '1h', '--queue', 'mail');
    const { code, stdout } = await scene.run(['schedule:run', 'hello', '--no-wait']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^queued hello \(\S+\) in mail\n$/),
    });
    expect(scene.calls).toEqual([]);
    const { execution } = (await scene.run(['schedule:run', 'hello', '--no-wait', '--json'])).json<Answer>();
    expect(execution.status).toBe('pending');
  });

  it('waits for a worker elsewhere that took it first', async () => {
    const scene = new Scene();
    await scene.create('greet', 'hello', '--every', '1h', '--queue', 'mail');
    const running = scene.run(['schedule:run', 'hello', '--json']);
    const { executions } = scene.store;
    const claimed = await executions.claim({
      lanes: [{ queue: 'mail', limit: 1 }],
      owner: 'elsewhere',
      leaseMs: 60_000,
    });
    if (claimed.length === 0) return expect((await running).json<Answer>().execution.status).toBe('success');
    for (const { id, fence } of claimed) {
      await executions.settle({
        settlements: [{ executionId: id, fence, outcome: { kind: 'succeeded', output: 1 } }],
      });
    }
    await scene.clock.advance('1s');
    expect((await running).json<Answer>().execution).toMatchObject({ status: 'success', output: 1 });
  });

  it('ends with 1 for a job that does not exist', async () => {
    expect(await new Scene().run(['schedule:run', 'nobody'])).toMatchObject({ code: 1, stdout: '' });
  });

  it('lets what runs finish after a signal, and ends at once after the second', async () => {
    let finish: () => void = () => undefined;
    const slow = defineHandler({
      type: 'slow',
      handle: () => new Promise<void>((resolve) => (finish = resolve)),
    });
    const scene = new Scene([slow]);
    await scene.create('slow', 'slow', '--every', '1h', '--allow-overlap');
    const first = scene.run(['schedule:run', 'slow']);
    await scene.clock.advance(0);
    scene.signals.emit('SIGINT');
    finish();
    expect(await first).toMatchObject({ code: 0, stdout: 'slow: success in 0 ms\n' });
    const second = scene.run(['schedule:run', 'slow']);
    await scene.clock.advance(0);
    scene.signals.emit('SIGTERM');
    scene.signals.emit('SIGTERM');
    expect((await second).code).toBe(143);
    expect(scene.signals.listenerCount('SIGINT')).toBe(0);
    finish();
  });
});
