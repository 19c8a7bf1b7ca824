import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SchedulerApp } from '@scheduler/core';
import { dropTables } from '../shared/drop-tables.js';
import { workerOn } from './worker.js';

const IMAGES = 40;

/** Two workers share the work in one database, and each image is processed once. */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-example-'));
  const server = process.env['SCHEDULER_POSTGRES_URL'];
  const url = server ?? `sqlite:${join(folder, 'work.db')}`;
  // This scheduler only enqueues: it is not started, so it runs nothing.
  const { app, store } = workerOn(url, 'nobody');
  try {
    await app.enqueueMany(
      Array.from({ length: IMAGES }, (_, id) => ({ type: 'resize_image', id: `image-${id}` })),
    );
    const stop = server === undefined ? await startNodes(url) : startProcesses(url);
    console.log(server === undefined ? 'Two nodes on one SQLite file.' : 'Two processes on one PostgreSQL.');
    const counts = await countByWorker(app);
    await stop();
    for (const [name, count] of [...counts].sort()) console.log(`${name} did ${count}`);
    console.log(`${[...counts.values()].reduce((sum, count) => sum + count, 0)} of ${IMAGES}, each once`);
  } finally {
    await dropTables(store);
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits for all executions and counts them by worker. Throws if one of them had more than one attempt. */
async function countByWorker(app: SchedulerApp): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let id = 0; id < IMAGES; id++) {
    let execution = await app.getExecution(`image-${id}`);
    for (; execution.status !== 'success'; execution = await app.getExecution(`image-${id}`)) await sleep(50);
    if (execution.attempts.length !== 1)
      throw new Error(`image-${id} was processed ${execution.attempts.length} times`);
    const { by } = execution.output as { readonly by: string };
    counts.set(by, (counts.get(by) ?? 0) + 1);
  }
  return counts;
}

async function startNodes(url: string): Promise<() => Promise<void>> {
  const workers = ['worker-1', 'worker-2'].map((name) => workerOn(url, name).app);
  await Promise.all(workers.map((worker) => worker.start()));
  return async () => void (await Promise.all(workers.map((worker) => worker.stop())));
}

function startProcesses(url: string): () => Promise<void> {
  const children = ['worker-1', 'worker-2'].map((name) =>
    fork(join(__dirname, 'worker-process.js'), [url, name]),
  );
  const end = async (child: ChildProcess) => {
    child.send('enough');
    await once(child, 'exit');
  };
  return async () => void (await Promise.all(children.map(end)));
}

void main();
