import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobHandler } from '@scheduler/contracts';
import { createShellCommandHandler } from '@scheduler/core';
import { Scene } from '../test-support/scene.js';

const CRONTABS = join(__dirname, '../test-support/crontabs');
const shell = createShellCommandHandler({ allow: true }) as JobHandler;

interface Imported {
  readonly name: string;
  readonly action: string | null;
  readonly command: string;
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly before: readonly string[] | null;
  readonly after: readonly string[];
  readonly differences: readonly string[];
}

interface Plan {
  readonly jobs: readonly Imported[];
  readonly notes: readonly string[];
}

const dryRun = async (file: string, ...options: readonly string[]): Promise<Plan> => {
  const argv = ['schedule:import', join(CRONTABS, file), '--dry-run', '--json', ...options];
  const ran = await new Scene().run(argv, { application: null });
  expect(ran.code).toBe(0);
  return ran.json<never>();
};

const written = (text: string, name = 'crontab.txt'): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'import-')), name);
  writeFileSync(file, text);
  return file;
};

describe('schedule:import --dry-run', () => {
  it('reads the crontab of Debian, with its users and variables', async () => {
    const { jobs } = await dryRun('debian-system.txt', '--system', '--zone', 'Europe/Berlin');
    expect(jobs.map(({ after }) => after[0])).toEqual([
      '2030-01-01T12:17:00.000Z',
      '2030-01-02T05:25:00.000Z',
      '2030-01-06T05:47:00.000Z',
      '2030-02-01T05:52:00.000Z',
    ]);
    expect(jobs.every(({ before, after }) => before?.join() === after.join())).toBe(true);
    expect(jobs[0]).toMatchObject({
      type: 'shell_command',
      payload: {
        command: 'cd / && run-parts --report /etc/cron.hourly',
        env: { PATH: expect.stringContaining('/usr/sbin') },
      },
      differences: [expect.stringMatching(/^user root: runs as the user of the node/)],
    });
  });

  it('warns of %, MAILTO and both day fields', async () => {
    const { jobs, notes } = await dryRun('database-backup.txt');
    const [dump, catalogue, , mail] = jobs;
    expect(notes[0]).toBe(
      'database-backup.txt:1: MAILTO=dba@example.com: no mail is sent; what a command writes is stored with its execution, and failures are reported by what listens to them',
    );
    expect(notes.slice(1).map((note) => note.split(':')[0])).toEqual(['overlap', 'missed runs', 'limits']);
    expect(dump?.payload).toEqual({
      command: 'pg_dump -Fc > $BACKUP_DIR/shop-$(date +%F).dump',
      env: { PGDATABASE: 'shop', BACKUP_DIR: '/var/backups/postgres' },
    });
    expect(catalogue?.differences).toEqual([
      'both day fields: runs on days that match either of them, as before',
    ]);
    expect(mail?.payload).toMatchObject({
      command: 'mail -s "Backups" dba@example.com',
      stdin: 'Backups are in /var/backups.\nRegards, cron\n',
    });
    expect(mail?.differences).toEqual([expect.stringMatching(/^%: the command ends at it/)]);
  });

  it('reads CRON_TZ from its line on, = in commands, and names what daylight saving moves', async () => {
    const { jobs, notes } = await dryRun('web-application.txt');
    expect(jobs.map(({ after }) => after[0])).toEqual([
      '2030-01-01T12:01:00.000Z',
      '2030-01-01T12:05:00.000Z',
      '2030-01-02T07:30:00.000Z',
      '2030-01-31T14:00:00.000Z',
      '2030-01-06T05:00:00.000Z',
    ]);
    expect(jobs[1]?.command).toBe('APP_ENV=production /srv/shop/bin/poll --source=erp');
    expect(jobs[2]?.differences).toEqual([
      expect.stringMatching(/^daylight saving: 2030-03-10T03:00:00-04:00 /),
    ]);
    expect(notes[0]).toMatch(/^web-application.txt:1: SHELL=\/bin\/bash: commands run in the shell/);
    expect(notes.join()).not.toContain('MAILTO');
  });

  it('reads files of /etc/cron.d', async () => {
    const { jobs } = await dryRun('certbot-and-sysstat.txt', '--system');
    expect(jobs.map(({ after }) => after[0])).toEqual([
      '2030-01-02T00:00:00.000Z',
      '2030-01-01T12:05:00.000Z',
      '2030-01-01T23:59:00.000Z',
      '2030-01-01T12:09:00.000Z',
    ]);
    const forgotten = await dryRun('certbot-and-sysstat.txt');
    expect(forgotten.jobs[0]?.differences[0]).toContain('use --system');
  });

  it('warns of @reboot, numbers what is written twice, and shows runs side by side', async () => {
    const { jobs } = await dryRun('home-server.txt');
    const [reboot, first, second, scrub] = jobs;
    expect(reboot).toMatchObject({ before: null, after: [] });
    expect(reboot?.differences[0]).toMatch(/^@reboot: runs whenever a node of the scheduler starts/);
    expect(second?.name).toBe(`${first?.name}-2`);
    expect(scrub?.differences).toEqual([
      'both day fields: a day must match both of them, since one begins with *',
    ]);
    const argv = ['schedule:import', join(CRONTABS, 'home-server.txt'), '--dry-run', '--count', '1'];
    const { stdout, stderr } = await new Scene().run(argv, { application: null });
    expect(stdout).toContain('BEFORE               HERE (UTC)\n  2030-01-02 00:00:00  2030-01-02 00:00:00\n');
    expect(stdout).toContain('5 jobs; nothing was changed');
    expect(stderr).toContain('note: missed runs: ');
  });

  it('tells how node-cron, Agenda and BullMQ differ', async () => {
    const jobsOf = async (format: string, list: unknown) => {
      const argv = ['schedule:import', written(JSON.stringify(list), 'jobs.json'), '--format', format];
      const ran = await new Scene().run([...argv, '--dry-run', '--json'], { application: null });
      return ran.json<never>() as Plan;
    };
    const nodeCron = await jobsOf('node-cron', [
      { name: 'report', expression: '0 9 1 * 1', timezone: 'Europe/Berlin', data: { full: true } },
    ]);
    // The first first of a month that is a Monday, and the first Monday.
    expect(nodeCron.jobs[0]).toMatchObject({ type: 'report', payload: { full: true } });
    expect(nodeCron.jobs[0]?.before?.[0]).toBe('2030-04-01T07:00:00.000Z');
    expect(nodeCron.jobs[0]?.after[0]).toBe('2030-01-07T08:00:00.000Z');
    expect(nodeCron.jobs[0]?.differences.at(-1)).toBe('2030-01-07T08:00:00.000Z is a run here only');

    const bullmq = await jobsOf('bullmq', [
      { key: 'a', name: 'poll', every: '420000', template: { data: { id: 7 } } },
      { key: 'b', name: 'scrub', pattern: '0 0 1 * */2', tz: 'UTC', endDate: 1_900_000_000_000 },
    ]);
    expect(bullmq.jobs[0]?.before).toEqual(bullmq.jobs[0]?.after);
    expect(bullmq.jobs[0]?.payload).toEqual({ id: 7 });
    expect(bullmq.jobs[1]?.before?.[0]).toBe('2030-01-03T00:00:00.000Z');
    expect(bullmq.jobs[1]?.after[0]).toBe('2030-06-01T00:00:00.000Z');

    expect(bullmq.jobs[1]?.differences[0]).toMatch(/^endDate is not imported/);

    const agenda = await jobsOf('agenda', [{ name: 'mail', repeatInterval: '5 minutes', disabled: true }]);
    expect(agenda.jobs[0]).toMatchObject({ before: null, after: { length: 3 }, enabled: false });
    expect(agenda.jobs[0]?.differences[0]).toContain('counts the interval from its last run');
  });

  it('reports all bad lines together, with their places and ways out', async () => {
    const text =
      '61 * * * * a\nCRON_TZ=Mars/Base\n# fine\nhello\n@fortnightly b\n* * * * *\n0 0 * * * fine\n';
    const { code, stderr } = await new Scene([shell]).run(['schedule:import', written(text)]);
    expect(code).toBe(1);
    expect(stderr.match(/^crontab\.txt:\d/gm)).toEqual([1, 2, 4, 5, 6].map((line) => `crontab.txt:${line}`));
    expect(stderr).toContain('nothing was imported');
    expect(stderr).toContain('(IMPORT_INVALID)');
  });
});

describe('schedule:import', () => {
  const importing = (scene: Scene, file: string, ...options: readonly string[]) =>
    scene.run(['schedule:import', file, ...options, '--json']);
  const actions = async (scene: Scene, file: string, ...options: readonly string[]) =>
    ((await importing(scene, file, ...options)).json<never>() as Plan).jobs.map(({ action }) => action);

  it('creates jobs, changes nothing the second time, and then only what has changed', async () => {
    const scene = new Scene([shell]);
    const file = written('0 1 * * * /opt/a\n0 2 * * * /opt/b\n');
    expect(await actions(scene, file)).toEqual(['create', 'create']);
    const before = (await scene.node.scheduler.list()).items.map(({ revision }) => revision);
    expect(await actions(scene, file)).toEqual(['unchanged', 'unchanged']);
    expect((await scene.node.scheduler.list()).items.map(({ revision }) => revision)).toEqual(before);
    writeFileSync(file, '# the places change too\n0 3 * * * /opt/b\n0 1 * * * /opt/a\n');
    expect(await actions(scene, file)).toEqual(['update', 'unchanged']);
    const jobs = (await scene.node.scheduler.list()).items;
    expect(jobs.map(({ nextRunAt }) => nextRunAt?.toISOString()).sort()).toEqual([
      '2030-01-02T01:00:00.000Z',
      '2030-01-02T03:00:00.000Z',
    ]);
    expect(jobs[0]).toMatchObject({ policies: { maxRetries: 0, timeoutMs: 86_400_000 }, tags: ['imported'] });
  });

  it('imports nothing without a handler that the application allows', async () => {
    const scene = new Scene();
    const { code, stdout } = await importing(scene, written('0 1 * * * /opt/a\n'));
    expect(code).toBe(1);
    expect(stdout).toContain('HANDLER_NOT_FOUND');
  });

  it('imports nothing if one job is refused', async () => {
    const scene = new Scene([
      createShellCommandHandler({ allow: (command) => command === '/opt/a' }) as JobHandler,
    ]);
    const { code, stdout } = await importing(scene, written('0 1 * * * /opt/a\n0 1 * * * rm -rf /\n'));
    expect(code).toBe(1);
    expect(stdout).toContain('crontab.txt:2: payload.command: is not allowed by this application');
    expect((await scene.node.scheduler.list()).total).toBe(0);
  });

  it('maps commands to types, and leaves jobs alone that it has not created', async () => {
    const scene = new Scene();
    const file = written('0 1 * * * /opt/greet --all\n');
    const options = ['--type-of', '*greet*=greet', '--prefix', 'web1'];
    expect(await actions(scene, file, ...options)).toEqual(['create']);
    const [job] = (await scene.node.scheduler.list()).items;
    expect(job).toMatchObject({ type: 'greet', payload: { command: '/opt/greet --all' } });
    expect(job?.name).toMatch(/^web1-greet-all-[0-9a-f]{8}$/);
    await scene.node.scheduler.update(job?.id ?? '', { metadata: {} });
    const { code, stdout } = await importing(scene, file, ...options);
    expect(code).toBe(1);
    expect(stdout).toContain('exists and was not imported; give this list another --prefix');
    expect((await importing(scene, file, '--type-of', 'greet')).code).toBe(2);
    expect((await importing(scene, 'missing.txt')).code).toBe(2);
  });
});
