import { silentLogger } from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { Scene } from '../test-support/scene.js';

async function setUp() {
  const scene = new Scene();
  const { scheduler } = scene.node;
  await scheduler.enqueueMany([{ type: 'greet' }, { type: 'greet' }, { type: 'greet', queue: 'reports' }]);
  await scheduler.enqueueAt({ type: 'greet' }, new Date('2030-01-02T00:00:00Z'));
  return scene;
}

const DEFAULT = {
  queue: 'default',
  available: 2,
  delayed: 1,
  running: 0,
  concurrency: 5,
  paused: false,
  globalLimit: null,
};

describe('queue:stats', () => {
  it('shows every queue', async () => {
    const { code, stdout } = await (await setUp()).run(['queue:stats']);
    expect(code).toBe(0);
    expect(stdout.split('\n').map((line) => line.split(/ +/))).toEqual([
      ['QUEUE', 'AVAILABLE', 'DELAYED', 'RUNNING', 'CONCURRENCY', 'GLOBAL', 'PAUSED'],
      ['default', '2', '1', '0', '5', '-', 'no'],
      ['reports', '1', '0', '0', '-', '-', 'no'],
      [''],
    ]);
  });

  it('shows one queue, as JSON with --json', async () => {
    const { json } = await (await setUp()).run(['queue:stats', 'default', '--json']);
    const here = {
      runningHere: 0,
      runningJobs: [],
      preemptionEnabled: false,
      preempted: 0,
      preemptedJobs: [],
      unheededPreemptions: 0,
      withoutHandler: [],
    };
    expect(json()).toEqual({ queues: [{ ...DEFAULT, ...here, globalLimit: null }] });
  });

  it('names what waits for a handler that this process does not have', async () => {
    const scene = new Scene();
    const { store, clock } = scene;
    const config = { unknownTypes: 'accept' } as const;
    const other = createSchedulerNode({ store, clock, config, logger: silentLogger });
    await other.scheduler.enqueueMany([{ type: 'fax' }, { type: 'fax' }, { type: 'greet' }]);
    const { stdout } = await scene.run(['queue:stats']);
    expect(stdout).toContain(
      'default: 2 of them wait for a handler of the type fax, which this process does not have\n',
    );
    const { queues } = (await scene.run(['queue:stats', '--json'])).json<{ queues: object[] }>();
    expect(queues).toMatchObject([{ queue: 'default', withoutHandler: [{ type: 'fax', waiting: 2 }] }]);
  });

  it('refuses a name that no queue can have', async () => {
    const { code, stderr } = await new Scene().run(['queue:stats', 'no spaces']);
    expect(code).toBe(1);
    expect(stderr).toContain('queue: is not a queue name, got "no spaces"');
  });
});

describe('queue:pause and queue:resume', () => {
  it('pause and resume a queue', async () => {
    const scene = await setUp();
    expect(await scene.run(['queue:pause', 'default'])).toMatchObject({
      code: 0,
      stdout: 'paused default: nothing in this queue starts until queue:resume\n',
      stderr: 'note: the memory store forgets this when the process ends\n',
    });
    expect((await scene.run(['schedule:process', '--run', '--json'])).json()).toMatchObject({ ran: [] });
    const resumed = await scene.run(['queue:resume', 'default', '--json']);
    expect(resumed.json()).toEqual({
      queue: { queue: 'default', paused: false, concurrency: null, globalLimit: null },
    });
    const { ran } = (await scene.run(['schedule:process', '--run', '--json'])).json<{ ran: unknown[] }>();
    expect(ran).toHaveLength(2);
  });

  it.each(['queue:pause', 'queue:resume', 'queue:scale'])(
    '%s refuses an unknown queue, which is usually misspelled, unless --force',
    async (command) => {
      const scene = await setUp();
      const more = command === 'queue:scale' ? ['3'] : [];
      const { code, stderr } = await scene.run([command, 'defalt', ...more]);
      expect(code).toBe(1);
      expect(stderr).toContain(
        'no queue "defalt" is configured here, and none has work, settings or jobs; did you mean "default"? known: default, reports; --force does it all the same (QUEUE_UNKNOWN)',
      );
      expect(await scene.store.queues.settings()).toEqual([]);
      expect((await scene.run([command, 'defalt', ...more, '--force'])).code).toBe(0);
      expect(await scene.run([command, 'defalt', ...more])).toMatchObject({ code: 0 });
    },
  );

  it('accept a queue that has work, or a job', async () => {
    const scene = await setUp();
    await scene.create('greet', 'nightly', '--daily', '03:00', '--queue', 'nights');
    for (const queue of ['reports', 'nights']) expect((await scene.run(['queue:pause', queue])).code).toBe(0);
  });
});

describe('queue:scale', () => {
  it('sets how many run at once, and goes back to the configuration', async () => {
    const scene = await setUp();
    expect((await scene.run(['queue:scale', 'default', '20'])).stdout).toBe(
      'scaled default: 20 at once on each node that processes it\n',
    );
    const { json } = await scene.run(['queue:stats', 'default', '--json']);
    expect(json()).toMatchObject({ queues: [{ concurrency: 20 }] });
    const back = await scene.run(['queue:scale', 'default', 'default', '--json']);
    expect(back.json()).toEqual({
      queue: { queue: 'default', paused: false, concurrency: null, globalLimit: null },
    });
    expect((await scene.run(['queue:scale', 'default', 'default'])).stdout).toContain(
      'as the configuration of each node says',
    );
  });

  it('limits a queue on all nodes together, shows the limit, and deletes it', async () => {
    const scene = await setUp();
    expect((await scene.run(['queue:scale', 'default', '20', '--global', '50'])).stdout).toBe(
      'scaled default: 20 at once on each node that processes it, at most 50 on all nodes together\n',
    );
    expect((await scene.run(['queue:stats', 'default'])).stdout).toMatch(/default +2 +1 +0 +20 +50 +no/);
    const back = await scene.run(['queue:scale', 'default', '--global', 'none', '--json']);
    expect(back.json()).toEqual({
      queue: { queue: 'default', paused: false, concurrency: 20, globalLimit: null },
    });
  });

  it.each([[['--global', '0']], [['--global', 'many']], [[]]])('refuses %j', async (given) => {
    const { code, stderr } = await new Scene().run(['queue:scale', 'default', ...given]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/--global/);
  });

  it.each(['0', '-1', '10001', 'many', '1.5', ''])('refuses %j', async (given) => {
    const { code, stderr } = await new Scene().run(['queue:scale', 'default', '--', given]);
    expect(code).toBe(2);
    expect(stderr).toContain('is not accepted; accepted: a whole number from 1 to 10000, or default');
  });
});
