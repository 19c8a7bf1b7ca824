import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Execution } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import { SCHEDULER_NODE } from '@scheduler/inversify';
import { createReferenceContainer } from './wiring/container.js';
import { StartedApp } from './test-support/started-app.js';
import { temporaryFolders } from './test-support/temporary-folder.js';

const WAVE = 20;

/** Real processes of the application on one SQLite file. */
describe('on one file', () => {
  const newFolder = temporaryFolders();
  const apps: StartedApp[] = [];
  afterEach(() => {
    for (const app of apps.splice(0)) app.abandon();
  });

  function setUp() {
    const dataDir = newFolder();
    const env = {
      REFERENCE_DATA_DIR: dataDir,
      REFERENCE_PACE: 'real',
      SCHEDULER_SQLITE_FILE: join(dataDir, 'scheduler.db'),
      // Few at once, so that neither process claims everything before the other polls.
      SCHEDULER_WORKERS: '2',
    };
    const start = async () => {
      const app = new StartedApp(env);
      apps.push(app);
      await app.until((output) => output.includes('health-check'));
      return app;
    };
    const node = createReferenceContainer({ env }).get(SCHEDULER_NODE);
    return { node, start };
  }

  const completed = (app: StartedApp) => [...app.output.matchAll(/✔ health_check/g)].length;

  it('two processes share the work, and each execution runs once', async () => {
    const { node, start } = setUp();
    const both = await Promise.all([start(), start()]);
    const executions: Execution[] = [];
    // One process may claim a whole wave, so waves are enqueued until both had their share.
    while (both.some((app) => completed(app) === 0)) {
      const wave = Array.from({ length: WAVE }, () => ({ type: 'health_check', payload: null }));
      const queued = await node.scheduler.enqueueMany(wave);
      executions.push(...(await Promise.all(queued.map(({ id }) => ended(node, id)))));
    }
    await node.stop();
    expect(await Promise.all(both.map((app) => app.end('SIGINT')))).toEqual([0, 0]);
    expect(
      executions.filter(({ status, attemptsUsed }) => status !== 'success' || attemptsUsed !== 1),
    ).toEqual([]);
    expect(both.reduce((sum, app) => sum + completed(app), 0)).toBe(executions.length);
  });

  it('declares its jobs once, and continues after a restart (F241)', async () => {
    const { node, start } = setUp();
    await Promise.all([start(), start()]);
    const before = await node.scheduler.list();
    expect(before.items.map(({ name }) => name).sort()).toEqual([
      'daily-cleanup',
      'daily-orders-export',
      'health-check',
      'reindex-help-center',
      'weekly-sales-report',
    ]);
    expect(await Promise.all(apps.map((app) => app.end('SIGTERM')))).toEqual([0, 0]);
    const { id } = await node.scheduler.enqueue({ type: 'health_check', payload: null });
    const again = await start();
    await again.until(() => completed(again) === 1);
    expect(await node.scheduler.getExecution(id)).toMatchObject({ status: 'success' });
    const after = await node.scheduler.list();
    expect(after.items.map(({ id: jobId, nextRunAt }) => ({ jobId, nextRunAt }))).toEqual(
      before.items.map(({ id: jobId, nextRunAt }) => ({ jobId, nextRunAt })),
    );
    await node.stop();
    expect(await again.end('SIGINT')).toBe(0);
  });
});

async function ended(node: SchedulerNode, id: string): Promise<Execution> {
  for (;;) {
    const execution = await node.scheduler.getExecution(id);
    if (execution.finishedAt !== null) return execution;
    await setTimeout(20);
  }
}
