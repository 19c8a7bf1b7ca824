import {
  didYouMean,
  type QueueDescription,
  type SettingsDescription,
  type StoreDescription,
} from '@scheduler/contracts/adapter';
import { z } from 'zod';
import { oneOf, text } from '../support/input/fields.js';
import { schemaError } from '../support/input/read-input.js';
import type { Described } from './described.js';
import { acceptedFor } from './section-schema.js';

/** The names of store and queue: those that were described, or any where none was. */

const LONGEST_NAME = 64;

/** The queue of the store itself. */
export const OWN_QUEUE = 'store';

export const anyStore = text(LONGEST_NAME).nullable().default(null);
export const anyQueue = text(LONGEST_NAME).default(OWN_QUEUE);

export function chosenStore(stores: readonly StoreDescription[] | undefined): z.ZodType<string | null> {
  if (stores === undefined) return anyStore;
  const names = stores.map(({ name }) => name);
  const field = z.custom<string>((value) => typeof value === 'string' && names.includes(value), {
    error: ({ input }) => schemaError(unknownStore(input, stores), names.join(', ')).error,
  });
  const [first] = names;
  return first === undefined ? field.nullable().default(null) : field.default(first);
}

function unknownStore(given: unknown, stores: readonly StoreDescription[]): string {
  if (typeof given !== 'string') return 'is not the name of a store';
  const alias = stores.find(({ aliases = [] }) => aliases.includes(given.toLowerCase()));
  const names = stores.map(({ name }) => name);
  const meant = alias?.name ?? didYouMean(given, names);
  return meant === null ? 'is not a known store' : `is not a known store; did you mean '${meant}'?`;
}

export function chosenQueue({ stores, queues }: Described): z.ZodType<string> {
  if (stores === undefined && queues === undefined) return anyQueue;
  return oneOf([OWN_QUEUE, ...(queues ?? []).map(({ name }) => name)]).default(OWN_QUEUE);
}

interface Chosen {
  readonly store: string | null;
  readonly queue: string;
  readonly [section: string]: unknown;
}

interface MissingSetting {
  readonly path: string[];
  readonly message: string;
}

/** The settings that the chosen store and queue need and that are missing. */
export function missingSettings(chosen: Chosen, { stores = [], queues = [] }: Described): MissingSetting[] {
  const store = stores.find(({ name }) => name === chosen.store);
  const queue = queues.find(({ name }) => name === chosen.queue);
  return [
    ...(store === undefined ? [] : missingOf(chosen, store, 'store')),
    ...(queue === undefined ? [] : missingOf(chosen, queue, 'queue')),
  ];
}

function missingOf(
  chosen: Chosen,
  { name, section, settings }: StoreDescription | QueueDescription,
  role: 'store' | 'queue',
): MissingSetting[] {
  const given = chosen[section] as Readonly<Record<string, unknown>> | undefined;
  return requiredOf(settings)
    .filter(([key]) => given?.[key] === null)
    .map(([key, setting]) => {
      const wayOut = `set ${setting.variable ?? `${section}.${key}`}`;
      const problem = `is missing, and the ${role} is ${name}: ${wayOut}`;
      return { path: [section, key], message: schemaError(problem, acceptedFor(setting)).error };
    });
}

function requiredOf(settings: SettingsDescription) {
  return Object.entries(settings).filter(([, { required = false }]) => required);
}
