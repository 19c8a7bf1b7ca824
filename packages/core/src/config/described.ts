import { isDeepStrictEqual } from 'node:util';
import { ConfigurationInvalid } from '@scheduler/contracts';
import type {
  DescribedSection,
  QueueDescription,
  SettingsDescription,
  SettingsInputOf,
  SettingsOf,
  StoreDescription,
} from '@scheduler/contracts/adapter';

/** What a configuration can name: the stores and queues that the application hands over, each with its settings. */
export interface Described<
  TStores extends readonly StoreDescription[] = readonly StoreDescription[],
  TQueues extends readonly QueueDescription[] = readonly QueueDescription[],
> {
  /**
   * Every store that `store` may name, the default first. Not given: the application makes its store by itself, so that any name passes,
   * and sections and variables of stores are left unread.
   */
  readonly stores?: TStores;
  /** Every queue that `queue` may name, besides `store`, which is the queue of the store itself. */
  readonly queues?: TQueues;
}

/** The sections that descriptions add to a configuration, once it is loaded. */
export type SectionsOf<T extends DescribedSection> = {
  readonly [D in T as NameOf<D>]: SettingsOf<D['settings']>;
};

/** The sections that descriptions add to a configuration, as they are given in code. */
export type SectionInputsOf<T extends DescribedSection> = {
  readonly [D in T as NameOf<D>]?: string extends D['section'] ? unknown : SettingsInputOf<D['settings']>;
};

type NameOf<D extends DescribedSection> = keyof D['settings'] extends never ? never : D['section'];

export type Sections = ReadonlyMap<string, SettingsDescription>;

/** The described sections by name. One that is described twice has to be described equally. */
export function sectionsOf({ stores = [], queues = [] }: Described): Sections {
  const sections = new Map<string, SettingsDescription>();
  for (const { section, settings } of [...stores, ...queues]) {
    if (Object.keys(settings).length === 0) continue;
    const known = sections.get(section);
    if (known !== undefined && !isDeepStrictEqual(known, settings)) throw describedDifferently(section);
    sections.set(section, settings);
  }
  return sections;
}

function describedDifferently(section: string): ConfigurationInvalid {
  return new ConfigurationInvalid({
    field: section,
    value: undefined,
    problem: 'is described twice, and not equally',
    accepted: 'a section that every store and queue describes in the same way',
  });
}
