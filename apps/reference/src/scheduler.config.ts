import type { SchedulerNode } from '@scheduler/core';
import { SCHEDULER_READY } from '@scheduler/inversify';
import type { Container } from 'inversify';
import { declareEventHandlers } from './app/declare-event-handlers.js';
import { addSampleOrders, addSampleStock } from './app/sample-data.js';
import { createReferenceContainer } from './wiring/container.js';
import type { Environment } from './settings/reference-config.js';
import { APP_STORE, DOMAINS } from './settings/tokens.js';

/**
 * The configuration that the console loads. Its commands work before the first start of the application too: an empty store gets the
 * declared jobs. A store with jobs stays as it is until the application starts, or `schedule:plan --apply` is called.
 */
export function config(env: Environment = process.env): Container {
  const container = createReferenceContainer({ env });
  container.bind(SCHEDULER_READY).toConstantValue(async (node) => {
    await addSampleOrders(container.get(APP_STORE), node.clock.now());
    await addSampleStock(container.get(APP_STORE));
    if (await isEmpty(node)) await node.declared.reconcile();
    await declareEventHandlers(node.scheduler, container.getAll(DOMAINS));
  });
  return container;
}

async function isEmpty({ scheduler }: SchedulerNode): Promise<boolean> {
  return (await scheduler.list({ limit: 1 })).total === 0;
}
