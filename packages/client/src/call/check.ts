import { InvalidArgument } from '../errors/client-errors.js';

type Check = (value: unknown, field: string) => void;

/** What is wrong, without the value: it may be a secret. */
export function refuse(field: string, accepted: string, value?: unknown): never {
  throw new InvalidArgument(
    field,
    `is ${value === undefined ? 'missing' : kindOf(value)}, and has to be ${accepted}`,
  );
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === '') return 'empty';
  return Array.isArray(value) ? 'a list' : `no such ${typeof value}`;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Refuses unknown members, so that a misspelt option is not ignored, and wrong ones. */
export function checkMembers(value: unknown, field: string, checks: Readonly<Record<string, Check>>): void {
  if (!isRecord(value)) refuse(field, `an object with ${Object.keys(checks).join(', ')}`, value);
  for (const [name, member] of Object.entries(value)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined)
      throw new InvalidArgument(`${field}.${name}`, `is not known; ${Object.keys(checks).join(', ')} are`);
    if (member !== undefined) check(member, `${field}.${name}`);
  }
}

const LONGEST_DELAY = 2 ** 31 - 1;

export const wholeNumber =
  (least: number, most: number = LONGEST_DELAY): Check =>
  (value, field) => {
    if (!Number.isInteger(value) || Number(value) < least || Number(value) > most)
      refuse(field, `a whole number from ${least} to ${most}`, value);
  };

export const aFunction: Check = (value, field) => {
  if (typeof value !== 'function') refuse(field, 'a function', value);
};

export const aSignal: Check = (value, field) => {
  if (
    !isRecord(value) ||
    typeof value['aborted'] !== 'boolean' ||
    typeof value['addEventListener'] !== 'function'
  )
    refuse(field, 'an AbortSignal', value);
};

/** What a header may hold: one line of visible characters. */
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

export const headerValue: Check = (value, field) => {
  if (typeof value !== 'string' || !HEADER_VALUE.test(value))
    refuse(field, 'one line of ASCII characters', value);
};

export const headers: Check = (value, field) => {
  if (!isRecord(value)) refuse(field, 'an object of texts', value);
  for (const [name, text] of Object.entries(value)) {
    if (!HEADER_NAME.test(name)) throw new InvalidArgument(field, 'has a name that is no name of a header');
    headerValue(text, `${field}.${name}`);
  }
};

const RETRY: Readonly<Record<string, Check>> = {
  maxRetries: wholeNumber(0, 100),
  delayMs: wholeNumber(0),
  maxDelayMs: wholeNumber(0),
};

export const retry: Check = (value, field) => {
  if (value !== false) checkMembers(value, field, RETRY);
};
