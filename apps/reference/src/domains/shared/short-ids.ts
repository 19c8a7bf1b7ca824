import { randomInt } from 'node:crypto';
import type { IdGenerator } from '@scheduler/contracts';

/** No i, l, o and no 0, 1: they look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 8;

/** Ids that people can read to each other: eight letters and digits. */
export class ShortIds implements IdGenerator {
  next(): string {
    return Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
  }
}
