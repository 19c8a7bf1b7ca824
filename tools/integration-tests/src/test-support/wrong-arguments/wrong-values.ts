import type { Field, Shape } from './shape.js';

/** A wrong value for an argument, and where in it the mistake is. */
export interface Wrong {
  readonly path: string;
  readonly value: unknown;
}

const TOO_LONG = 'x'.repeat(100_000);

/** One of each kind of value. What a shape cannot be is wrong for it. */
const CANDIDATES: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['42', 42],
  ['-1', -1],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ["''", ''],
  ['a text with a control character', 'a\u0000b'],
  ['a text of 100,000 characters', TOO_LONG],
  ["'no such thing'", 'no such thing'],
  ['true', true],
  ['[]', []],
  ['{}', {}],
  ['an invalid date', new Date(Number.NaN)],
  ['a function', () => 1],
  ['a bigint', 10n],
  ['a symbol', Symbol('s')],
  ['a map', new Map()],
];

/** The wrong values for a parameter: those of another kind, and a right value with one part that is wrong. */
export function wrongValues({ name, optional, shape }: Field, right: unknown): readonly Wrong[] {
  return [
    ...(optional ? [] : [{ path: `${name} is undefined`, value: undefined }]),
    ...wrongFor(shape, right).map(({ path, value }) => ({ path: `${name}${path}`, value })),
  ];
}

function wrongFor(shape: Shape, right: unknown): readonly Wrong[] {
  const ofOtherKind = CANDIDATES.filter(([, value]) => !couldBe(shape, value)).map(([shown, value]) => ({
    path: ` is ${shown}`,
    value,
  }));
  return [...ofOtherKind, ...wrongInside(shape, right)];
}

function wrongInside(shape: Shape, right: unknown): readonly Wrong[] {
  switch (shape.kind) {
    case 'list':
      return wrongFor(shape.item, (right as readonly unknown[] | undefined)?.[0]).map(({ path, value }) => ({
        path: `[0]${path}`,
        value: [value],
      }));
    case 'object':
      return wrongFields(shape.fields, right);
    case 'union': {
      const fitting = shape.of.find((member) => right !== undefined && right !== null && fits(member, right));
      return fitting === undefined ? [] : wrongInside(fitting, right);
    }
    default:
      return [];
  }
}

function wrongFields(fields: readonly Field[], right: unknown): readonly Wrong[] {
  const base = (right ?? {}) as Readonly<Record<string, unknown>>;
  const ownProto: object = JSON.parse('{"__proto__":{"admin":true}}') as object;
  return [
    { path: ' has an unknown key', value: { ...base, noSuchKey: 1 } },
    {
      path: ' has a key __proto__',
      value: Object.defineProperties({ ...base }, Object.getOwnPropertyDescriptors(ownProto)),
    },
    ...fields.flatMap((field) =>
      wrongValues(field, base[field.name]).map(({ path, value }) => ({
        path: `.${path}`,
        value: { ...base, [field.name]: value },
      })),
    ),
  ];
}

/** Whether a right value is of this member of a union: by its discriminant, or by its keys. */
function fits(shape: Shape, right: unknown): boolean {
  if (shape.kind !== 'object') return couldBe(shape, right);
  if (typeof right !== 'object' || right === null || Array.isArray(right)) return false;
  const given = right as Readonly<Record<string, unknown>>;
  return shape.fields.every(({ name, optional, shape: of }) =>
    name in given ? of.kind !== 'literals' || couldBe(of, given[name]) : optional,
  );
}

/** Whether a value may be right for a shape, as far as its kind says. */
function couldBe(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case 'text':
      return typeof value === 'string' && value !== '' && value.length <= 1_000 && !value.includes('\u0000');
    case 'number':
      return Number.isFinite(value) && (value as number) >= 0;
    case 'flag':
      return typeof value === 'boolean';
    case 'date':
      return value instanceof Date && !Number.isNaN(value.getTime());
    case 'function':
      return typeof value === 'function';
    case 'duration':
      return Number.isFinite(value) && (value as number) >= 0;
    case 'literals':
      return shape.values.includes(value as string);
    case 'list':
      return Array.isArray(value);
    case 'json':
      return !['function', 'bigint', 'symbol'].includes(typeof value) && !isExotic(value);
    case 'json object':
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExotic(value);
    case 'union':
      return (shape.nullable && value === null) || shape.of.some((member) => couldBe(member, value));
  }
}

function isExotic(value: unknown): boolean {
  return (
    value instanceof Date || value instanceof Map || (typeof value === 'number' && !Number.isFinite(value))
  );
}
