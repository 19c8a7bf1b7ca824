import { CapturedStream } from '../test-support/captured-stream.js';
import { Scene } from '../test-support/scene.js';
import { until } from '../test-support/until.js';

interface Listed {
  readonly events: readonly { readonly position: string; readonly name: string; readonly cause: string }[];
  readonly next: string;
}

async function setUp() {
  const scene = new Scene();
  await scene.create('greet', 'daily', '--cron', '0 9 * * *');
  await scene.run(['schedule:pause', 'daily']);
  return scene;
}

async function positionOf(scene: Scene, index = 0): Promise<string> {
  return (await scene.run(['events:list', '--json'])).json<Listed>().events[index]!.position;
}

describe('events:list and events:show (F197)', () => {
  it('lists what happened, oldest first, with who caused it', async () => {
    const scene = await setUp();
    const { events, next } = (await scene.run(['events:list', '--json'])).json<Listed>();
    expect(events.map(({ name, cause }) => [name, cause])).toEqual([
      ['JobScheduled', 'console'],
      ['JobPaused', 'console'],
    ]);
    const filtered = await scene.run([
      'events:list',
      '--name',
      'JobPaused',
      '--since',
      '1h',
      '--entity',
      'job',
    ]);
    expect(filtered.stdout).toMatch(/JobPaused +job /);
    expect(filtered.stdout).not.toContain('JobScheduled');
    expect((await scene.run(['events:list', '--after', next])).stdout).toBe('no events match\n');
    expect((await scene.run(['events:list', '--limit', '1'])).stderr).toContain('--after');
  });

  it('shows one event with its data', async () => {
    const scene = await setUp();
    const position = await positionOf(scene, 1);
    expect((await scene.run(['events:show', position])).stdout).toMatch(
      /name +JobPaused[^]*"status": "paused"/,
    );
    expect(await scene.run(['events:show', '9999'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no event has the position 9999'),
    });
  });
});

describe('events:tail (F197)', () => {
  it('prints the latest events, one per line, and ends', async () => {
    const scene = await setUp();
    const { stdout, code } = await scene.run(['events:tail']);
    expect([
      code,
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split('  ')[2]),
    ]).toEqual([0, ['JobScheduled', 'JobPaused']]);
  });

  it('goes on with what happens until it is stopped', async () => {
    const scene = await setUp();
    const stdout = new CapturedStream(false);
    const tail = scene.run(['events:tail', '--follow', '--json', '--name', 'QueuePaused'], { stdout });
    await until(() => scene.signals.listenerCount('SIGINT') > 0);
    await scene.node.queues.pause('mails');
    await until(() => stdout.text.includes('QueuePaused'));
    scene.signals.emit('SIGINT');
    expect(await tail).toMatchObject({ code: 130 });
    expect(JSON.parse(stdout.text)).toMatchObject({ name: 'QueuePaused', entityId: 'mails' });
  });
});

describe('events:replay, events:checkpoints and what is done about readers (F198)', () => {
  it('verifies every row by the log', async () => {
    const scene = await setUp();
    await scene.run(['enqueue', 'greet', '--payload', '{"name":"Ada"}']);
    expect(await scene.run(['events:replay', '--verify'])).toMatchObject({
      code: 0,
      stdout: '3 events explain 1 jobs, 1 executions, 0 queues and 0 runs\n',
    });
    expect((await scene.run(['events:replay', '--verify', '--json'])).json()).toMatchObject({
      found: 0,
      checked: { job: 1, execution: 1 },
    });
    expect((await scene.run(['events:replay'])).code).toBe(2);
  });

  it('shows readers and their dead letters, and changes them', async () => {
    const scene = await setUp();
    const position = await positionOf(scene);
    const letter = {
      position,
      name: 'JobScheduled',
      jobId: null,
      atMs: 0,
      attempts: 11,
      error: 'no mail',
      retry: false,
    };
    const state = { kind: 'subscription', holder: null, heldUntilMs: 0, failing: null };
    const stopped = { position, error: 'broken', atMs: 0 };
    await scene.store.eventLog!.saveCheckpoint({
      name: 'mails',
      position,
      state: { ...state, stopped, replay: false, letters: [letter] },
      expectedRevision: null,
    });
    const shown = await scene.run(['events:checkpoints']);
    expect(shown.stdout).toMatch(/mails +subscription +stopped: broken[^]*dead letters of mails[^]*no mail/);
    const doctor = await scene.run(['doctor', '--json']);
    expect(doctor.stdout).toMatch(/mails has stopped: broken[^]*1 event could not be delivered/);
    expect((await scene.run(['events:resume', 'mails'])).code).toBe(0);
    expect((await scene.run(['events:retry', 'mails', position])).code).toBe(0);
    expect((await scene.run(['events:replay', 'mails'])).stdout).toBe(
      'mails begins again with the oldest event\n',
    );
    expect((await scene.run(['events:dismiss', 'mails', position])).code).toBe(0);
    expect((await scene.run(['events:forget', 'mails'])).stdout).toBe('mails is forgotten\n');
    expect((await scene.run(['events:checkpoints'])).stdout).toBe('nothing has read the event log yet\n');
    expect((await scene.run(['events:resume', 'mails'])).stderr).toContain('no subscription or projection');
  });

  it('deletes whole days', async () => {
    const scene = await setUp();
    expect((await scene.run(['events:prune'])).code).toBe(2);
    await scene.clock.advance('2d');
    expect((await scene.run(['events:prune', '--before', '2030-01-02'])).stdout).toBe('deleted 2 events\n');
  });
});

describe('the past of a job (F198)', () => {
  it('is told by schedule:history --events and schedule:show --at', async () => {
    const scene = await setUp();
    await scene.clock.advance('1h');
    await scene.run(['schedule:resume', 'daily']);
    const history = await scene.run(['schedule:history', 'daily', '--events']);
    expect(history.stdout).toMatch(/JobScheduled[^]*JobPaused[^]*JobResumed/);
    const then = await scene.run(['schedule:show', 'daily', '--at', '2030-01-01T12:30:00Z']);
    expect(then.stdout).toMatch(/as it was at 2030-01-01T12:30:00.000Z[^]*status +paused/);
    expect(
      (await scene.run(['schedule:show', 'daily', '--at', '2029-01-01', '--json'])).json(),
    ).toMatchObject({
      job: null,
    });
  });
});
