import type { QueueDescription, StoreDescription } from '@scheduler/contracts/adapter';
import {
  type ConfigSources,
  createStreamLogger,
  loggerOptionsOf,
  loadConfig,
  nullCalendarExporter,
  SystemClock,
  SystemProcessStatistics,
  SystemRandomness,
  UuidV7Generator,
} from '@scheduler/core';
import { createRecurrenceEngine } from '@scheduler/recurrence';
import {
  CALENDAR_EXPORTER,
  CLOCK,
  ID_GENERATOR,
  LOGGER,
  PROCESS_STATISTICS,
  RANDOMNESS,
  RECURRENCE_ENGINE,
  SCHEDULER_CONFIG,
} from './tokens.js';
import type { BindUnlessBound } from './unless-bound.js';

/** Binds the services that do not depend on the store: clock, ids, randomness, logger, configuration and others. */
export function bindServices<
  TStores extends readonly StoreDescription[],
  TQueues extends readonly QueueDescription[],
>(bind: BindUnlessBound, { env = process.env, ...sources }: ConfigSources<TStores, TQueues>): void {
  // Read when it is first injected, so that an invalid setting does not fail the loading of the module.
  bind(SCHEDULER_CONFIG, (to) =>
    to.toResolvedValue(() => loadConfig({ ...sources, env })).inSingletonScope(),
  );
  bind(CLOCK, (to) => to.toResolvedValue(() => new SystemClock()).inSingletonScope());
  bind(ID_GENERATOR, (to) => to.toResolvedValue(() => new UuidV7Generator()).inSingletonScope());
  bind(RANDOMNESS, (to) => to.toResolvedValue(() => new SystemRandomness()).inSingletonScope());
  bind(LOGGER, (to) =>
    to
      .toResolvedValue(({ log }) => createStreamLogger(loggerOptionsOf(log)), [SCHEDULER_CONFIG])
      .inSingletonScope(),
  );
  bind(PROCESS_STATISTICS, (to) =>
    to.toResolvedValue(() => new SystemProcessStatistics()).inSingletonScope(),
  );
  bind(RECURRENCE_ENGINE, (to) =>
    to
      .toResolvedValue(({ calendars }) => createRecurrenceEngine({ calendars }), [SCHEDULER_CONFIG])
      .inSingletonScope(),
  );
  bind(CALENDAR_EXPORTER, (to) => to.toConstantValue(nullCalendarExporter));
}
