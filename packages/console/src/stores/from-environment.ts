import { type Clock, ConfigurationInvalid, type Logger, type SchedulerStore } from '@scheduler/contracts';
import {
  createScheduler,
  createSchedulerNode,
  loadConfig,
  type SchedulerApp,
  type SchedulerConfig,
  type SchedulerConfigInput,
  type SchedulerNode,
  type SchedulerNodeOptions,
  SystemClock,
} from '@scheduler/core';
import { createStore } from './create-store.js';
import { missingQueues, missingStores, storeDescriptions } from './load-descriptions.js';
import { type Registered, QUEUES, STORES } from './store-registry.js';

export interface EnvironmentOptions {
  /** Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Settings that win over variables. Sections of stores, such as `sqlite`, are accepted too. */
  readonly config?: SchedulerConfigInput & Readonly<Record<string, unknown>>;
  /** The folder from which relative paths are found, such as the file of SQLite. Default: that of the process. */
  readonly root?: string;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

export interface StoreFromEnvironment {
  readonly store: SchedulerStore;
  readonly config: SchedulerConfig;
  readonly clock: Clock;
}

/**
 * The store and the queue that `SCHEDULER_STORE` and `SCHEDULER_QUEUE` name, with the configuration that was read. The package of the store
 * is loaded when it is chosen. Throws ConfigurationInvalid for a variable that is unknown or wrong, and for a package that is missing.
 *
 * @example
 * const { store, config } = createStoreFromEnvironment();
 */
export function createStoreFromEnvironment(options: EnvironmentOptions = {}): StoreFromEnvironment {
  const { env = process.env, config: given, clock = new SystemClock(), logger, root } = options;
  refuseMissingPackages(env, given);
  const config = loadConfig({
    env,
    ...(given === undefined ? {} : { config: given }),
    ...storeDescriptions(),
  }) as SchedulerConfig;
  const store = createStore({
    config,
    clock,
    ...(logger === undefined ? {} : { logger }),
    ...(root === undefined ? {} : { root }),
  });
  return { store, config, clock };
}

/** The options of a node, without the store, which the environment chooses. */
export type FromEnvironmentOptions = Omit<SchedulerNodeOptions, 'store' | 'config'> &
  Pick<EnvironmentOptions, 'config' | 'root'>;

/**
 * A node on the store that the environment chooses: everything that `createSchedulerNode` takes except `store`.
 *
 * @example
 * const node = createNodeFromEnvironment({ handlers: [sayHello] });
 * await node.start();
 */
export function createNodeFromEnvironment(options: FromEnvironmentOptions = {}): SchedulerNode {
  return createSchedulerNode(nodeOptions(options));
}

/**
 * A scheduler and its node in one object, as `createScheduler` gives it, on the store that the environment chooses.
 *
 * @example
 * const app = createSchedulerFromEnvironment();
 * await app.every(5).minutes().do('check_health', () => console.log('still here'));
 * await app.start();
 */
export function createSchedulerFromEnvironment(options: FromEnvironmentOptions = {}): SchedulerApp {
  return createScheduler(nodeOptions(options));
}

function nodeOptions({ root, config: given, ...options }: FromEnvironmentOptions): SchedulerNodeOptions {
  const { env = process.env, logger } = options;
  const { store, clock } = createStoreFromEnvironment({
    env,
    ...(given === undefined ? {} : { config: given }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(logger === undefined ? {} : { logger }),
    ...(root === undefined ? {} : { root }),
  });
  return { ...options, store, clock, env, ...(given === undefined ? {} : { config: given }) };
}

type Settings = Readonly<Record<string, unknown>>;

/** Says which package to install, since the settings of what is not installed are not known. */
function refuseMissingPackages(env: Settings, config: Settings = {}): void {
  const missing = [...missingStores(), ...missingQueues()];
  const refuse = (field: string, name: unknown, registry: Readonly<Record<string, Registered>>) => {
    if (typeof name !== 'string' || !Object.hasOwn(registry, name) || !missing.includes(name)) return;
    const packageName = registry[name]?.package ?? '';
    throw new ConfigurationInvalid({
      field,
      value: name,
      problem: `needs the package ${packageName}, which is not installed`,
      accepted: `run \`npm install ${packageName}\`, or choose another one`,
    });
  };
  refuse('SCHEDULER_STORE (store)', config['store'] ?? env['SCHEDULER_STORE'], STORES);
  refuse('SCHEDULER_QUEUE (queue)', config['queue'] ?? env['SCHEDULER_QUEUE'], QUEUES);
}
