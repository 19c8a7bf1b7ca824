import { createSchedulerNode } from '@scheduler/core';
import { Scene } from '../test-support/scene.js';

interface Preview {
  readonly when: string;
  readonly from: string;
  readonly runs: readonly { readonly at: string; readonly local: string }[];
}

/** Without an application: the command must not search for one. */
const preview = (...options: string[]) =>
  new Scene().run(['schedule:preview', ...options], {
    application: () => {
      throw new Error('loaded');
    },
  });

describe('schedule:preview', () => {
  it('shows words, local time and UTC of an expression', async () => {
    const { code, stdout, stderr } = await preview('0 9 * * *', '--zone', 'Europe/Berlin', '--count', '2');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toContain('Europe/Berlin');
    expect(lines[1]).toMatch(/^LOCAL +UTC +RELATIVE +NOTE$/);
    expect(lines[2]).toMatch(/^2030-01-02T09:00:00\+01:00 +2030-01-02 08:00:00Z +in 20 h/);
    expect(lines).toHaveLength(4);
  });

  it('is JSON with --json', async () => {
    const answer = (await preview('0 9 * * *', '--json')).json<Preview>();
    expect(answer).toMatchObject({
      from: '2030-01-01T12:00:00.000Z',
      trigger: { kind: 'cron', zone: 'UTC' },
    });
    expect(answer.runs).toHaveLength(10);
    expect(answer.runs[0]).toMatchObject({ kind: 'run', at: '2030-01-02T09:00:00.000Z' });
  });

  it('starts from an instant, read in the zone', async () => {
    const answer = await preview(
      '@hourly',
      '--from',
      '2030-07-01T09:30',
      '--zone',
      'Asia/Tokyo',
      '--count',
      '1',
      '--json',
    );
    expect(answer.json<Preview>().runs[0]).toMatchObject({
      at: '2030-07-01T01:00:00.000Z',
      local: '2030-07-01T10:00:00+09:00',
    });
  });

  it.each([
    [['--every', '90m'], '2030-01-01T13:30:00.000Z'],
    [['--cron', '0 15 * * *', '--cron', '0 14 * * *'], '2030-01-01T14:00:00.000Z'],
    [['--weekly', '08:00', '--on', 'sun'], '2030-01-06T08:00:00.000Z'],
    [['--rrule', 'FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=9;BYMINUTE=0;BYSECOND=0'], '2030-01-25T09:00:00.000Z'],
  ])('also previews %j', async (options, first) => {
    expect((await preview(...options, '--json')).json<Preview>().runs[0]?.at).toBe(first);
  });

  it.each([
    [
      '30 2 * * *',
      '2027-03-13',
      1,
      '02:30 does not exist on 2027-03-14 (gap 02:00–03:00): runs at the first instant after it',
    ],
    ['30 1 * * *', '2027-11-06', 1, '01:30 happens twice on 2027-11-07: runs once, at the first'],
  ])('explains daylight saving for %s from %s', async (expression, from, index, note) => {
    const { stdout } = await preview(expression, '--zone', 'America/New_York', '--from', from);
    expect(stdout.split('\n')[2 + index]).toContain(note);
    const answer = await preview(expression, '--zone', 'America/New_York', '--from', from, '--json');
    expect(answer.json<Preview>().runs[index]).toMatchObject({ note });
  });

  it('explains what is excluded', async () => {
    const moved = await preview('0 9 * * *', '--exclude', '2030-01-02', '--shift', 'next', '--json');
    expect(moved.json<Preview>().runs[0]).toMatchObject({
      at: '2030-01-03T09:00:00.000Z',
      note: 'moved from 2030-01-02 to 2030-01-03: excluded date',
    });
    const { stdout } = await preview('@hourly', '--exclude-hours', 'tue 13:00-15:00', '--count', '1');
    expect(stdout).toContain('except during 13:00–15:00 on Tuesday');
    expect(stdout).toContain('skipped: excluded hours until 15:00');
  });

  it('takes business calendars from the application', async () => {
    const scene = new Scene();
    const calendars = { bank: { holidays: ['2030-01-02'] } };
    const node = createSchedulerNode({ store: scene.store, clock: scene.clock, config: { calendars } });
    const command = ['schedule:preview', '0 9 * * *', '--shift', 'next', '--json', '--calendar'];
    const known = await scene.run([...command, 'bank'], { application: { node } });
    expect(known.json<Preview>().runs[0]).toMatchObject({
      note: 'moved from 2030-01-02 to 2030-01-03: holiday',
    });
    const unknown = await scene.run([...command, 'banc'], { application: { node } });
    expect(unknown).toMatchObject({ code: 1, stdout: expect.stringContaining("did you mean 'bank'?") });
  });

  it.each([
    [['--exclude-hours', 'noon']],
    [['--exclude-hours', 'someday 12:00-13:00']],
    [['--shift', 'next']],
    [['--shift', 'sideways', '--exclude', '2030-01-02']],
  ])('refuses %j', async (options) => {
    expect((await preview('0 9 * * *', ...options)).code).toBe(2);
  });

  it('needs an expression or another trigger, not both', async () => {
    expect(await preview()).toMatchObject({ code: 2, stderr: expect.stringContaining('none is given') });
    expect((await preview('0 9 * * *', '--every', '1h')).code).toBe(2);
  });

  it('refuses an invalid expression, and says what is accepted', async () => {
    const { code, stderr } = await preview('61 9 * * *');
    expect(code).toBe(1);
    expect(stderr).toContain('61');
    expect(stderr).toContain('(SCHEDULE_INVALID)');
    expect((await preview('0 9 * * *', '--count', '0')).code).toBe(2);
    expect((await preview('0 9 * * *', '--zone', 'Nowhere')).code).toBe(2);
  });
});
