import { defineHandler } from '@scheduler/contracts';
import { Scene } from '../test-support/scene.js';
import { until } from '../test-support/until.js';

/** Starts the daemon in the background. Not async, because a promise that an async function returns would be awaited. */
function start(scene: Scene, ...options: string[]) {
  const running = scene.run(['schedule:work', ...options]);
  return { running, ready: until(() => scene.node.running).then(() => scene.clock.advance(0)) };
}

describe('schedule:work', () => {
  it('prints events while jobs run, and ends with 0 at a signal', async () => {
    const scene = new Scene();
    await scene.create('greet', 'hello', '--every', '10s');
    await scene.create('explode', 'bang', '--every', '10s', '--max-retries', '0');
    const { running, ready } = start(scene);
    await ready;
    await scene.clock.advance('10s');
    scene.signals.emit('SIGTERM');
    const { code, stdout, stderr } = await running;
    expect(code).toBe(0);
    expect(stdout).toMatch(/12:00:10Z {2}started {5}hello \[greet\]/);
    expect(stdout).toMatch(/12:00:10Z {2}completed {3}hello \[greet\] in 0 ms/);
    expect(stdout).toMatch(/12:00:10Z {2}failed {6}bang \[explode\] in 0 ms \(boom/);
    expect(stdout).not.toContain('\u001b');
    expect(stderr).toMatch(/note: node \S+ works on default × \d+ \(memory store\); Ctrl-C stops it/);
    expect(stderr).toContain('stopping (SIGTERM)');
    expect(stderr).toContain('note: stopped');
    expect(scene.node.running).toBe(false);
    expect(scene.signals.listenerCount('SIGTERM')).toBe(0);
  });

  it('prints one JSON object for each event with --json', async () => {
    const scene = new Scene();
    await scene.create('greet', 'hello', '--every', '10s');
    const { running, ready } = start(scene, '--json');
    await ready;
    await scene.clock.advance('10s');
    scene.signals.emit('SIGINT');
    const { code, stdout, stderr } = await running;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events).toContainEqual(
      expect.objectContaining({
        event: 'scheduler:execution.completed',
        at: '2030-01-01T12:00:10.000Z',
        jobName: 'hello',
        type: 'greet',
        status: 'success',
      }),
    );
  });

  it('lets running handlers finish', async () => {
    const finish: (() => void)[] = [];
    const handle = () => new Promise<void>((resolve) => finish.push(resolve));
    const scene = new Scene([defineHandler({ type: 'slow', handle })]);
    await scene.create('slow', 'slow', '--now');
    const { running, ready } = start(scene);
    await ready;
    await until(() => finish.length === 1);
    scene.signals.emit('SIGINT');
    await until(() => !scene.node.running);
    finish[0]?.();
    const { code, stdout } = await running;
    expect(code).toBe(0);
    expect(stdout).toContain('completed   slow');
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])('ends at once at a second %s', async (signal, exitCode) => {
    let calls = 0;
    const handle = () => new Promise<void>(() => (calls += 1));
    const scene = new Scene([defineHandler({ type: 'stuck', handle })]);
    await scene.create('stuck', 'stuck', '--now');
    const { running, ready } = start(scene);
    await ready;
    await until(() => calls === 1);
    scene.signals.emit('SIGTERM');
    await until(() => !scene.node.running);
    scene.signals.emit(signal);
    expect((await running).code).toBe(exitCode);
  });

  it('works on the queues of --queues only, with --concurrency', async () => {
    let [running, most] = [0, 0];
    const finish: (() => void)[] = [];
    const handle = async () => {
      most = Math.max(most, (running += 1));
      await new Promise<void>((resolve) => finish.push(resolve));
      running -= 1;
    };
    const scene = new Scene([defineHandler({ type: 'slow', handle })]);
    const { scheduler } = scene.node;
    await scheduler.enqueue({ type: 'greet' });
    await scheduler.enqueueMany(Array.from({ length: 5 }, () => ({ type: 'slow', queue: 'mails' })));
    const { running: daemon, ready } = start(scene, '--queues', 'mails,reports', '--concurrency', '2');
    await ready;
    for (let ended = 0; ended < 5; ended += 1) {
      await until(() => finish.length > ended);
      finish[ended]?.();
    }
    await until(() => running === 0);
    scene.signals.emit('SIGINT');
    const { code, stderr } = await daemon;
    expect({ code, most }).toEqual({ code: 0, most: 2 });
    expect(stderr).toContain('works on mails × 2, reports × 2 (memory store)');
    expect(scene.calls).toEqual([]);
  });

  /** Moves the clock until the daemon has ended by itself. */
  async function advanceUntilEnded(scene: Scene, daemon: Promise<{ readonly code: number }>) {
    let hasEnded = false;
    void daemon.then(() => (hasEnded = true));
    while (!hasEnded) await scene.clock.advance('250ms');
    return daemon;
  }

  it('ends with 0 when nothing is left, with --stop-when-empty; what is to run later stays', async () => {
    const scene = new Scene();
    const { scheduler } = scene.node;
    await scheduler.enqueueMany(Array.from({ length: 30 }, () => ({ type: 'greet' })));
    const later = await scheduler.enqueue({ type: 'greet', delay: '1d' });
    await scheduler.enqueue({ type: 'greet', queue: 'paused' });
    await scene.node.queues.pause('paused');
    const { running, ready } = start(scene, '--queues', 'default,paused', '--stop-when-empty');
    await ready;
    const ended = await advanceUntilEnded(scene, running);
    expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining('stopping (nothing is left)') });
    expect(scene.calls).toHaveLength(30);
    await scene.node.open();
    expect(await scheduler.getExecution(later.id)).toMatchObject({ status: 'pending' });
  });

  it('ends with 0 after --max-time, and lets the running handler finish', async () => {
    const finish: (() => void)[] = [];
    const handle = () => new Promise<void>((resolve) => finish.push(resolve));
    const scene = new Scene([defineHandler({ type: 'slow', handle })]);
    await scene.node.scheduler.enqueue({ type: 'slow' });
    const { running, ready } = start(scene, '--max-time', '1m');
    await ready;
    await until(() => finish.length === 1);
    await scene.clock.advance('1m');
    await until(() => !scene.node.running);
    finish[0]?.();
    expect(await running).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('completed   slow'),
      stderr: expect.stringContaining('stopping (the time is over)'),
    });
  });

  it.each([
    [['--concurrency', '0'], '--concurrency: "0" is not accepted'],
    [['--queues', 'mails,,reports'], '--queues: a name is empty'],
    [['--max-time', 'soon'], '--max-time: "soon" is not accepted'],
  ])('refuses %j', async (options, message) => {
    const { code, stderr } = await new Scene().run(['schedule:work', ...options]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('says nothing with --quiet', async () => {
    const scene = new Scene();
    await scene.create('greet', 'hello', '--now');
    const { running, ready } = start(scene, '--quiet');
    await ready;
    await until(() => scene.calls.length === 1);
    scene.signals.emit('SIGINT');
    expect(await running).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });
});
