import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createScheduler, SystemClock } from '@scheduler/core';
import { createJsonFileStore } from '../json-file-store/json-file-store.js';

/** Jobs in one JSON file outlive the process: the second scheduler finds what the first one has stored. */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-example-'));
  const path = join(folder, 'jobs.json');

  const first = schedulerOn(path);
  const { id } = await first.enqueue('greet', { name: 'Ada' });
  await first.stop();

  const second = schedulerOn(path);
  await second.start();
  while ((await second.getExecution(id)).status !== 'success') await sleep(50);
  await second.node.statistics.metrics().catch((error: Error) => console.log(`Refused: ${error.message}`));
  await second.stop();
  rmSync(folder, { recursive: true });
}

/** What a program does at each of its starts. */
function schedulerOn(path: string) {
  const clock = new SystemClock();
  const app = createScheduler({ clock, store: createJsonFileStore({ path, clock }) });
  app.register<{ name: string }>('greet', ({ payload }) => console.log(`Good morning, ${payload.name}.`));
  return app;
}

void main();
