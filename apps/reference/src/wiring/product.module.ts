import { join } from 'node:path';
import { CLOCK, SCHEDULER_JOBS } from '@scheduler/inversify';
import { ContainerModule } from 'inversify';
import { declaredSchedules } from './declare-schedules.js';
import { AppStore } from '../domains/shared/app-store.js';
import { ShortIds } from '../domains/shared/short-ids.js';
import type { ReferenceConfig } from '../settings/reference-config.js';
import { APP_IDS, APP_STORE, type Domain, DOMAINS, REFERENCE_CONFIG } from '../settings/tokens.js';

/** The bindings that all domains use. */
export function productModule(config: ReferenceConfig): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(REFERENCE_CONFIG).toConstantValue(config);
    bind(APP_IDS).toConstantValue(new ShortIds());
    bind(APP_STORE)
      .toResolvedValue((clock) => new AppStore(join(config.dataDir, 'store'), clock), [CLOCK])
      .inSingletonScope();
    bind(SCHEDULER_JOBS).toResolvedValue(
      (domains: Domain[]) => declaredSchedules(domains, config.pace),
      [{ serviceIdentifier: DOMAINS, isMultiple: true }],
    );
  });
}
