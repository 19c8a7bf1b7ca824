import { Scene } from '../test-support/scene.js';

const EVERY = ['--every', '5m'];
const create = (...options: string[]) => ['schedule:create', '--type', 'greet', ...options];

describe('an error of the scheduler', () => {
  it.each([
    [
      create('--every', '0s'),
      /^error: --every: is too short, got "0s"; accepted: a duration of at least one second/,
    ],
    [create('--cron', '61 * * * *'), /^error: --cron: Invalid cron expression: minute field, part "61"/],
    [['schedule:preview', '61 * * * *'], /^error: cron: Invalid cron expression/],
    [['schedule:preview', '--every', '0s'], /^error: --every: is too short, got "0s"/],
    [create('--rrule', 'FREQ=WEKLY'), /^error: --rrule: Invalid recurrence rule: FREQ/],
    [create('--daily', '09:00', '--interval', '5000000'), /^error: --interval: is too big, got "5000000"/],
    [create('--event', ''), /^error: --event: is empty, got ""/],
    [create(...EVERY, '--queue', 'a b'), /^error: --queue: is not a queue name, got "a b"/],
    [create(...EVERY, '--name', ''), /^error: --name: is empty/],
    [
      create(...EVERY, '--timeout', '0s'),
      /^error: --timeout: must be at least 1 ms, got "0s"; accepted: a duration such as '5m', '1h30m', 'PT5M' \(/,
    ],
    [create(...EVERY, '--max-retries', '1000000'), /^error: --max-retries: is too big, got "1000000"/],
    [
      create(...EVERY, '--start', '2030-01-02', '--end', '2030-01-01'),
      /^error: --end: must be after --start, got "2030-01-01"/,
    ],
    [create(...EVERY, '--payload', '{"__proto__":1}'), /^error: --payload: is a dangerous key/],
    [['schedule:list', '--tag', ''], /^error: --tag: is empty, got ""/],
    [['schedule:list', '--tenant', 'a b'], /^error: --tenant: is not a tenant, got "a b"/],
    [['queue:stats', 'a b'], /^error: queue: is not a queue name, got "a b"/],
    [['execution:list', '--type', 'no type'], /^error: --type: .*got "no type"/],
  ])('names what was typed: %j', async (argv, message) => {
    const { code, stderr } = await new Scene().run(argv);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('trigger.');
  });

  it('keeps its code with --json', async () => {
    const { json } = await new Scene().run([...create('--every', '0s'), '--json']);
    expect(json()).toMatchObject({
      error: { code: 'SCHEDULE_INVALID', message: expect.stringContaining('--every') },
    });
  });
});

describe('a name that is nearly right', () => {
  it('of a job gets a suggestion', async () => {
    const scene = new Scene();
    await scene.create('greet', 'weekly-sales', ...EVERY);
    for (const command of ['schedule:pause', 'schedule:show', 'schedule:run', 'schedule:history']) {
      const { code, stderr } = await scene.run([command, 'weekly-sale']);
      expect(code).toBe(1);
      expect(stderr).toBe(
        'error: no job has the id or name "weekly-sale"; did you mean "weekly-sales"? schedule:list shows all jobs (JOB_NOT_FOUND)\n',
      );
    }
    expect((await scene.run(['schedule:pause', 'tax-return'])).stderr).not.toContain('did you mean');
  });

  it('of a job of another tenant is not told', async () => {
    const scene = new Scene();
    await scene.create('greet', 'weekly-sales', ...EVERY, '--tenant', 'acme');
    const { stderr } = await scene.run(['schedule:pause', 'weekly-sale', '--tenant', 'other']);
    expect(stderr).not.toContain('weekly-sales');
  });

  it('of a job type gets a suggestion', async () => {
    const { stderr } = await new Scene().run(['schedule:create', '--type', 'gret', ...EVERY]);
    expect(stderr).toContain(
      'no handler supports the job type "gret"; did you mean "greet"? registered: explode, greet',
    );
  });

  it('of a time zone gets a suggestion', async () => {
    const { code, stderr } = await new Scene().run(['schedule:list', '--zone', 'Europe/Berln']);
    expect(code).toBe(2);
    expect(stderr).toContain('--zone: "Europe/Berln" is not a time zone (did you mean Europe/Berlin?)');
  });
});
