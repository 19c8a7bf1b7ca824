import { randomInt } from 'node:crypto';
import type { IdGenerator } from '@scheduler/contracts';

/** Without i, l, o, 0 and 1, which look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 8;

/** Ids that are easy to read aloud: eight letters and digits. */
export class ShortIds implements IdGenerator {
  next(): string {
    return Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
  }
}
