import { setTimeout as sleep } from 'node:timers/promises';
import { JobResult } from '@scheduler/contracts';
import { createScheduler, type SchedulerApp, SystemClock } from '@scheduler/core';
import { createKnexStore, type KnexStore } from '@scheduler/knex';
import { EXAMPLE_PREFIX } from '../shared/drop-tables.js';

export interface Worker {
  readonly app: SchedulerApp;
  readonly store: KnexStore;
}

/** Creates a scheduler on a database that it shares with other workers. Each worker has its own store object. */
export function workerOn(connection: string, name: string): Worker {
  const clock = new SystemClock();
  const store = createKnexStore({ connection, clock, tablePrefix: EXAMPLE_PREFIX, migrate: true });
  const app = createScheduler({ clock, store, config: { queues: { default: 2 } } });
  app.register('resize_image', async () => {
    await sleep(50);
    return JobResult.success({ by: name });
  });
  return { app, store };
}
