import { didYouMean } from '../errors/did-you-mean.js';
import { InputError, type InputIssue } from '../errors/scheduler-error.js';
import { DURATION_RULE, type DurationInput, toMilliseconds } from '../values/duration.js';

/** Says what is wrong with a value; an empty list where nothing is. `field` is what messages call the value. */
export type Check = (value: unknown, field: string) => readonly InputIssue[];

const FINE: readonly InputIssue[] = Object.freeze([]);

/** A check by one condition. */
export function accepting(accepts: (value: unknown) => boolean, problem: string, accepted: string): Check {
  return (value, field) => (accepts(value) ? FINE : wrong(value, field, { problem, accepted }));
}

/** A value that is not given is missing, whatever else it would have to be. */
function wrong(
  value: unknown,
  field: string,
  { problem, accepted }: Pick<InputIssue, 'problem' | 'accepted'>,
): readonly InputIssue[] {
  const issue = { field, value, problem: value === undefined ? 'is missing' : problem };
  return [accepted === undefined ? issue : { ...issue, accepted }];
}

/** Whatever is given: the value is checked elsewhere, or everything is accepted. */
export const anything: Check = () => FINE;

// eslint-disable-next-line no-control-regex -- control characters are exactly what is refused
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

export function text(longest: number): Check {
  const accepted = `a text of 1 to ${longest} characters without control characters`;
  return (value, field) => {
    const problem = problemOfText(value, longest);
    return problem === null ? FINE : wrong(value, field, { problem, accepted });
  };
}

function problemOfText(value: unknown, longest: number): string | null {
  if (typeof value !== 'string') return 'is not a text';
  if (value === '') return 'is empty';
  if (value.length > longest) return 'is too long';
  return CONTROL.test(value) ? 'has control characters' : null;
}

export function oneOf(...values: readonly (string | null)[]): Check {
  const accepted = values.map(String).join(', ');
  return (value, field) => {
    if (values.includes(value as string)) return FINE;
    const known = values.filter((each) => each !== null);
    const meant = typeof value === 'string' ? didYouMean(value, known) : null;
    const problem = meant === null ? 'is not known' : `is not known; did you mean '${meant}'?`;
    return wrong(value, field, { problem, accepted });
  };
}

export function wholeNumber(least: number, most: number): Check {
  return accepting(
    (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
    `is not a whole number from ${least} to ${most}`,
    `a whole number from ${least} to ${most}`,
  );
}

export const flag: Check = accepting(
  (value) => typeof value === 'boolean',
  'is not a boolean',
  'true or false',
);

export function isFunction(accepted: string): Check {
  return accepting((value) => typeof value === 'function', 'is not a function', accepted);
}

/** An object that has the methods by which it is used, whatever else it has: a port, a handler, a schema. */
export function having(methods: readonly string[], accepted: string): Check {
  return accepting(
    (value) =>
      (typeof value === 'object' || typeof value === 'function') &&
      value !== null &&
      methods.every((name) => typeof (value as Readonly<Record<string, unknown>>)[name] === 'function'),
    `does not have the methods ${methods.join(', ')}`,
    accepted,
  );
}

export const date: Check = accepting(
  isValidDate,
  'is not a valid date',
  "a Date, such as new Date('2030-01-01T00:00:00Z')",
);

function isValidDate(value: unknown): boolean {
  return (
    Object.prototype.toString.call(value) === '[object Date]' && !Number.isNaN((value as Date).getTime())
  );
}

export function duration(least = 0): Check {
  return (value, field) => {
    try {
      if (toMilliseconds(value as DurationInput, field) >= least) return FINE;
    } catch (error) {
      return value === undefined ? wrong(value, field, NO_DURATION) : issuesOf(error, value, field);
    }
    return [{ field, value, problem: `must be at least ${least} ms`, accepted: DURATION_RULE }];
  };
}

const NO_DURATION = { problem: 'is not a duration', accepted: DURATION_RULE };

function issuesOf(error: unknown, value: unknown, field: string): readonly InputIssue[] {
  return error instanceof InputError ? error.issues : wrong(value, field, NO_DURATION);
}

export function optional(check: Check): Check {
  return (value, field) => (value === undefined ? FINE : check(value, field));
}

export function nullable(check: Check): Check {
  return (value, field) => (value === null ? FINE : check(value, field));
}

/** The first check that has nothing against the value decides; else the issues of the last one are those of all. */
export function either(...checks: readonly Check[]): Check {
  return (value, field) => {
    let issues = FINE;
    for (const check of checks) {
      issues = check(value, field);
      if (issues.length === 0) return FINE;
    }
    return issues;
  };
}

export function listOf(check: Check, accepted: string): Check {
  return (value, field) => {
    if (!Array.isArray(value)) return wrong(value, field, { problem: 'is not a list', accepted });
    return Array.from(value as readonly unknown[]).flatMap((item, index) =>
      check(item, `${field}[${index}]`),
    );
  };
}

/** The checks of the parts that every store is made with. */
export const storeClock: Check = having(['now'], 'a clock, such as new SystemClock()');
export const clock: Check = having(['now', 'monotonicMs', 'setTimer'], 'a Clock, such as new SystemClock()');

export type Fields = Readonly<Record<string, Check>>;

/** A plain object with these fields and no others. `example` says what is accepted where the value is no object. */
export function fields(known: Fields, example = shapeOf(known)): Check {
  return (value, field) => {
    if (!isPlainObject(value))
      return wrong(value, field, { problem: 'is not a plain object', accepted: example });
    const given = value as Readonly<Record<string, unknown>>;
    return [
      ...unknownKeys(given, known, field),
      ...Object.entries(known).flatMap(([key, check]) =>
        check(Object.hasOwn(given, key) ? given[key] : undefined, `${field}.${key}`),
      ),
    ];
  };
}

export function unknownKeys(given: object, known: Fields, field: string): readonly InputIssue[] {
  const names = Object.keys(known);
  return Object.keys(given)
    .filter((key) => !Object.hasOwn(known, key))
    .map((key) => unknownKey(`${field}.${key}`, key, names));
}

export function unknownKey(field: string, key: string, names: readonly string[]): InputIssue {
  const meant = didYouMean(key, names);
  const problem = meant === null ? 'is not known' : `is not known; did you mean '${meant}'?`;
  return { field, value: undefined, problem, ...(names.length === 0 ? {} : { accepted: names.join(', ') }) };
}

function shapeOf(known: Fields): string {
  return `an object such as { ${Object.keys(known).slice(0, 4).join(', ')} }`;
}

/** Made by a literal or by JSON.parse, in this realm or another. */
export function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
