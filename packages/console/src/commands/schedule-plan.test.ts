import { defineHandler, type ScheduleDefinition, silentLogger, trigger } from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { Scene } from '../test-support/scene.js';

const mail: ScheduleDefinition = { type: 'greet', name: 'mail', trigger: trigger.cron('0 9 * * *') };
const sweep: ScheduleDefinition = { type: 'greet', name: 'sweep', trigger: trigger.every('10m') };

/** A store and an application whose declarations change. */
function setUp() {
  const scene = new Scene();
  const greet = defineHandler({ type: 'greet', handle: () => undefined });
  const application = (jobs?: readonly ScheduleDefinition[]) => {
    const { store, clock } = scene;
    const declared = jobs === undefined ? {} : { jobs };
    const node = createSchedulerNode({ store, clock, logger: silentLogger, handlers: [greet], ...declared });
    return { node };
  };
  const plan = (jobs: readonly ScheduleDefinition[] | undefined, ...options: readonly string[]) =>
    scene.run(['schedule:plan', ...options], { application: application(jobs) });
  return { scene, plan };
}

const rows = (stdout: string) => stdout.split('\n').map((line) => line.replace(/ {2,}/g, ' | '));

describe('schedule:plan', () => {
  it('shows what a start would do, with next runs before and after', async () => {
    const { scene, plan } = setUp();
    const first = await plan([mail, sweep]);
    expect(first.code).toBe(0);
    expect(rows(first.stdout)).toEqual([
      'ACTION | NAME | WHAT | NEXT RUN',
      'insert | mail | at 09:00 every day, UTC | - → 2030-01-02 09:00:00',
      'insert | sweep | every 10 minutes | - → 2030-01-01 12:10:00',
      '2 to insert; 0 to leave as they are',
      '',
    ]);
    expect(first.stderr).toContain('note: the next start of the application applies this');
    expect((await scene.run(['schedule:list', '--json'])).json()).toMatchObject({ total: 0 });
    expect((await plan([mail, sweep], '--apply')).stdout).toContain('applied 2');
    const changed = { ...mail, trigger: trigger.cron('0 6 * * *'), timeout: '1m', tags: ['x'] } as const;
    const second = await plan([changed]);
    expect(rows(second.stdout)).toEqual([
      'ACTION | NAME | WHAT | NEXT RUN',
      'update | mail | trigger: at 09:00 every day, UTC → at 06:00 every day, UTC | 2030-01-02 09:00:00 → 2030-01-02 06:00:00',
      ' | timeout: 5m → 1m',
      ' | tags: [] → ["x"]',
      'orphan | sweep | not declared any more: pause | 2030-01-01 12:10:00 → -',
      '1 to update, 1 orphaned; 0 to leave as they are',
      '',
    ]);
  });

  it('fails with --check where there is a difference, and only there', async () => {
    const { plan } = setUp();
    expect((await plan([mail], '--check')).code).toBe(1);
    expect((await plan([mail], '--apply')).code).toBe(0);
    expect(await plan([mail], '--check')).toMatchObject({
      code: 0,
      stdout: 'no difference; 1 to leave as they are\n',
      stderr: '',
    });
    expect((await plan([], '--check')).code).toBe(1);
    await plan([], '--apply');
    expect((await plan([], '--check')).stdout).toBe('no difference; 1 to leave as they are\n');
    expect((await plan([], '--check', '--apply')).code).toBe(2);
  });

  it('shows jobs changed by hand, and with --all also those that stay', async () => {
    const { scene, plan } = setUp();
    await plan([mail, sweep], '--apply');
    await scene.run(['schedule:reschedule', 'mail', '--cron', '0 7 * * *']);
    const { code, stdout } = await plan([mail, sweep], '--check', '--all');
    expect(code).toBe(0);
    expect(stdout).toContain(
      'changed by hand: trigger at 07:00 every day, UTC, declared at 09:00 every day, UTC',
    );
    expect(stdout).toMatch(/keep +sweep +as declared/);
    expect((await plan([mail, sweep])).stdout).not.toContain('sweep');
  });

  it('takes over jobs that were created in another way with --adopt', async () => {
    const { scene, plan } = setUp();
    await scene.create('greet', 'mail', '--cron', '0 7 * * *');
    const left = await plan([mail], '--apply');
    expect(left.stdout).toContain('a job of this name was not declared');
    expect(left.stdout).toContain('trigger at 07:00 every day, UTC, declared at 09:00 every day, UTC');
    expect(left.stdout).toContain('applied 0');
    expect((await plan([mail], '--apply', '--adopt')).stdout).toContain('applied 1');
    expect((await plan([mail], '--check')).code).toBe(0);
  });

  it('is JSON with --json', async () => {
    const { plan } = setUp();
    const once = { ...mail, trigger: trigger.once(new Date('2030-01-03T00:00:00Z')), tenant: 'acme' };
    expect((await plan([once], '--json', '--apply')).json()).toMatchObject({
      application: 'default',
      hasDifferences: true,
      applied: ['mail'],
      entries: [{ action: 'insert', name: 'mail', tenant: 'acme', nextRunAfter: '2030-01-03T00:00:00.000Z' }],
    });
    const moved = { ...once, trigger: trigger.once(new Date('2030-01-04T00:00:00Z')) };
    expect((await plan([moved])).stdout).toMatch(/mail \(acme\) +trigger: .*2030-01-03.* → .*2030-01-04/);
  });

  it('reports that an application declares no jobs', async () => {
    const { plan } = setUp();
    expect(await plan(undefined, '--check')).toMatchObject({
      code: 0,
      stdout: 'this application declares no jobs\n',
    });
  });
});
