import { Scene } from '../test-support/scene.js';

/** It is noon on Tuesday, 1 January 2030. */
async function setUp() {
  const scene = new Scene([], { queues: { default: 2, mail: 5 } });
  for (const name of ['a', 'b', 'c']) await scene.create('greet', name, '--cron', '0 9 * * *');
  await scene.create('greet', 'often', '--every', '20m', '--queue', 'mail');
  await scene.create('greet', 'paused', '--every', '1m');
  await scene.run(['schedule:pause', 'paused']);
  await scene.create('greet', 'hello', '--reboot');
  const forecast = (...options: readonly string[]) => scene.run(['schedule:forecast', ...options]);
  return { scene, forecast };
}

describe('schedule:forecast', () => {
  it('draws the hours of each day, and shows peaks and collisions', async () => {
    const { forecast } = await setUp();
    const { code, stdout, stderr } = await forecast('--until', '2d');
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      '149 runs of 4 jobs until 2030-01-03 12:00:00 (UTC)',
      '',
      '                00    03    06    09    12    15    18    21',
      'Tue 2030-01-01                          ▃▃▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄ 35',
      'Wed 2030-01-02  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄██▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄ 75',
      'Thu 2030-01-03  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄██▄▄▄▄                         39',
      '                · nothing  ▁ little  █ 6 an hour',
      '',
      'BUSIEST HOURS (UTC)  RUNS  WORK  QUEUES',
      '2030-01-02 09:00        6  -     default 3, mail 3',
      '2030-01-03 09:00        6  -     default 3, mail 3',
      '2030-01-01 13:00        3  -     mail 3',
      '2030-01-01 14:00        3  -     mail 3',
      '2030-01-01 15:00        3  -     mail 3',
      '',
      'QUEUE    RUNS  AT ONCE  SLOTS HERE  MOST AT (UTC)',
      'default     6        3           2  2030-01-02 09:00:00  too narrow',
      'mail      143        1           5  2030-01-01 12:20:00',
      '',
      'COLLISIONS (UTC)     TIMES  QUEUE    JOBS     WAIT  TRY',
      '2030-01-02 09:00:00      2  default  a, b, c     1  minute 01, 02, or jitter 1m',
      '',
    ]);
    expect(stderr).toBe('note: runs cannot be predicted: hello (runs when a node starts)\n');
  });

  it('shows one queue, up to an instant, in a zone', async () => {
    const { forecast } = await setUp();
    const { stdout } = await forecast(
      '--until',
      '2030-01-02T13:00',
      '--queue',
      'default',
      '--zone',
      'Asia/Tokyo',
    );
    expect(stdout).toContain('0 runs of 0 jobs until 2030-01-02 13:00:00 (Asia/Tokyo)');
    const later = await forecast('--until', '2030-01-03', '--queue', 'default', '--zone', 'Asia/Tokyo');
    expect(later.stdout).toMatch(/Wed 2030-01-02 {2}(· ){18}██(· ){5} 3\n/);
  });

  it('shows a week by default, with colours on a terminal', async () => {
    const { scene, forecast } = await setUp();
    expect((await forecast('--json')).json()).toMatchObject({
      until: '2030-01-08T12:00:00.000Z',
      isCut: false,
      collisions: [{ times: 7, waiting: 1, freeMinutes: [1, 2] }],
    });
    const coloured = await scene.run(['schedule:forecast'], { terminal: 100 });
    expect(coloured.stdout).toContain('\u001b[31m██\u001b[39m');
    const plain = await scene.run(['schedule:forecast'], { terminal: 100, env: { NO_COLOR: '1' } });
    expect(plain.stdout).not.toContain('\u001b');
  });

  it('says that nothing runs', async () => {
    const { code, stdout } = await new Scene().run(['schedule:forecast', '--until', 'PT1H']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: '0 runs of 0 jobs until 2030-01-01 13:00:00 (UTC)\n',
    });
  });

  it.each([
    [['--until', 'soon'], 2, '--until: "soon" is not accepted'],
    [['--until', '2030-02-30'], 2, 'does not exist in the calendar'],
    [['--until', '2029-01-01'], 1, 'until: is not in the future'],
    [['--until', '400d'], 1, 'until: is too far ahead'],
    [['--zone', 'Nowhere'], 2, 'is not a time zone'],
  ])('refuses %j', async (options, code, message) => {
    const refused = await new Scene().run(['schedule:forecast', ...options]);
    expect(refused.code).toBe(code);
    expect(refused.stderr).toContain(message);
  });
});
