import { trigger } from '@scheduler/contracts';
import { Scene } from '../test-support/scene.js';

/** A job that ran, overlapped, was paused, missed runs, and now waits for a rate limit. */
async function setUp() {
  const scene = new Scene([], { rateLimits: { queues: { default: '2/d' } } });
  const { node, clock } = scene;
  await node.open();
  await node.scheduler.schedule({ type: 'greet', name: 'hello', trigger: trigger.every('1m') });
  const next = async () => {
    await clock.advance('1m');
    await node.tick();
  };
  await next();
  await node.drain();
  await next();
  const [claimed] = await scene.store.executions.claim({
    owner: 'elsewhere',
    leaseMs: 600_000,
    lanes: [{ queue: 'default', limit: 1 }],
  });
  await next();
  await scene.store.executions.settle({
    settlements: [{ execution: claimed!, outcome: { kind: 'succeeded', output: null } }],
  });
  await node.scheduler.pause('hello', 'holidays');
  await clock.advance('2m');
  await node.scheduler.resume('hello');
  await clock.advance('10m');
  await node.tick();
  await scene.node.rateLimits.acquire('queue', 'default');
  await node.drain();
  return scene;
}

describe('schedule:why', () => {
  it('explains each occurrence', async () => {
    const scene = await setUp();
    const { code, stdout } = await scene.run(['schedule:why', 'hello'], {
      terminal: 240,
      env: { NO_COLOR: '1' },
    });
    expect(code).toBe(0);
    expect(stdout).toContain('hello: it runs next at 2030-01-01T12:16:00.000Z');
    expect(stdout).toMatch(/INSTANT \(UTC\) +VERDICT +WHY/);
    expect(stdout).toMatch(/12:01:00 +ran +success in/);
    expect(stdout).toMatch(/12:03:00 +skipped +another execution of the job was running/);
    expect(stdout).toMatch(/12:05:00 +skipped ×2 +the job was paused/);
    expect(stdout).toMatch(/12:14:00 +skipped ×9 +no node ticked at its time/);
    expect(stdout).toMatch(
      /12:15:00 +waiting +waits: the rate limit of its queue default, 2 in 1d, is used up: the next may start in 11h/,
    );
  });

  it('is JSON with --json, and shows up to the limit', async () => {
    const { json } = await (await setUp()).run(['schedule:why', 'hello', '--limit', '2', '--json']);
    expect(json()).toMatchObject({
      job: { name: 'hello' },
      now: [
        'it runs next at 2030-01-01T12:16:00.000Z',
        expect.stringContaining('the rate limit of its queue default'),
        '1 execution is waiting or running',
      ],
      occurrences: [{ kind: 'waiting' }, { kind: 'skipped', count: 9 }],
    });
  });

  it('needs a job that exists', async () => {
    expect(await new Scene().run(['schedule:why', 'nobody'])).toMatchObject({ code: 1 });
  });
});
