import { SCHEDULER_NODE } from '@scheduler/inversify';
import type { Container } from 'inversify';
import { addSampleOrders } from './app/sample-data.js';
import { declaredSchedules, declareSchedules } from './app/declare-schedules.js';
import { createReferenceContainer } from './container.js';
import type { Environment } from './reference-config.js';
import { APP_STORE, DOMAINS } from './tokens.js';

/**
 * What the console loads. The memory store starts empty in every process, so each command sees the declared schedules as they are at
 * the start of the application, at their real pace.
 */
export async function config(env: Environment = process.env): Promise<Container> {
  const container = createReferenceContainer({ env });
  const node = container.get(SCHEDULER_NODE);
  await node.open();
  await addSampleOrders(container.get(APP_STORE), node.clock.now());
  await declareSchedules(node.scheduler, declaredSchedules(container.getAll(DOMAINS), 'real'));
  return container;
}
