import { storeDescriptions } from '@scheduler/console/stores';
import { loadConfig } from '@scheduler/core';
import { CLOCK, LOGGER, SCHEDULER_CONFIG } from '@scheduler/inversify';
import { createReferenceContainer } from '@scheduler/reference';

/**
 * The container of the reference application with settings that have no variable, such as the lease, and another clock or logger.
 *
 * @param env the `SCHEDULER_*` and `REFERENCE_*` variables
 * @param config settings in code
 */
export function createContainer({ env, config, clock, logger }) {
  const container = createReferenceContainer({ env });
  container.rebindSync(SCHEDULER_CONFIG).toConstantValue(loadConfig({ config, env, ...storeDescriptions() }));
  if (clock) container.rebindSync(CLOCK).toConstantValue(clock);
  if (logger) container.rebindSync(LOGGER).toConstantValue(logger);
  return container;
}
