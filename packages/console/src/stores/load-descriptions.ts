import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { QueueDescription, StoreDescription } from '@scheduler/contracts/adapter';
import { QUEUES, type Registered, STORES } from './store-registry.js';

export interface Descriptions {
  readonly stores: readonly StoreDescription[];
  readonly queues: readonly QueueDescription[];
}

/**
 * The stores and queues whose packages are installed, for `loadConfig` and `schedulerModule`. A description is small: the driver of a
 * store is loaded when that store is made.
 *
 * @example
 * loadConfig({ env: process.env, ...storeDescriptions() });
 */
export function storeDescriptions(): Descriptions {
  return {
    stores: installed<StoreDescription>(STORES),
    queues: installed<QueueDescription>(QUEUES),
  };
}

function installed<T>(registry: Readonly<Record<string, Registered>>): readonly T[] {
  return Object.values(registry).flatMap((registered) => {
    const exported = loadEntry(`${registered.package}/descriptions`);
    return exported === null ? [] : [exported[registered.export] as T];
  });
}

/** The names of stores in the registry whose packages are not installed, so that their settings are not known. */
export function missingStores(): readonly string[] {
  return missingIn(STORES);
}

export function missingQueues(): readonly string[] {
  return missingIn(QUEUES);
}

function missingIn(registry: Readonly<Record<string, Registered>>): readonly string[] {
  return Object.entries<Registered>(registry).flatMap(([name, registered]) =>
    loadEntry(`${registered.package}/descriptions`) === null ? [name] : [],
  );
}

type Exported = Readonly<Record<string, unknown>>;

/** As the console sees it, or as the project does where the two are installed apart. Null: it is not installed. */
function loadEntry(name: string): Exported | null {
  return loadFrom((entry) => module.require(entry), name) ?? loadFrom(requireOfProject(), name);
}

function requireOfProject(): (name: string) => unknown {
  return createRequire(join(process.cwd(), 'package.json'));
}

function loadFrom(load: (name: string) => unknown, name: string): Exported | null {
  try {
    return load(name) as Exported;
  } catch (error) {
    if (isNotInstalled(error, name)) return null;
    throw error;
  }
}

function isNotInstalled(error: unknown, name: string): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_PACKAGE_PATH_NOT_EXPORTED' || (code === 'MODULE_NOT_FOUND' && message.includes(name));
}
