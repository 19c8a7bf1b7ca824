import { z } from 'zod';
import { didYouMean } from '@scheduler/contracts/adapter';
import { integer, text } from '../support/input/fields.js';
import { schemaError } from '../support/input/read-input.js';

/** Where everything is stored: which store, and how each is reached. */

export const STORES = ['sqlite', 'postgres', 'mysql', 'redis', 'memory'] as const;

export type StoreName = (typeof STORES)[number];

/** What people call them elsewhere and edit distance would not find. */
const ALIASES: ReadonlyMap<string, StoreName> = new Map([
  ['pg', 'postgres'],
  ['mariadb', 'mysql'],
  ['file', 'sqlite'],
  ['valkey', 'redis'],
]);

function unknownStore(given: unknown): string {
  if (typeof given !== 'string') return 'is not the name of a store';
  const meant = ALIASES.get(given.toLowerCase()) ?? didYouMean(given, STORES);
  return meant === null ? 'is not a known store' : `is not a known store; did you mean '${meant}'?`;
}

export const storeField = z.enum(STORES, {
  error: ({ input }) => schemaError(unknownStore(input), STORES.join(', ')).error,
});

const NAME_RULE = 'letters, digits and _ , at most 32, starting with a letter or _';
export const identifier = z
  .string(schemaError('is not a text', NAME_RULE))
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,31}$/, schemaError('is not a name', NAME_RULE));

const POSTGRES_URL = "a URL such as 'postgres://user:password@host:5432/database'";
const MYSQL_URL = "a URL such as 'mysql://user:password@host:3306/database'";
const REDIS_URL = "a URL such as 'redis://user:password@host:6379', or rediss:// for TLS";

function url(schemes: RegExp, rule: string) {
  return z
    .string(schemaError('is not a text', rule))
    .max(2_000, schemaError('is too long', rule))
    .regex(schemes, {
      error: schemaError('is not a URL for this store', rule).error,
    });
}

const section = <TShape extends z.ZodRawShape>(shape: TShape) =>
  z.strictObject(shape, schemaError('is not an object'));

export const sqlite = section({ file: text(2_000).default('.scheduler/scheduler.db') });

export const postgres = section({
  url: url(/^postgres(ql)?:\/\/./i, POSTGRES_URL)
    .nullable()
    .default(null),
  tablePrefix: identifier.nullable().default(null),
  schema: identifier.nullable().default(null),
});

export const mysql = section({
  url: url(/^(mysql|mariadb):\/\/./i, MYSQL_URL)
    .nullable()
    .default(null),
});

export const redis = section({
  url: url(/^rediss?:\/\/./i, REDIS_URL).default('redis://localhost:6379'),
  keyPrefix: text(64).default('scheduler:'),
  db: integer(0, 1_000_000).nullable().default(null),
});

interface ChosenStore {
  readonly store: StoreName;
  readonly postgres: { readonly url: string | null };
  readonly mysql: { readonly url: string | null };
}

/** A server that is chosen must be named. Null: it is, or none is needed. */
export function missingUrl(
  chosen: ChosenStore,
): { readonly path: string[]; readonly message: string } | null {
  const { store } = chosen;
  if ((store !== 'postgres' && store !== 'mysql') || chosen[store].url !== null) return null;
  const rule = store === 'postgres' ? POSTGRES_URL : MYSQL_URL;
  const problem = `is missing, and the store is ${store}: set SCHEDULER_${store.toUpperCase()}_URL`;
  return { path: [store, 'url'], message: schemaError(problem, rule).error };
}
