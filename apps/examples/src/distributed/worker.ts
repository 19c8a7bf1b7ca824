import { setTimeout as sleep } from 'node:timers/promises';
import { JobResult } from '@scheduler/contracts';
import { createScheduler, type SchedulerApp, SystemClock } from '@scheduler/core';
import { createKnexStore, type KnexStore } from '@scheduler/knex';
import { EXAMPLE_PREFIX } from '../shared/drop-tables.js';

export interface Worker {
  readonly app: SchedulerApp;
  readonly store: KnexStore;
}

/** A scheduler on a database that it shares with others. Each makes a store of its own. */
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
