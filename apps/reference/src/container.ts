import 'reflect-metadata';
import { CLOCK, LOGGER, SCHEDULER_CONFIG, schedulerModule } from '@scheduler/inversify';
import { Container } from 'inversify';
import { type Environment, readReferenceConfig } from './reference-config.js';
import { createSchedulerStore } from './scheduler-store.js';
import { knowledgeBaseModule } from './wiring/knowledge-base.module.js';
import { maintenanceModule } from './wiring/maintenance.module.js';
import { onboardingModule } from './wiring/onboarding.module.js';
import { productModule } from './wiring/product.module.js';
import { reportsModule } from './wiring/reports.module.js';
import { ticketsModule } from './wiring/tickets.module.js';

export interface ReferenceOptions {
  /** Default `process.env`. */
  readonly env?: Environment;
}

/** The whole application, wired and not started. */
export function createReferenceContainer({ env = process.env }: ReferenceOptions = {}): Container {
  const config = readReferenceConfig(env);
  const container = new Container();
  container.loadSync(
    schedulerModule({
      store: (context) =>
        createSchedulerStore({
          config: context.get(SCHEDULER_CONFIG),
          clock: context.get(CLOCK),
          logger: context.get(LOGGER),
        }),
      config: env['SCHEDULER_SQLITE_FILE'] ? {} : { sqlite: { file: config.sqliteFile } },
      env,
    }),
    productModule(config),
    reportsModule,
    ticketsModule(config.ticketSlaMs),
    onboardingModule(config.pace),
    knowledgeBaseModule,
    maintenanceModule,
  );
  return container;
}
