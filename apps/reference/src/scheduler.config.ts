import { SCHEDULER_READY } from '@scheduler/inversify';
import type { Container } from 'inversify';
import { declareEventHandlers } from './app/declare-event-handlers.js';
import { declaredSchedules, declareSchedules } from './app/declare-schedules.js';
import { addSampleOrders } from './app/sample-data.js';
import { createReferenceContainer } from './container.js';
import type { Environment } from './reference-config.js';
import { APP_STORE, DOMAINS } from './tokens.js';

/**
 * What the console loads. Its commands find the declared schedules whether or not the application has ever run, at their real pace; a
 * store that is durable keeps them as they are.
 */
export function config(env: Environment = process.env): Container {
  const container = createReferenceContainer({ env });
  container.bind(SCHEDULER_READY).toConstantValue(async (node) => {
    await addSampleOrders(container.get(APP_STORE), node.clock.now());
    await declareSchedules(node.scheduler, declaredSchedules(container.getAll(DOMAINS), 'real'));
    await declareEventHandlers(node.scheduler, container.getAll(DOMAINS));
  });
  return container;
}
