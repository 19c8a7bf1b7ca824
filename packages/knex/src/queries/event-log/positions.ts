import type { Dialect } from '../../dialects/dialect.js';

/** Digits of the number of an event in its row. */
const DIGITS_IN_ROW = 5;
/** As many digits as the greatest safe integer has. */
const DIGITS = 16;
const POSTGRES_KEY = /^[0-9a-f]{28}$/;
const NUMBER_KEY = /^\d{16}$/;

/** Where an event stands: the key of its row in the log, and its number in it, both as texts of a fixed length, so that positions compare as texts. */
export interface Place {
  /** The value of the column `position`. */
  readonly key: string | number;
  readonly index: number;
}

export function positionOf(key: unknown, index: number): string {
  const text = typeof key === 'string' && POSTGRES_KEY.test(key) ? key : String(key).padStart(DIGITS, '0');
  return `${text}.${String(index).padStart(DIGITS_IN_ROW, '0')}`;
}

/** Null: a store of this kind has never given such a position. */
export function placeOf(position: string, { name }: Dialect): Place | null {
  const [key = '', index = '', ...rest] = position.split('.');
  if (rest.length > 0 || !/^\d{5}$/.test(index)) return null;
  const isKey = (name === 'postgres' ? POSTGRES_KEY : NUMBER_KEY).test(key);
  return isKey ? { key: name === 'postgres' ? key : Number(key), index: Number(index) } : null;
}
