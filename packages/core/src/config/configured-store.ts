import {
  type Clock,
  ConfigurationInvalid,
  type Logger,
  type SchedulerStore,
  silentLogger,
} from '@scheduler/contracts';
import type {
  DescribedSection,
  QueueDescription,
  SettingsDescription,
  SettingsOf,
  StoreDescription,
  StoreServices,
} from '@scheduler/contracts/adapter';
import { OWN_QUEUE } from './choice-schema.js';
import type { Described } from './described.js';
import { namingMissingPackage } from './missing-package.js';
import type { SchedulerConfig } from './scheduler-config.js';

export interface ConfiguredStoreOptions extends Described {
  /** Loaded with the same stores and queues. */
  readonly config: SchedulerConfig;
  readonly clock: Clock;
  /** Default: nothing is logged. */
  readonly logger?: Logger;
  /** The folder from which relative paths are found, such as the file of a database. Default: that of the process. */
  readonly root?: string;
}

/**
 * The store that a configuration names, with the queue that it names.
 *
 * @example
 * const stores = [memoryStore];
 * const config = loadConfig({ env: process.env, stores });
 * const store = createConfiguredStore({ config, stores, clock: new SystemClock() });
 */
export function createConfiguredStore(options: ConfiguredStoreOptions): SchedulerStore {
  const { config, clock, logger = silentLogger, root } = options;
  const { store, queue } = chosen(config, options);
  const services: StoreServices = {
    clock,
    logger,
    tablePrefix: config.tablePrefix,
    leaseMs: config.lease.durationMs,
    ...(root === undefined ? {} : { root }),
  };
  const made = namingMissingPackage('store', store.name, () =>
    store.create(settingsOf(config, store), services),
  );
  if (queue === null) return made;
  return namingMissingPackage('queue', queue.name, () =>
    queue.create(made, settingsOf(config, queue), services),
  );
}

/** Where a configuration stores everything, for people, and without a connection URL, which may hold a password. */
export function describeConfiguredStore(
  config: SchedulerConfig,
  { root, ...described }: Described & Pick<ConfiguredStoreOptions, 'root'>,
): string {
  const { store, queue } = chosen(config, described);
  const place = store.describe(settingsOf(config, store), root);
  return queue === null ? place : `${place}, with ${queue.describe(settingsOf(config, queue))}`;
}

interface Chosen {
  readonly store: StoreDescription;
  /** Null: that of the store itself. */
  readonly queue: QueueDescription | null;
}

function chosen(config: SchedulerConfig, { stores = [], queues = [] }: Described): Chosen {
  return {
    store: named('store', config.store, stores),
    queue: config.queue === OWN_QUEUE ? null : named('queue', config.queue, queues),
  };
}

/** A configuration that was loaded with the same descriptions names one of them. */
function named<T extends StoreDescription | QueueDescription>(
  field: 'store' | 'queue',
  value: string | null,
  all: readonly T[],
): T {
  const found = all.find(({ name }) => name === value);
  if (found !== undefined) return found;
  const accepted = all.map(({ name }) => name).join(', ');
  throw new ConfigurationInvalid({ field, value, problem: 'is not described', accepted });
}

/** A loaded configuration has the sections of what it was loaded with. */
function settingsOf<T extends SettingsDescription>(
  config: SchedulerConfig,
  { section }: DescribedSection<string, T>,
): SettingsOf<T> {
  const sections = config as unknown as Readonly<Record<string, SettingsOf<T> | undefined>>;
  return sections[section] ?? ({} as SettingsOf<T>);
}
