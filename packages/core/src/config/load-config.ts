import { deepFreeze } from '../support/deep-freeze.js';
import { ConfigurationInvalid, type InputIssue, isSchedulerError } from '@scheduler/contracts';
import { didYouMean, type QueueDescription, type StoreDescription } from '@scheduler/contracts/adapter';
import { readInput } from '../support/input/read-input.js';
import {
  type ConfigSchema,
  configSchemaOf,
  PLAIN_SCHEMA,
  type SchedulerConfigInput,
} from './config-schema.js';
import type { Described, SectionInputsOf, SectionsOf } from './described.js';
import type { Variables } from './environment.js';
import { readEnvironment, variableFor, variablesOf } from './read-environment.js';
import type { SchedulerConfig } from './scheduler-config.js';
import { toConfig } from './to-config.js';

export interface ConfigSources<
  TStores extends readonly StoreDescription[] = readonly [],
  TQueues extends readonly QueueDescription[] = readonly [],
> extends Described<TStores, TQueues> {
  /** Settings in code; they win over the environment. */
  readonly config?: SchedulerConfigInput & SectionInputsOf<TStores[number] | TQueues[number]>;
  /** Such as `process.env`. Default: empty. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The settings of the scheduler, with a section for each store and queue that was described. */
export type LoadedConfig<
  TStores extends readonly StoreDescription[],
  TQueues extends readonly QueueDescription[],
> = SchedulerConfig & SectionsOf<TStores[number] | TQueues[number]>;

type Settings = Readonly<Record<string, unknown>>;

/**
 * The settings of a node from code and environment, checked as a whole and frozen. An application whose configuration chooses a store hands
 * over the available stores, as their packages describe them.
 *
 * @example
 * loadConfig({ config: { queues: { default: 10 } }, env: process.env });
 */
export function loadConfig<
  const TStores extends readonly StoreDescription[] = readonly [],
  const TQueues extends readonly QueueDescription[] = readonly [],
>({ config = {}, env = {}, ...described }: ConfigSources<TStores, TQueues> = {}): LoadedConfig<
  TStores,
  TQueues
> {
  const ignoresOtherStores = described.stores === undefined;
  const composed = isPlain(described) ? PLAIN_SCHEMA : configSchemaOf(described);
  const variables = variablesOf(composed.sections);
  const fromEnvironment = readEnvironment(env, { variables, ignoresOtherStores });
  const merged = merge(fromEnvironment, config as Settings);
  const value = ignoresOtherStores ? withoutOtherSections(merged, composed.known) : merged;
  try {
    return deepFreeze(toConfig(read(value, composed), composed.sections)) as LoadedConfig<TStores, TQueues>;
  } catch (error) {
    throw readableError(error, { composed, variables, fromEnvironment });
  }
}

const isPlain = ({ stores, queues }: Described) => stores === undefined && queues === undefined;

function read(value: Settings, { schema, known }: ConfigSchema) {
  return readInput({ schema, value, error: ConfigurationInvalid, subject: 'config', known });
}

/** The section of a store that nobody described is left unread, unless it looks like a typing error. */
function withoutOtherSections(value: Settings, known: readonly string[]): Settings {
  const isOther = (key: string) =>
    !known.includes(key) && isSection(value[key]) && didYouMean(key, known) === null;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !isOther(key)));
}

function merge(base: Settings, over: Settings): Settings {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    if (value === undefined) continue;
    const both = isSection(merged[key]) && isSection(value) && key !== 'queues' && key !== 'calendars';
    merged[key] = both ? merge(merged[key] as Settings, value as Settings) : value;
  }
  return merged;
}

function isSection(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Reading {
  readonly composed: ConfigSchema;
  readonly variables: Variables;
  readonly fromEnvironment: Settings;
}

/** A wrong value of a variable is reported by the name of the variable, not by the path of its setting. */
function readableError(error: unknown, reading: Reading): unknown {
  if (!isSchedulerError(error) || !(error instanceof ConfigurationInvalid)) return error;
  return new ConfigurationInvalid(
    error.issues.map((issue) => nameVariable(withoutSecret(issue, reading), reading)),
  );
}

/** A connection URL may hold a password: what was given is never shown. */
function withoutSecret(issue: InputIssue, { composed: { sections } }: Reading): InputIssue {
  const [section = '', key = ''] = issue.field.split('.');
  return sections.get(section)?.[key]?.kind === 'url' ? { ...issue, value: undefined } : issue;
}

function nameVariable(issue: InputIssue, { variables, fromEnvironment }: Reading): InputIssue {
  const [section = '', key] = issue.field.split('.');
  const given = fromEnvironment[section];
  const fromVariable =
    key === undefined || !isSection(given) ? given !== undefined : Object.hasOwn(given as object, key);
  // The entries of a set have no variable of their own.
  const paths = [issue.field, `${section}.${key ?? ''}`, section];
  const variable = paths.map((path) => variableFor(path, variables)).find((name) => name !== null);
  return fromVariable && variable !== undefined ? { ...issue, field: `${variable} (${issue.field})` } : issue;
}
