import type { Logger } from '@scheduler/contracts';
import type { Redis } from 'ioredis';
import type { Script, Scripts } from '../connection/script.js';
import { LocalRuns } from './local-runs.js';

export interface RedisDatabaseOptions {
  readonly redis: Redis;
  readonly scripts: Scripts;
  /** The prefix of every key. Its hash tag keeps all keys in one slot of a cluster. */
  readonly base: string;
  /** Gets the errors of listeners. */
  readonly logger: Logger;
}

/** The connection and keys that the repositories of one store share. Each change is one script, which Redis runs atomically. */
export class RedisDatabase {
  readonly redis: Redis;
  readonly base: string;
  readonly runs: LocalRuns;
  private readonly scripts: Scripts;

  constructor({ redis, scripts, base, logger }: RedisDatabaseOptions) {
    this.runs = new LocalRuns(logger);
    this.redis = redis;
    this.scripts = scripts;
    this.base = base;
  }

  key(name: string): string {
    return `${this.base}${name}`;
  }

  run(step: Script, args: readonly (string | number)[]): Promise<unknown> {
    return this.scripts.run(step, { keys: [this.base], args });
  }

  /** Resolves when there is a connection, or after the timeout. */
  async connected(timeoutMs: number): Promise<void> {
    if (this.redis.status === 'ready') return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.redis.off('ready', done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      this.redis.once('ready', done);
    });
  }

  /** The time of Redis, which is the time of the store. */
  async now(): Promise<Date> {
    const [seconds, microseconds] = await this.redis.time();
    return new Date(
      Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000) + this.scripts.shiftMs,
    );
  }
}

/** All keys of a store have one hash tag, so that a cluster allows scripts over many of them. */
export function baseOf(keyPrefix: string): string {
  return `${keyPrefix}{store}:`;
}
