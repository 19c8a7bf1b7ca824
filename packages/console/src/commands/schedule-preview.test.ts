import { Scene } from '../test-support/scene.js';

interface Preview {
  readonly when: string;
  readonly from: string;
  readonly runs: readonly { readonly at: string; readonly local: string }[];
}

/** No application at all: the command must not look for one. */
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
  ])('also previews %j', async (options, first) => {
    expect((await preview(...options, '--json')).json<Preview>().runs[0]?.at).toBe(first);
  });

  it('needs an expression or another trigger, not both', async () => {
    expect(await preview()).toMatchObject({ code: 2, stderr: expect.stringContaining('none is given') });
    expect((await preview('0 9 * * *', '--every', '1h')).code).toBe(2);
  });

  it('refuses a bad expression with what is accepted', async () => {
    const { code, stderr } = await preview('61 9 * * *');
    expect(code).toBe(1);
    expect(stderr).toContain('61');
    expect(stderr).toContain('(SCHEDULE_INVALID)');
    expect((await preview('0 9 * * *', '--count', '0')).code).toBe(2);
    expect((await preview('0 9 * * *', '--zone', 'Nowhere')).code).toBe(2);
  });
});
