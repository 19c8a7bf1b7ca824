import { FeatureNotSupported, type SchedulerStore, type StoreUpkeep } from '@scheduler/contracts';
import { prune, type PruneOptions, type PruneReport, type PruneRequest } from './prune.js';

export interface PruneParts
  extends
    Pick<PruneRequest, 'executions' | 'config'>,
    Partial<Pick<PruneRequest, 'workflows' | 'access' | 'eventLog' | 'alerts'>> {
  readonly schedules: Pick<SchedulerStore['schedules'], 'prune' | 'now'>;
  readonly store: Pick<SchedulerStore, 'capabilities' | 'upkeep'>;
}

/** Prunes everything at once, with the maintenance of the database if that is asked for. */
export async function pruneOnRequest(
  {
    store,
    executions,
    schedules,
    workflows = null,
    access = null,
    eventLog = null,
    alerts = null,
    config,
  }: PruneParts,
  { upkeep = false, ...options }: PruneOptions,
): Promise<PruneReport> {
  const run = upkeep ? upkeepOf(store) : null;
  const now = await schedules.now();
  return prune({
    ...options,
    executions,
    schedules,
    workflows,
    access,
    eventLog,
    alerts,
    config,
    now,
    upkeep: run,
  });
}

/** The maintenance of the store's database. Throws FeatureNotSupported where it has none. */
function upkeepOf({ upkeep = null, capabilities }: PruneParts['store']): StoreUpkeep {
  if (upkeep !== null) return upkeep;
  throw new FeatureNotSupported(
    'upkeep of the database',
    `the store ${capabilities.name}`,
    'prune without it: this store has nothing to vacuum or to analyze',
  );
}
