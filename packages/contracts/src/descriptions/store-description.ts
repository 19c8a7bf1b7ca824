import type { Clock } from '../host/clock.js';
import type { Logger } from '../host/logger.js';
import type { SchedulerStore } from '../ports/store.js';
import type { SettingsDescription, SettingsOf } from './setting-description.js';

/** What a store or a queue is made with, besides its own settings. */
export interface StoreServices {
  readonly clock: Clock;
  readonly logger: Logger;
  /** The prefix of the names of tables, in every database. */
  readonly tablePrefix: string;
  /** How long the lease of an execution lasts. */
  readonly leaseMs: number;
  /** The folder from which relative paths are found. Default: that of the process. */
  readonly root?: string;
}

/** What stores and queues have in common: a section of the configuration. */
export interface DescribedSection<
  TSection extends string = string,
  TSettings extends SettingsDescription = SettingsDescription,
> {
  /** The section of the configuration that holds the settings. Two descriptions may share one, if both describe it equally. */
  readonly section: TSection;
  /** Empty: there is nothing to set, and the configuration has no such section. */
  readonly settings: TSettings;
}

/** A store as a configuration can name it. Loading a description must not load a driver: `create` does. */
export interface StoreDescription<
  TSection extends string = string,
  TSettings extends SettingsDescription = SettingsDescription,
> extends DescribedSection<TSection, TSettings> {
  /** As `SCHEDULER_STORE` names it. */
  readonly name: string;
  /** What people call it elsewhere, for the question "did you mean". */
  readonly aliases?: readonly string[];
  create(settings: SettingsOf<TSettings>, services: StoreServices): SchedulerStore;
  /** Where everything is stored, for people, and without a connection URL, which may hold a password. `root` is as in `create`. */
  describe(settings: SettingsOf<TSettings>, root?: string): string;
}

/** A queue beside a store, as a configuration can name it. */
export interface QueueDescription<
  TSection extends string = string,
  TSettings extends SettingsDescription = SettingsDescription,
> extends DescribedSection<TSection, TSettings> {
  /** As `SCHEDULER_QUEUE` names it. */
  readonly name: string;
  /** The same store, with this queue instead of its own. */
  create(store: SchedulerStore, settings: SettingsOf<TSettings>, services: StoreServices): SchedulerStore;
  /** What carries messages, for people, and without a connection URL. */
  describe(settings: SettingsOf<TSettings>): string;
}

/**
 * The description of a store, with the types of its settings.
 *
 * @example
 * export const jsonStore = describeStore({
 *   name: 'json',
 *   section: 'json',
 *   settings: { file: { kind: 'text', longest: 2_000, default: 'jobs.json', variable: 'SCHEDULER_JSON_FILE' } },
 *   create: ({ file }, { clock }) => createJsonStore({ file, clock }),
 *   describe: ({ file }) => `JSON in ${file}`,
 * });
 */
export function describeStore<const TSection extends string, const TSettings extends SettingsDescription>(
  description: StoreDescription<TSection, TSettings>,
): StoreDescription<TSection, TSettings> {
  return description;
}

/** The description of a queue, with the types of its settings. */
export function describeQueue<const TSection extends string, const TSettings extends SettingsDescription>(
  description: QueueDescription<TSection, TSettings>,
): QueueDescription<TSection, TSettings> {
  return description;
}
