import { SCHEDULER_READY } from '@scheduler/inversify';
import type { Container } from 'inversify';
import { addSampleOrders } from './app/sample-data.js';
import { createReferenceContainer } from './container.js';
import type { Environment } from './reference-config.js';
import { APP_STORE } from './tokens.js';

/**
 * What the console loads. Its commands find what a start of the application, or `schedule:plan --apply`, has stored; a memory that
 * forgets begins with what is declared.
 */
export function config(env: Environment = process.env): Container {
  const container = createReferenceContainer({ env });
  container.bind(SCHEDULER_READY).toConstantValue(async (node) => {
    await addSampleOrders(container.get(APP_STORE), node.clock.now());
    if (node.config.store === 'memory') await node.declared.reconcile();
  });
  return container;
}
