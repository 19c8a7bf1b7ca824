import type { Clock, Logger, SchedulerStore } from '@scheduler/contracts';
import { createConfiguredStore, describeConfiguredStore, type SchedulerConfig } from '@scheduler/core';
import { storeDescriptions } from './load-descriptions.js';

export interface StoreParts {
  /** Loaded with `storeDescriptions()`. */
  readonly config: SchedulerConfig;
  readonly clock: Clock;
  /** Default: nothing is logged. */
  readonly logger?: Logger;
  /** The folder from which relative paths are found, such as the file of SQLite. Default: that of the process. */
  readonly root?: string;
}

/**
 * The store that `SCHEDULER_STORE` names, with the queue that `SCHEDULER_QUEUE` names.
 *
 * @example
 * const config = loadConfig({ env: process.env, ...storeDescriptions() });
 * const store = createStore({ config, clock: new SystemClock() });
 */
export function createStore(parts: StoreParts): SchedulerStore {
  return createConfiguredStore({ ...parts, ...storeDescriptions() });
}

/** Where everything is stored, for people, and without a connection URL, which may hold a password. */
export function describeStore(config: SchedulerConfig, { root }: Pick<StoreParts, 'root'> = {}): string {
  return describeConfiguredStore(config, { ...storeDescriptions(), ...(root === undefined ? {} : { root }) });
}
