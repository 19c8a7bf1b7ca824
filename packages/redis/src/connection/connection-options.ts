import {
  accepting,
  anything,
  type Check,
  nullable,
  optional,
  text,
  wholeNumber,
} from '@scheduler/contracts/adapter';
import type { RedisConnectionOptions } from './connect.js';

const LONGEST_PREFIX = 128;
const MOST_DATABASES = 65_535;

/** The checks of the options of a connection. The URL is checked where it is read, since it may contain a password. */
export const CONNECTION_OPTIONS: Readonly<Record<keyof RedisConnectionOptions, Check>> = {
  url: anything,
  db: optional(nullable(wholeNumber(0, MOST_DATABASES))),
  keyPrefix: optional(text(LONGEST_PREFIX)),
  redis: optional(
    accepting(
      (value) => typeof value === 'object' && value !== null,
      'is not an object',
      'options of ioredis',
    ),
  ),
};
