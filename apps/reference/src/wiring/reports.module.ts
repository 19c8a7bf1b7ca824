import { join } from 'node:path';
import { SCHEDULER_HANDLERS } from '@scheduler/inversify';
import { ContainerModule } from 'inversify';
import { EXPORT_REPORT, ExportReportHandler } from '../domains/reports/export-report.handler.js';
import { orders } from '../domains/reports/orders.js';
import { ReportService } from '../domains/reports/report.service.js';
import { reportDemoSchedules, reportSchedules } from '../domains/reports/reports.schedules.js';
import { ExpiringFiles } from '../domains/shared/retention.js';
import { readable } from '../domains/maintenance/health-probes.js';
import { APP_STORE, DOMAINS, EXPIRING, HEALTH_PROBES, REFERENCE_CONFIG } from '../settings/tokens.js';

export const reportsModule = new ContainerModule(({ bind }) => {
  bind(DOMAINS).toConstantValue({
    name: 'reports',
    types: [EXPORT_REPORT],
    schedules: reportSchedules,
    demoSchedules: reportDemoSchedules,
  });
  bind(SCHEDULER_HANDLERS)
    .toResolvedValue(
      (store, { dataDir }) =>
        new ExportReportHandler(new ReportService(orders(store), reportsFolder(dataDir))),
      [APP_STORE, REFERENCE_CONFIG],
    )
    .inSingletonScope();
  bind(EXPIRING).toResolvedValue(
    ({ dataDir }) => new ExpiringFiles('reports', reportsFolder(dataDir)),
    [REFERENCE_CONFIG],
  );
  bind(HEALTH_PROBES).toResolvedValue((store) => readable('orders', orders(store)), [APP_STORE]);
});

export function reportsFolder(dataDir: string): string {
  return join(dataDir, 'reports');
}
