import { Scene } from '../test-support/scene.js';

interface Changed {
  readonly job: {
    readonly status: string;
    readonly statusReason: string | null;
    readonly nextRunAt: string | null;
  };
}

async function sceneWithJob(...options: string[]): Promise<Scene> {
  const scene = new Scene();
  await scene.create('greet', 'hourly', ...(options.length === 0 ? ['--every', '1h'] : options));
  return scene;
}

describe('schedule:pause and schedule:resume', () => {
  it('pause an active job and resume it', async () => {
    const scene = await sceneWithJob();
    const paused = await scene.run(['schedule:pause', 'hourly', '--reason', 'holiday']);
    expect(paused.code).toBe(0);
    expect(paused.stdout).toMatch(/^paused hourly \(\S+\)\n$/);
    expect(paused.stderr).toContain('note: the memory store forgets this');
    expect(await scene.node.scheduler.get('hourly')).toMatchObject({
      status: 'paused',
      statusReason: 'holiday',
    });
    await scene.clock.advance('90m');
    const resumed = await scene.run(['schedule:resume', 'hourly']);
    expect(resumed.stdout).toMatch(
      /^resumed hourly \(\S+\), next run 2030-01-01 14:00:00 UTC \(in 30 min\)\n$/,
    );
  });

  it('answer with the job as JSON', async () => {
    const scene = await sceneWithJob();
    const paused = (await scene.run(['schedule:pause', 'hourly', '--json'])).json<Changed>();
    expect(paused.job).toMatchObject({ status: 'paused', statusReason: null });
    const resumed = (await scene.run(['schedule:resume', 'hourly', '--json'])).json<Changed>();
    expect(resumed.job).toMatchObject({ status: 'active', nextRunAt: '2030-01-01T13:00:00.000Z' });
  });

  it('refuse a job that is not active or not paused, naming both states', async () => {
    const scene = await sceneWithJob();
    const { code, stderr } = await scene.run(['schedule:resume', 'hourly']);
    expect(code).toBe(1);
    expect(stderr).toContain('is active and cannot become active');
    await scene.run(['schedule:pause', 'hourly']);
    expect((await scene.run(['schedule:pause', 'hourly'])).stderr).toContain('(ILLEGAL_TRANSITION)');
  });

  it('see only the jobs of a tenant that is named', async () => {
    const scene = await sceneWithJob('--every', '1h', '--tenant', 'acme');
    expect((await scene.run(['schedule:pause', 'hourly', '--tenant', 'other'])).stderr).toContain(
      '(JOB_NOT_FOUND)',
    );
    expect((await scene.run(['schedule:pause', 'hourly', '--tenant', '../x y'])).stderr).toContain(
      'tenant: is not a tenant, got "../x y"; accepted: letters',
    );
    expect((await scene.run(['schedule:pause', 'hourly', '--tenant', ''])).code).not.toBe(0);
    expect((await scene.run(['schedule:pause', 'hourly', '--tenant', 'acme'])).code).toBe(0);
  });
});

describe('schedule:cancel', () => {
  it('ends a job and keeps its record', async () => {
    const scene = await sceneWithJob();
    const { code, stdout } = await scene.run(['schedule:cancel', 'hourly', '--reason', 'not needed']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^cancelled hourly \(\S+\)\n$/),
    });
    const job = await scene.node.scheduler.get('hourly');
    expect(job).toMatchObject({ status: 'cancelled', statusReason: 'not needed' });
    expect((await scene.run(['schedule:cancel', job.id, '--json'])).json()).toEqual({
      error: { code: 'ILLEGAL_TRANSITION', message: expect.any(String) },
    });
  });
});

describe('schedule:reschedule', () => {
  it('gives a job another trigger', async () => {
    const scene = await sceneWithJob();
    const { code, stdout } = await scene.run(['schedule:reschedule', 'hourly', '--daily', '18:00']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^rescheduled hourly \(\S+\), next run 2030-01-01 18:00:00 UTC \(in 6 h\)\n$/);
  });

  it('keeps the zone and the start date unless they are given (F273)', async () => {
    const zone = ['--zone', 'Asia/Tokyo'];
    const scene = await sceneWithJob('--cron', '0 9 * * *', ...zone, '--dst-repeat', 'both');
    await scene.node.scheduler.update('hourly', { startAt: new Date('2030-01-05T00:00:00Z') });
    const reschedule = async (...options: string[]) => {
      const { code } = await scene.run(['schedule:reschedule', 'hourly', ...options]);
      expect(code).toBe(0);
      return scene.node.scheduler.get('hourly');
    };
    const moved = await reschedule('--cron', '0 10 * * *');
    expect(moved.trigger).toMatchObject({ zone: 'Asia/Tokyo', dst: { repeat: 'both' } });
    expect(moved.startAt).toEqual(new Date('2030-01-05T00:00:00Z'));
    expect(moved.nextRunAt).toEqual(new Date('2030-01-05T01:00:00Z'));
    expect((await reschedule('--daily', '10:00')).trigger).toMatchObject({ zone: 'Asia/Tokyo' });
    expect((await reschedule('--cron', '0 10 * * *', '--zone', 'UTC')).trigger).toMatchObject({
      zone: 'UTC',
      dst: { repeat: 'both' },
    });
  });

  it('moves a one-off job', async () => {
    const scene = await sceneWithJob('--at', '2030-01-02');
    const { job } = (
      await scene.run(['schedule:reschedule', 'hourly', '--at', '2030-01-03', '--json'])
    ).json<Changed>();
    expect(job.nextRunAt).toBe('2030-01-03T00:00:00.000Z');
  });

  it('needs exactly one trigger', async () => {
    const scene = await sceneWithJob();
    expect(await scene.run(['schedule:reschedule', 'hourly'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('none is given'),
    });
  });
});

describe('schedule:delete', () => {
  it('refuses to delete without a terminal', async () => {
    const scene = await sceneWithJob();
    const { code, stderr } = await scene.run(['schedule:delete', 'hourly']);
    expect(code).toBe(2);
    expect(stderr).toContain('give --force');
    expect(await scene.node.scheduler.find('hourly')).not.toBeNull();
  });

  it('deletes with --force', async () => {
    const scene = await sceneWithJob();
    const { id } = await scene.node.scheduler.get('hourly');
    const { code, json } = await scene.run(['schedule:delete', 'hourly', '--force', '--json']);
    expect(code).toBe(0);
    expect(json()).toEqual({ deleted: { id, name: 'hourly' } });
    expect(await scene.node.scheduler.find('hourly')).toBeNull();
  });

  it.each([
    ['y\n', 0, true],
    ['Yes\n', 0, true],
    ['n\n', 1, false],
    ['\n', 1, false],
    ['', 1, false],
  ])('asks a person, who answers %j', async (answer, exitCode, isGone) => {
    const scene = await sceneWithJob();
    const { code, stderr, stdout } = await scene.run(['schedule:delete', 'hourly', '--no-color'], {
      terminal: 80,
      stdin: answer,
    });
    expect(stderr).toMatch(/^Delete hourly \(\S+\) with its executions and logs\? \[y\/N\] /);
    expect(stdout).toContain(isGone ? 'deleted hourly' : 'nothing was deleted');
    expect(code).toBe(exitCode);
    expect((await scene.node.scheduler.find('hourly')) === null).toBe(isGone);
  });

  it('reports an unknown job before it asks for confirmation', async () => {
    const { code, stderr } = await new Scene().run(['schedule:delete', 'nobody'], {
      terminal: 80,
      stdin: 'y\n',
    });
    expect(code).toBe(1);
    expect(stderr).not.toContain('[y/N]');
  });
});

describe('schedule:expect', () => {
  it('expects a success of a job within some time, shows that, and takes it back', async () => {
    const scene = await sceneWithJob();
    const { code, stdout } = await scene.run(['schedule:expect', 'hourly', '--within', '2h']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^changed hourly /)]);
    expect((await scene.node.scheduler.get('hourly')).policies.expectWithinMs).toBe(7_200_000);
    const shown = async (command: string) => (await scene.run([command, 'hourly'])).stdout;
    expect(await shown('schedule:show')).toContain('a success within 2h');
    expect(await shown('schedule:why')).toContain(
      'it has not succeeded yet; a success is expected by 2030-01-01T14:00:00.000Z (every 2h)',
    );
    await scene.clock.advance('1h');
    await scene.node.tick();
    await scene.node.drain();
    await scene.clock.advance('3h');
    expect(await shown('schedule:why')).toContain(
      'it succeeded last at 2030-01-01T13:00:00.000Z; a success was expected by 2030-01-01T15:00:00.000Z',
    );
    expect((await scene.run(['schedule:expect', 'hourly', '--nothing'])).code).toBe(0);
    expect(await shown('schedule:show')).not.toContain('a success within');
    expect(await shown('schedule:why')).not.toContain('expected');
    expect((await scene.node.scheduler.get('hourly')).policies).not.toHaveProperty('expectWithinMs');
  });

  it.each([
    [[], 2, 'exactly one of --within and --nothing is needed'],
    [['--within', '2h', '--nothing'], 2, 'exactly one of --within and --nothing is needed'],
    [['--within', 'soon'], 2, '--within'],
    [['--within', '30s'], 1, 'at least 1 minute'],
    [['--within', '8d'], 1, 'is longer than executions that succeeded are kept'],
  ])('refuses %j', async (options, expected, message) => {
    const scene = await sceneWithJob();
    const { code, stderr } = await scene.run(['schedule:expect', 'hourly', ...options]);
    expect([code, stderr]).toEqual([expected, expect.stringContaining(message)]);
    expect((await scene.node.scheduler.get('hourly')).policies).not.toHaveProperty('expectWithinMs');
  });
});

describe('--if-revision', () => {
  it('changes a job of that revision, and refuses another one with both', async () => {
    const scene = await sceneWithJob();
    const { revision } = await scene.node.scheduler.get('hourly');
    const of = (command: string, ...options: string[]) =>
      scene.run([`schedule:${command}`, 'hourly', ...options, '--if-revision', String(revision)]);
    expect((await of('pause')).code).toBe(0);
    for (const [command, ...options] of [
      ['pause'],
      ['resume'],
      ['reschedule', '--every', '2h'],
      ['expect', '--within', '3h'],
      ['cancel'],
      ['delete', '--force'],
    ] as const) {
      const { code, stderr } = await of(command, ...options);
      expect([command, code]).toEqual([command, 1]);
      expect(stderr).toContain(`has revision ${revision + 1}, and not ${revision} as expected`);
      expect(stderr).toContain('JOB_REVISION_MISMATCH');
    }
    expect(await scene.node.scheduler.get('hourly')).toMatchObject({ status: 'paused' });
    expect((await scene.run(['schedule:pause', 'hourly', '--if-revision', 'x'])).code).toBe(2);
  });
});
