import { join } from 'node:path';
import { SCHEDULER } from '@scheduler/inversify';
import { SCHEDULER_WORKFLOWS, WORKFLOWS } from '@scheduler/inversify/workflows';
import { ContainerModule } from 'inversify';
import { Carrier } from '../domains/fulfilment/carrier.js';
import { FULFIL_ORDER, fulfilOrder } from '../domains/fulfilment/fulfil-order.workflow.js';
import { FulfilmentService } from '../domains/fulfilment/fulfilment.service.js';
import { Payments, payments } from '../domains/fulfilment/payments.js';
import { stock, Warehouse } from '../domains/fulfilment/warehouse.js';
import { readable } from '../domains/maintenance/health-probes.js';
import { Outbox } from '../domains/shared/outbox.js';
import { ExpiringFiles, ExpiringRows } from '../domains/shared/retention.js';
import {
  APP_IDS,
  APP_STORE,
  DOMAINS,
  EXPIRING,
  FULFILMENT_SERVICE,
  HEALTH_PROBES,
  REFERENCE_CONFIG,
} from '../settings/tokens.js';

export const fulfilmentModule = new ContainerModule(({ bind }) => {
  // No schedule is declared: every order gets a run of the workflow.
  bind(DOMAINS).toConstantValue({
    name: 'fulfilment',
    types: [],
    workflows: [FULFIL_ORDER],
    schedules: [],
    demoSchedules: [],
  });
  bind(SCHEDULER_WORKFLOWS)
    .toResolvedValue(
      (store, { dataDir, approvalFromCents }) =>
        fulfilOrder({
          warehouse: new Warehouse(stock(store)),
          payments: new Payments(payments(store)),
          carrier: new Carrier(new Outbox(labelsFolder(dataDir), 'txt')),
          approvalFromCents,
        }),
      [APP_STORE, REFERENCE_CONFIG],
    )
    .inSingletonScope();
  bind(FULFILMENT_SERVICE)
    .toResolvedValue(
      // The scheduler is asked for because runs can be started only when the node exists.
      (runs, ids, _scheduler) => new FulfilmentService({ runs, ids }),
      [WORKFLOWS, APP_IDS, SCHEDULER],
    )
    .inSingletonScope();
  bind(EXPIRING).toResolvedValue(
    (store) => new ExpiringRows('payments', payments(store), ({ at }) => at),
    [APP_STORE],
  );
  bind(EXPIRING).toResolvedValue(
    ({ dataDir }) => new ExpiringFiles('labels', labelsFolder(dataDir)),
    [REFERENCE_CONFIG],
  );
  bind(HEALTH_PROBES).toResolvedValue((store) => readable('stock', stock(store)), [APP_STORE]);
});

function labelsFolder(dataDir: string): string {
  return join(dataDir, 'labels');
}
