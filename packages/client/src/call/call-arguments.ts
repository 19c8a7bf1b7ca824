import type { CallOptions, GuardedWriteOptions } from '../options/call-options.js';
import { InvalidArgument } from '../errors/client-errors.js';
import {
  aSignal,
  checkMembers,
  headers,
  headerValue,
  isRecord,
  refuse,
  retry,
  wholeNumber,
} from './check.js';
import type { Operation } from './read-operation.js';

/** A call whose arguments were checked. */
export interface CheckedCall {
  readonly operation: Operation;
  /** Below the base URL, with the query. */
  readonly path: string;
  /** The body as it is sent. Null: none. */
  readonly body: string | null;
  readonly ifMatch: string | null;
  /** Undefined: one is made. */
  readonly idempotencyKey: string | false | undefined;
  readonly options: CallOptions;
}

const CALL_OPTIONS = { signal: aSignal, timeoutMs: wholeNumber(1), retry, headers };
const KEY = /^[\x21-\x7e]{1,255}$/;

/** Reads what a method was called with: the parameters of the path, then the query or the body, then the options. */
export function readArguments(operation: Operation, given: readonly unknown[]): CheckedCall {
  const { parameters, input } = operation;
  const most = parameters.length + (input === null ? 1 : 2);
  if (given.length > most) throw new InvalidArgument(operation.name, `takes at most ${most} arguments`);
  const value = input === null ? undefined : given[parameters.length];
  const options = given[parameters.length + (input === null ? 0 : 1)] ?? {};
  checkOptions(operation, options);
  const { ifMatch, idempotencyKey, ...rest } = options as GuardedWriteOptions;
  const path = pathOf(operation, given);
  return {
    operation,
    path: input === 'query' ? `${path}${queryText(operation, value)}` : path,
    body: input === 'body' && value !== undefined ? bodyText(operation, value) : null,
    ifMatch: ifMatch === undefined ? null : etagOf(ifMatch),
    idempotencyKey,
    options: rest,
  };
}

function checkOptions({ name, takesKey, takesIfMatch }: Operation, options: unknown): void {
  checkMembers(options, `${name}: options`, {
    ...CALL_OPTIONS,
    ...(takesKey ? { idempotencyKey: checkKey } : {}),
    ...(takesIfMatch ? { ifMatch: checkIfMatch } : {}),
  });
}

function checkKey(value: unknown, field: string): void {
  if (value !== false && (typeof value !== 'string' || !KEY.test(value)))
    refuse(field, 'a text of 1 to 255 visible ASCII characters, or false', value);
}

function checkIfMatch(value: unknown, field: string): void {
  if (typeof value === 'string') return headerValue(value, field);
  const revision = isRecord(value) ? value['revision'] : value;
  if (!Number.isInteger(revision)) refuse(field, 'a job, its revision or its ETag', value);
}

function etagOf(match: NonNullable<GuardedWriteOptions['ifMatch']>): string {
  if (typeof match === 'string') return match;
  return `"${typeof match === 'number' ? match : match.revision}"`;
}

function pathOf({ name, path, parameters }: Operation, given: readonly unknown[]): string {
  return parameters.reduce((text, parameter, index) => {
    const value = given[index];
    // A dot would be another path, before the server sees it.
    if (typeof value !== 'string' || value === '' || value === '.' || value === '..')
      refuse(`${name}: ${parameter}`, 'a text that is not empty', value);
    return text.replace(`{${parameter}}`, () => encodeURIComponent(value));
  }, path);
}

function queryText({ name }: Operation, query: unknown): string {
  if (query === undefined) return '';
  if (!isRecord(query)) refuse(`${name}: query`, 'an object', query);
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        `${encodeURIComponent(key)}=${encodeURIComponent(valueText(value, `${name}: ${key}`))}`,
    );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function valueText(value: unknown, field: string): string {
  if (Array.isArray(value)) return value.map((each) => itemText(each, field)).join(',');
  return value instanceof Date ? instantText(value, field) : oneText(value, field);
}

/** A comma in a value would be taken for the end of it. */
function itemText(value: unknown, field: string): string {
  const text = oneText(value, field);
  if (text.includes(','))
    throw new InvalidArgument(field, 'has a comma in one of its values, which this API separates by commas');
  return text;
}

function oneText(value: unknown, field: string): string {
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return String(value);
  return refuse(field, 'a text, a number, a boolean, a Date or a list', value);
}

function instantText(value: Date, field: string): string {
  return Number.isNaN(value.getTime()) ? refuse(field, 'a valid Date', value) : value.toISOString();
}

function bodyText({ name }: Operation, body: unknown): string {
  if (!isRecord(body)) refuse(`${name}: body`, 'an object', body);
  try {
    return JSON.stringify(body);
  } catch {
    throw new InvalidArgument(
      `${name}: body`,
      'cannot be written as JSON: it has a circle, a BigInt or an invalid Date',
    );
  }
}
