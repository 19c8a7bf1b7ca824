import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Trigger } from '@scheduler/contracts';
import type { ScheduledJobProps } from '@scheduler/contracts/adapter';
import { Scene } from '../test-support/scene.js';

type Job = ScheduledJobProps & { readonly nextRunAt: string; readonly when: string };

async function create(...options: string[]): Promise<Job> {
  const scene = new Scene();
  const { code, json, stdout } = await scene.run([
    'schedule:create',
    '--type',
    'greet',
    ...options,
    '--json',
  ]);
  expect({ code, stdout }).toMatchObject({ code: 0 });
  return json<{ job: Job }>().job;
}

const refuse = (...options: string[]) => new Scene().run(['schedule:create', ...options]);

describe('schedule:create', () => {
  it('creates a job and says when it runs', async () => {
    const scene = new Scene();
    const { code, stdout, stderr } = await scene.run([
      ...['schedule:create', '--type', 'greet', '--name', 'hourly', '--cron', '0 * * * *'],
      ...['--zone', 'Europe/Berlin'],
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain('created hourly (00000000-0000-7000-8000-');
    expect(stdout).toContain(', next run 2030-01-01 14:00:00 Europe/Berlin (in 1 h)');
    expect(stderr).toBe('note: the memory store forgets this when the process ends\n');
    expect(await scene.node.scheduler.get('hourly')).toMatchObject({ type: 'greet', status: 'active' });
  });

  it('says nothing with --quiet', async () => {
    const { code, stdout, stderr } = await refuse('--type', 'greet', '--now', '--quiet');
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it.each<[string[], Partial<Trigger>, string]>([
    [['--cron', '30 9 * * MON'], { kind: 'cron', expressions: ['30 9 * * MON'] }, '2030-01-07T09:30:00.000Z'],
    [['--cron', '0 18 * * *', '--cron', '0 15 * * *'], { kind: 'cron' }, '2030-01-01T15:00:00.000Z'],
    [['--rrule', 'FREQ=HOURLY;BYMINUTE=30'], { kind: 'rrule' }, '2030-01-01T12:30:00.000Z'],
    [['--cron', '0 15 * * *', '--exclude', '2030-01-01'], { kind: 'cron' }, '2030-01-02T15:00:00.000Z'],
    [['--every', '1h30m'], { kind: 'every', durationMs: 5_400_000 }, '2030-01-01T13:30:00.000Z'],
    [['--at', '2030-01-02T09:00', '--zone', 'Asia/Tokyo'], { kind: 'once' }, '2030-01-02T00:00:00.000Z'],
    [['--now'], { kind: 'now' }, '2030-01-01T12:00:00.000Z'],
    [
      ['--daily', '08:30', '--zone', 'America/New_York'],
      { kind: 'calendar', unit: 'day' },
      '2030-01-01T13:30:00.000Z',
    ],
    [
      ['--weekly', '08:30', '--on', 'fri,thursday'],
      { unit: 'week', weekdays: ['friday', 'thursday'] },
      '2030-01-03T08:30:00.000Z',
    ],
    [['--monthly', '08:30', '--day', '31'], { unit: 'month', dayOfMonth: 31 }, '2030-01-31T08:30:00.000Z'],
    [
      ['--monthly', '08:30', '--nth', 'last', '--on', 'friday'],
      { nthWeekday: { nth: 'last', weekday: 'friday' } },
      '2030-01-25T08:30:00.000Z',
    ],
    [
      ['--yearly', '08:30', '--month', '2', '--day', '30', '--overflow', 'clamp'],
      { unit: 'year', month: 2 },
      '2030-02-28T08:30:00.000Z',
    ],
    [
      ['--daily', '02:30', '--dst-gap', 'skip', '--dst-repeat', 'both'],
      { dst: { gap: 'skip', repeat: 'both' } },
      '2030-01-02T02:30:00.000Z',
    ],
    [['--weekly', '08:30', '--on', 'tue', '--interval', '2'], { every: 2 }, '2030-01-15T08:30:00.000Z'],
  ])('reads the trigger %j', async (options, trigger, nextRunAt) => {
    const job = await create(...options);
    expect(job.trigger).toMatchObject(trigger);
    expect(job.nextRunAt).toBe(nextRunAt);
  });

  it('creates a job that runs whenever a node starts', async () => {
    const cluster = await create('--reboot', '--cluster');
    expect(cluster).toMatchObject({ trigger: { kind: 'reboot', scope: 'cluster' }, nextRunAt: null });
    const job = await create('--reboot');
    expect(job).toMatchObject({ trigger: { kind: 'reboot' }, nextRunAt: null, status: 'active' });
  });

  it('reads everything else', async () => {
    const job = await create(
      ...['--name', 'full', '--every', '1h', '--payload', '{"name":"Ada"}', '--description', 'says hello'],
      ...['--tag', 'a', '--tag', 'b', '--meta', 'team=core', '--target', 'user-1', '--queue', 'mail'],
      ...['--priority', 'high', '--timeout', '30s', '--max-retries', '7', '--start', '2030-02-01T00:00'],
      ...[
        '--end',
        '2030-03-01',
        '--zone',
        'Europe/Berlin',
        '--max-executions',
        '9',
        '--jitter',
        '30s',
        '--allow-overlap',
      ],
      ...['--missed', 'all', '--on-exhausted', 'pause', '--paused', '--id', 'my-id', '--tenant', 'acme'],
      ...['--created-by', 'ops'],
    );
    expect(job).toMatchObject({
      id: 'my-id',
      name: 'full',
      description: 'says hello',
      payload: { name: 'Ada' },
      tags: ['a', 'b'],
      metadata: { team: 'core' },
      targetId: 'user-1',
      tenant: 'acme',
      createdBy: 'ops',
      status: 'paused',
      startAt: '2030-01-31T23:00:00.000Z',
      endAt: '2030-02-28T23:00:00.000Z',
      maxExecutions: 9,
      jitterMs: 30_000,
      policies: {
        queue: 'mail',
        priority: 2,
        timeoutMs: 30_000,
        maxRetries: 7,
        allowOverlap: true,
        onExhausted: 'pause',
        missedRuns: { policy: 'all' },
      },
    });
  });

  it('reads the limits', async () => {
    const limits = ['--concurrency', '2', '--concurrency-key', 'acme', '--concurrency-limit', '5'];
    const unique = ['--unique-by', 'queue', '--unique-by', 'args.user', '--unique-by', 'args.day'];
    const ended = ['--unique-state', 'success', '--unique-period', '1h'];
    const job = await create('--every', '1h', '--queue', 'mails', ...limits, ...unique, ...ended);
    expect(job.policies).toMatchObject({ concurrency: 2, concurrencyKey: 'acme', concurrencyLimit: 5 });
    expect(job.policies.unique).toEqual({
      by: ['queue', { args: ['user', 'day'] }],
      endStates: ['success'],
      periodMs: 3_600_000,
    });
    expect((await create('--every', '1h', '--unique')).policies.unique).toMatchObject({ by: ['name'] });
    expect((await create('--every', '1h')).policies.unique ?? null).toBeNull();
    const refused = await refuse('--type', 'greet', '--every', '1h', '--unique-by', 'mood');
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain("--unique-by 'mood' is not known");
  });

  it.each([
    [['--every', '1h'], undefined, 'one run at a time, others are skipped'],
    [['--every', '1h', '--overlap', 'queue'], 'queue', 'one run at a time, others wait'],
    [['--event', 'e'], undefined, 'one run at a time, others wait'],
    [['--event', 'e', '--overlap', 'skip'], 'skip', 'one run at a time, others are skipped'],
    [['--event', 'e', '--concurrency', '2'], undefined, 'at most 2 runs at once, others wait'],
    [['--event', 'e', '--allow-overlap'], undefined, 'allowed'],
  ])('reads and shows the policy for overlap of %j', async (options, overlap, shown) => {
    const scene = new Scene();
    const argv = ['schedule:create', '--type', 'greet', '--name', 'greeting', '--json', ...options];
    const { job } = (await scene.run(argv)).json<{ job: Job }>();
    expect(job.policies['overlap']).toBe(overlap);
    expect((await scene.run(['schedule:show', 'greeting'])).stdout).toContain(shown);
  });

  it('reads a payload from a file and from stdin', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'scheduler-console-'));
    writeFileSync(join(folder, 'payload.json'), '{"name":"file"}');
    const scene = new Scene();
    const argv = ['schedule:create', '--type', 'greet', '--now', '--json', '--payload'];
    const fromFile = await scene.run([...argv, '@payload.json'], { cwd: folder });
    expect(fromFile.json<{ job: Job }>().job.payload).toEqual({ name: 'file' });
    const fromInput = await scene.run([...argv, '-'], { stdin: '{"name":"stdin"}' });
    expect(fromInput.json<{ job: Job }>().job.payload).toEqual({ name: 'stdin' });
    const missing = await scene.run([...argv, '@nothing.json'], { cwd: folder });
    expect(missing.code).toBe(2);
    expect(missing.stdout).toContain('the file \\"nothing.json\\" cannot be read');
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['no type', ['--now'], "required option '--type <type>' is not given"],
    [
      'no trigger',
      ['--type', 'greet'],
      'exactly one of --cron, --every, --at, --now, --daily, --weekly, --monthly, --yearly, --rrule, --event, --reboot is needed; none is given',
    ],
    ['two triggers', ['--type', 'greet', '--now', '--every', '1h'], '--every and --now are given'],
    [
      'an option of another trigger',
      ['--type', 'greet', '--every', '1h', '--on', 'monday'],
      '--on has no effect with --every; use it with --weekly, --monthly, --yearly',
    ],
    [
      'an invalid duration',
      ['--type', 'greet', '--every', 'often'],
      `--every: "often" is not accepted; accepted: a duration such as '5m'`,
    ],
    [
      'an invalid date',
      ['--type', 'greet', '--at', 'tomorrow'],
      '--at: "tomorrow" is not a date; accepted: ISO 8601',
    ],
    [
      'an unknown zone',
      ['--type', 'greet', '--daily', '09:00', '--zone', 'Berlin'],
      '--zone: "Berlin" is not a time zone',
    ],
    ['an invalid time', ['--type', 'greet', '--daily', '9'], '--daily: "9" is not a time of day'],
    [
      'an unknown weekday',
      ['--type', 'greet', '--weekly', '09:00', '--on', 'caturday'],
      '--on: "caturday" is not a weekday',
    ],
    [
      'nth without a weekday',
      ['--type', 'greet', '--monthly', '09:00', '--nth', '2'],
      '--nth and --on go together',
    ],
    [
      'a day and nth',
      ['--type', 'greet', '--monthly', '09:00', '--nth', '2', '--on', 'mon', '--day', '3'],
      '--day and --nth exclude each other',
    ],
    [
      'an invalid priority',
      ['--type', 'greet', '--now', '--priority', '11'],
      '--priority: "11" is not accepted; accepted: 0 to 9',
    ],
    [
      'an invalid payload',
      ['--type', 'greet', '--now', '--payload', '{name:1}'],
      '--payload: "{name:1}" is not JSON',
    ],
    [
      'metadata without a value',
      ['--type', 'greet', '--now', '--meta', 'team'],
      '--meta: "team" is not accepted; accepted: key=value',
    ],
  ])('refuses %s as wrong usage', async (_, options, message) => {
    const { code, stdout, stderr } = await refuse(...options);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
  });

  it.each([
    ['a bad cron expression', ['--type', 'greet', '--cron', '99 * * * *'], 'SCHEDULE_INVALID'],
    ['an instant in the past', ['--type', 'greet', '--at', '2001-01-01'], 'SCHEDULE_INVALID'],
    [
      'an end before the start',
      ['--type', 'greet', '--every', '1h', '--start', '2031-01-01', '--end', '2030-06-01'],
      'SCHEDULE_INVALID',
    ],
    ['an unknown job type', ['--type', 'nobody_knows', '--now'], 'HANDLER_NOT_FOUND'],
    [
      'a dangerous payload',
      ['--type', 'greet', '--now', '--payload', '{"__proto__":{"x":1}}'],
      'PAYLOAD_INVALID',
    ],
  ])('leaves %s to the scheduler, which refuses it', async (_, options, errorCode) => {
    const { code, stderr } = await refuse(...options);
    expect(code).toBe(1);
    expect(stderr).toContain(`(${errorCode})`);
  });

  it('refuses a name that is taken', async () => {
    const scene = new Scene();
    await scene.create('greet', 'same', '--now');
    const { code, stderr } = await scene.run([
      'schedule:create',
      '--type',
      'greet',
      '--name',
      'same',
      '--now',
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain('(JOB_ALREADY_EXISTS)');
  });
});
