import { setTimeout as sleep } from 'node:timers/promises';
import { createScheduler, SystemClock } from '@scheduler/core';
import { createKnexStore } from '@scheduler/knex';
import { dropTables, EXAMPLE_PREFIX } from '../shared/drop-tables.js';

const url = process.env['SCHEDULER_POSTGRES_URL'];

/** Jobs on PostgreSQL outlive the process: the second start finds the job that the first one defined. */
async function main(): Promise<void> {
  if (url === undefined) {
    console.error('Set SCHEDULER_POSTGRES_URL, such as postgres://user@host/database');
    process.exitCode = 1;
    return;
  }

  const first = await startProgram(url);
  console.log(
    `The tables are created: ${(await first.store.migrations.status()).map(({ name }) => name).join(', ')}`,
  );
  await first.app.stop();

  const second = await startProgram(url);
  const job = await second.app.get('count');
  console.log(`After a restart it is the same job: ${job.id === first.jobId}`);
  while ((await second.app.get('count')).status === 'active') await sleep(100);
  const { items } = await second.app.history('count', { sortOrder: 'asc' });
  console.log(`It ran as occurrence ${items.map(({ occurrence }) => occurrence).join(' and ')}.`);

  await dropTables(second.store);
  await second.app.stop();
}

/** The steps of each start of a program. */
async function startProgram(connection: string) {
  const clock = new SystemClock();
  // In production `scheduler migrate` creates the tables before the program starts.
  const store = createKnexStore({ connection, clock, tablePrefix: EXAMPLE_PREFIX, migrate: true });
  const app = createScheduler({ clock, store });
  const { id } = await app
    .every(2)
    .seconds()
    .with({ maxExecutions: 2 })
    .do('count', () => undefined);
  await app.start();
  return { store, app, jobId: id };
}

void main();
