import { defineHandler, type Execution } from '@scheduler/contracts';
import { Scene } from '../test-support/scene.js';
import { until } from '../test-support/until.js';

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

  it('waits for another worker that claimed it first', async () => {
    const scene = new Scene();
    await scene.create('greet', 'hello', '--every', '1h', '--queue', 'mail');
    const { executions } = scene.store;
    const claim = executions.claim.bind(executions);
    let stolen: readonly Execution[] = [];
    jest.spyOn(executions, 'claim').mockImplementationOnce(async (request) => {
      stolen = await claim({ ...request, owner: 'elsewhere' });
      return [];
    });
    const running = scene.run(['schedule:run', 'hello', '--json']);
    await until(() => stolen.length === 1 && scene.clock.pendingTimers > 0);
    for (const execution of stolen) {
      const outcome = { kind: 'succeeded', output: 'done elsewhere' } as const;
      await executions.settle({ settlements: [{ execution, outcome }] });
    }
    await scene.clock.advance('1s');
    const { execution } = (await running).json<Answer>();
    expect(execution).toMatchObject({ status: 'success', output: 'done elsewhere' });
    expect(scene.calls).toEqual([]);
  });

  it('ends with 1 for a job that does not exist', async () => {
    expect(await new Scene().run(['schedule:run', 'nobody'])).toMatchObject({ code: 1, stdout: '' });
  });

  it('lets running handlers finish after a signal, and ends at once after the second', async () => {
    const finish: (() => void)[] = [];
    const handle = () => new Promise<void>((resolve) => finish.push(resolve));
    const scene = new Scene([defineHandler({ type: 'slow', handle })]);
    await scene.create('slow', 'slow', '--every', '1h', '--allow-overlap');
    const first = scene.run(['schedule:run', 'slow']);
    await until(() => finish.length === 1);
    scene.signals.emit('SIGINT');
    finish[0]?.();
    expect(await first).toMatchObject({ code: 0, stdout: 'slow: success in 0 ms\n' });
    const second = scene.run(['schedule:run', 'slow']);
    await until(() => finish.length === 2);
    scene.signals.emit('SIGTERM');
    scene.signals.emit('SIGTERM');
    expect((await second).code).toBe(143);
    expect(scene.signals.listenerCount('SIGINT')).toBe(0);
    finish[1]?.();
  });
});
