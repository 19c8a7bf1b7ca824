import { Scene } from '../test-support/scene.js';

interface Listed {
  readonly jobs: readonly { readonly name: string; readonly when: string }[];
  readonly total: number;
  readonly limit: number;
}

describe('schedule:list', () => {
  const scene = new Scene();
  const names = async (...options: string[]) =>
    (await scene.run(['schedule:list', '--json', '--sort', 'name', '--order', 'asc', ...options]))
      .json<Listed>()
      .jobs.map(({ name }) => name);

  beforeAll(async () => {
    await scene.create(
      'greet',
      'alpha',
      '--cron',
      '0 * * * *',
      '--zone',
      'Europe/Berlin',
      '--tag',
      'x',
      '--tag',
      'y',
    );
    await scene.create(
      'explode',
      'beta',
      '--every',
      '5m',
      '--tag',
      'x',
      '--queue',
      'mail',
      '--created-by',
      'ops',
    );
    await scene.create(
      'greet',
      'gamma',
      '--daily',
      '09:00',
      '--paused',
      '--tenant',
      'acme',
      '--target',
      'user-1',
    );
  });

  it('shows a table with the next run in words, in the zone of the job', async () => {
    const { code, stdout, stderr } = await scene.run(['schedule:list', '--sort', 'name', '--order', 'asc']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [header, alpha, beta, gamma] = stdout.split('\n');
    expect(header).toMatch(/^NAME +TYPE +WHEN +ZONE +NEXT RUN +RELATIVE +STATUS$/);
    expect(alpha).toMatch(/^alpha +greet +.+ +Europe\/Berlin +2030-01-01 14:00:00 +in 1 h +active$/);
    expect(beta).toMatch(/^beta +explode +every .*5.* +UTC +2030-01-01 12:05:00 +in 5 min +active$/);
    expect(gamma).toMatch(/^gamma +greet .* paused$/);
  });

  it('fits the terminal', async () => {
    const { stdout } = await scene.run(['schedule:list', '--no-color'], { terminal: 86 });
    const lines = stdout.trimEnd().split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(86);
    expect(stdout).toContain('…');
  });

  it('is a page of jobs as JSON', async () => {
    const page = (await scene.run(['schedule:list', '--json', '--limit', '2'])).json<Listed>();
    expect(page).toMatchObject({ total: 3, limit: 2, offset: 0 });
    expect(page.jobs).toHaveLength(2);
    expect(page.jobs[0]).toMatchObject({
      id: expect.any(String),
      when: expect.any(String),
      counters: { fired: 0 },
    });
  });

  it.each([
    [['--status', 'paused'], ['gamma']],
    [
      ['--status', 'paused', '--status', 'active'],
      ['alpha', 'beta', 'gamma'],
    ],
    [['--type', 'explode'], ['beta']],
    [
      ['--trigger', 'cron', '--trigger', 'every'],
      ['alpha', 'beta'],
    ],
    [['--queue', 'mail'], ['beta']],
    [
      ['--tag', 'x'],
      ['alpha', 'beta'],
    ],
    [['--tag-all', 'x', '--tag-all', 'y'], ['alpha']],
    [['--name', 'ALPH'], ['alpha']],
    [['--tenant', 'acme'], ['gamma']],
    [['--target', 'user-1'], ['gamma']],
    [['--created-by', 'ops'], ['beta']],
    [['--created-after', '2031-01-01'], []],
    [['--created-before', '2031-01-01', '--type', 'explode'], ['beta']],
    [['--next-before', '2030-01-01T13:30', '--zone', 'Europe/Berlin'], ['beta']],
    [
      ['--next-after', '2030-01-01T12:30'],
      ['alpha', 'gamma'],
    ],
    [
      ['--order', 'desc'],
      ['gamma', 'beta', 'alpha'],
    ],
    [['--limit', '1', '--offset', '1'], ['beta']],
  ])('filters by %j', async (options, expected) => {
    expect(await names(...options)).toEqual(expected);
  });

  it('reports how many rows a page leaves out, and that nothing matches', async () => {
    const page = await scene.run(['schedule:list', '--limit', '2']);
    expect(page.stderr).toBe('note: 1 to 2 of 3 jobs; use --limit and --offset for the others\n');
    const beyond = await scene.run(['schedule:list', '--offset', '9']);
    expect(beyond.stderr).toContain('none of 3 jobs');
    const none = await scene.run(['schedule:list', '--name', 'nobody']);
    expect(none).toMatchObject({ code: 0, stdout: 'no jobs match\n', stderr: '' });
  });

  it('removes escape sequences from stored text', async () => {
    const own = new Scene();
    const id = await own.create('greet', 'clean', '--every', '1h');
    const job = await own.node.scheduler.get(id);
    await own.store.schedules.save({
      job: job.with({ name: 'evil\u001b]0;owned\u0007\u001b[2J\u009b31m' }),
      expectedRevision: job.revision,
    });
    for (const argv of [
      ['schedule:list'],
      ['schedule:show', id],
      ['schedule:pause', id],
      ['schedule:run', id],
    ]) {
      const { stdout, stderr } = await own.run(argv);
      expect(stdout).toContain('evil');
      // eslint-disable-next-line no-control-regex -- control characters are what must not be there
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    }
    const { stdout, json } = await own.run(['schedule:list', '--json']);
    // eslint-disable-next-line no-control-regex -- control characters are what must not be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(json<Listed>().jobs[0]?.name).toContain('\u001b');
  });
});
