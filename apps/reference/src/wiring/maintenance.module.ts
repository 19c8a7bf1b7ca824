import { join } from 'node:path';
import { SCHEDULER_HANDLERS } from '@scheduler/inversify';
import { ContainerModule } from 'inversify';
import { CLEANUP_OLD_DATA, CleanupOldDataHandler } from '../domains/maintenance/cleanup-old-data.handler.js';
import { CleanupService } from '../domains/maintenance/cleanup.service.js';
import { HEALTH_CHECK, HealthCheckHandler } from '../domains/maintenance/health-check.handler.js';
import { diskSpace } from '../domains/maintenance/health-probes.js';
import { type HealthProbe, HealthService } from '../domains/maintenance/health.service.js';
import {
  maintenanceDemoSchedules,
  maintenanceSchedules,
} from '../domains/maintenance/maintenance.schedules.js';
import type { Expiring } from '../domains/shared/retention.js';
import type { ReferenceConfig } from '../settings/reference-config.js';
import { DOMAINS, EXPIRING, HEALTH_PROBES, REFERENCE_CONFIG } from '../settings/tokens.js';

export const maintenanceModule = new ContainerModule(({ bind }) => {
  bind(DOMAINS).toConstantValue({
    name: 'maintenance',
    types: [CLEANUP_OLD_DATA, HEALTH_CHECK],
    schedules: maintenanceSchedules,
    demoSchedules: maintenanceDemoSchedules,
  });
  bind(SCHEDULER_HANDLERS)
    .toResolvedValue(
      (expiring: Expiring[]) => new CleanupOldDataHandler(new CleanupService(expiring)),
      [{ serviceIdentifier: EXPIRING, isMultiple: true }],
    )
    .inSingletonScope();
  bind(SCHEDULER_HANDLERS)
    .toResolvedValue(
      (probes: HealthProbe[], { dataDir }: ReferenceConfig) =>
        new HealthCheckHandler(new HealthService(probes, join(dataDir, 'health.json'))),
      [{ serviceIdentifier: HEALTH_PROBES, isMultiple: true }, REFERENCE_CONFIG],
    )
    .inSingletonScope();
  bind(HEALTH_PROBES).toResolvedValue(({ dataDir }) => diskSpace(dataDir), [REFERENCE_CONFIG]);
});
