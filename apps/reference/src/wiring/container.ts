import 'reflect-metadata';
import { createStoreFromEnvironment, storeDescriptions } from '@scheduler/console/stores';
import { CLOCK, LOGGER, schedulerModule } from '@scheduler/inversify';
import { workflowsModule } from '@scheduler/inversify/workflows';
import { Container } from 'inversify';
import { type Environment, readReferenceConfig } from '../settings/reference-config.js';
import { fulfilmentModule } from './fulfilment.module.js';
import { knowledgeBaseModule } from './knowledge-base.module.js';
import { maintenanceModule } from './maintenance.module.js';
import { onboardingModule } from './onboarding.module.js';
import { productModule } from './product.module.js';
import { reportsModule } from './reports.module.js';
import { ticketsModule } from './tickets.module.js';

export interface ReferenceOptions {
  /** Default `process.env`. */
  readonly env?: Environment;
}

/** The whole application, wired but not started. */
export function createReferenceContainer({ env = process.env }: ReferenceOptions = {}): Container {
  const config = readReferenceConfig(env);
  const settings = env['SCHEDULER_SQLITE_FILE'] ? {} : { sqlite: { file: config.sqliteFile } };
  const container = new Container();
  container.loadSync(
    schedulerModule({
      store: (context) =>
        createStoreFromEnvironment({
          env,
          config: settings,
          clock: context.get(CLOCK),
          logger: context.get(LOGGER),
        }).store,
      config: settings,
      env,
      ...storeDescriptions(),
    }),
    workflowsModule(),
    productModule(config),
    reportsModule,
    ticketsModule(config.ticketSlaMs),
    onboardingModule(config.pace),
    fulfilmentModule,
    knowledgeBaseModule,
    maintenanceModule,
  );
  return container;
}
