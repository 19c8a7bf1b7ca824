import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CalendarExporter } from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { Scene } from '../test-support/scene.js';

/** What the command hands to the application's exporter: the calendar itself is tested beside it. */
const exporter: CalendarExporter = {
  toICalendar: async ({ jobs }) =>
    ['BEGIN:VCALENDAR', ...jobs.map(({ name }) => `BEGIN:VEVENT ${name}`), ''].join('\r\n'),
  toGoogleCalendarUrl: async ({ job }) => `https://calendar.google.com/?text=${job.name}`,
  toOutlookUrl: async ({ job }) => `https://outlook.live.com/?subject=${job.name}`,
};

async function setUp() {
  const scene = new Scene();
  await scene.create('greet', 'backup', '--cron', '0 9 * * *', '--tag', 'nightly');
  await scene.create('greet', 'report', '--cron', '0 9 * * *');
  const node = createSchedulerNode({
    store: scene.store,
    clock: scene.clock,
    calendarExporter: exporter,
    jobs: [],
  });
  const run = (...argv: readonly string[]) =>
    scene.run(['calendar:export', ...argv], { application: { node } });
  return { scene, run };
}

describe('calendar:export (F253)', () => {
  it('prints the calendar of all active jobs, of those with a tag, or of one', async () => {
    const { run } = await setUp();
    const names = async (...argv: readonly string[]) =>
      [...(await run(...argv)).stdout.matchAll(/VEVENT (\w+)/g)].map(([, name]) => name).sort();
    expect(await names()).toEqual(['backup', 'report']);
    expect(await names('--tag', 'nightly')).toEqual(['backup']);
    expect(await names('--job', 'report')).toEqual(['report']);
  });

  it('writes a file, and says how much is in it', async () => {
    const { run } = await setUp();
    const file = join(mkdtempSync(join(tmpdir(), 'calendar-')), 'jobs.ics');
    const ran = await run('--output', file, '--json');
    expect(ran.json()).toEqual({ file, events: 2 });
    expect(readFileSync(file, 'utf8')).toContain('BEGIN:VEVENT backup');
  });

  it('prints a link that adds one job to a calendar', async () => {
    const { run } = await setUp();
    const { stdout } = await run('--job', 'backup', '--link', 'google');
    expect(stdout).toBe('https://calendar.google.com/?text=backup\n');
    expect((await run('--job', 'backup', '--link', 'outlook')).stdout).toContain('outlook.live.com');
  });

  it('refuses what does not go together, and an application without an exporter', async () => {
    const { scene, run } = await setUp();
    expect((await run('--link', 'google')).stderr).toContain('name it by --job');
    expect((await run('--job', 'backup', '--link', 'google', '--output', 'x')).stderr).toContain(
      'use one of them',
    );
    const refused = await scene.run(['calendar:export']);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('bind a CalendarExporter');
  });
});
