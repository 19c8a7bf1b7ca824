import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fakeContext, NOON } from '../../test-support/fake-context.js';
import { fakeJob } from '../../test-support/fake-job.js';
import { clockAt } from '../../test-support/fake-ports.js';
import { temporaryFolders } from '../../test-support/temporary-folder.js';
import { AppStore, type Row } from '../shared/app-store.js';
import { writeFileAtomically } from '../shared/files.js';
import { ExpiringFiles, ExpiringRows } from '../shared/retention.js';
import { CLEANUP_OLD_DATA, CleanupOldDataHandler } from './cleanup-old-data.handler.js';
import { CleanupService } from './cleanup.service.js';
import { HEALTH_CHECK, HealthCheckHandler } from './health-check.handler.js';
import { diskSpace, readable } from './health-probes.js';
import { type HealthProbe, HealthService } from './health.service.js';
import { maintenanceDemoSchedules, maintenanceSchedules } from './maintenance.schedules.js';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(NOON.getTime() - days * DAY_MS);

interface Item extends Row {
  readonly at: string;
}

describe('cleanup_old_data', () => {
  const newFolder = temporaryFolders();

  async function setUp() {
    const folder = newFolder();
    await writeFileAtomically({ path: join(folder, 'reports/old.csv'), text: '', at: daysAgo(100) });
    await writeFileAtomically({ path: join(folder, 'reports/new.csv'), text: '', at: daysAgo(80) });
    const rows = new AppStore(folder, clockAt()).collection<Item>('items');
    await rows.insert(
      { id: 'old', at: daysAgo(91).toISOString() },
      { id: 'new', at: daysAgo(89).toISOString() },
    );
    const cleanup = new CleanupService([
      new ExpiringFiles('reports', join(folder, 'reports')),
      new ExpiringRows('items', rows, ({ at }) => at),
    ]);
    return { rows, handler: new CleanupOldDataHandler(cleanup) };
  }

  it('deletes files and rows that are older than the retention, and counts them (F88)', async () => {
    const { rows, handler } = await setUp();
    const job = fakeJob(CLEANUP_OLD_DATA, { retentionDays: 90 });
    expect(await handler.handle(job, fakeContext())).toEqual({
      kind: 'succeeded',
      output: { retentionDays: 90, deleted: { reports: 1, items: 1 } },
    });
    expect((await rows.all()).map(({ id }) => id)).toEqual(['new']);
    expect(await handler.handle(job, fakeContext({ attempt: 2 }))).toMatchObject({
      output: { deleted: { reports: 0, items: 0 } },
    });
  });

  it('stops when asked to', async () => {
    const { rows, handler } = await setUp();
    const context = fakeContext();
    const stop = new Error('stop');
    context.abort(stop);
    const job = fakeJob(CLEANUP_OLD_DATA, { retentionDays: 90 });
    await expect(handler.handle(job, context)).rejects.toBe(stop);
    expect(await rows.all()).toHaveLength(2);
  });

  it.each([{}, { retentionDays: 0 }, { retentionDays: '90' }, null])('refuses %j', async (payload) => {
    const { handler } = await setUp();
    expect(() => handler.validate(payload)).toThrow(/payload/);
  });

  it('is scheduled with payloads that it accepts', async () => {
    const { handler } = await setUp();
    const cleanups = [...maintenanceSchedules, ...maintenanceDemoSchedules].filter(
      ({ type }) => type === CLEANUP_OLD_DATA,
    );
    expect(cleanups).toHaveLength(2);
    for (const { payload } of cleanups) handler.validate(payload);
  });
});

describe('health_check', () => {
  const newFolder = temporaryFolders();
  const job = fakeJob(HEALTH_CHECK, null);

  function setUp(...probes: readonly HealthProbe[]) {
    const file = join(newFolder(), 'health.json');
    const report = () => JSON.parse(readFileSync(file, 'utf8')) as unknown;
    return { report, handler: new HealthCheckHandler(new HealthService(probes, file)) };
  }

  it('succeeds with the results of the probes (F88)', async () => {
    const folder = newFolder();
    const rows = new AppStore(folder, clockAt()).collection<Item>('items');
    await rows.insert({ id: '1', at: '' });
    const { report, handler } = setUp(diskSpace(join(folder, 'new')), readable('items', rows));
    const checks = { disk: expect.stringMatching(/^\d+ MB free$/) as unknown, items: '1 rows' };
    expect(await handler.handle(job, fakeContext())).toEqual({
      kind: 'succeeded',
      output: { healthy: true, checks },
    });
    expect(report()).toEqual({ checkedAt: NOON.toISOString(), healthy: true, checks });
  });

  it('fails and names what is not healthy', async () => {
    const { report, handler } = setUp(
      diskSpace(newFolder(), Number.MAX_SAFE_INTEGER),
      { name: 'mail', probe: () => Promise.reject(new Error('unreachable')) },
      { name: 'clock', probe: () => Promise.resolve('ticks') },
    );
    const context = fakeContext();
    const result = await handler.handle(job, context);
    expect(result).toMatchObject({ kind: 'failed', retry: true });
    expect(result).toHaveProperty('error.message', 'not healthy: disk, mail');
    expect(report()).toMatchObject({ healthy: false, checks: { mail: 'unreachable', clock: 'ticks' } });
    expect(context.lines.map(({ level, message }) => [level, message])).toEqual([
      ['error', 'disk is not healthy'],
      ['error', 'mail is not healthy'],
    ]);
  });
});
