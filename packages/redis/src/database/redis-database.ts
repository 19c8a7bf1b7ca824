import type { Logger } from '@scheduler/contracts';
import type { Redis } from 'ioredis';
import type { Script, Scripts } from '../connection/script.js';
import { LocalRuns } from './local-runs.js';
import type { Step } from './step.js';

export interface RedisDatabaseOptions {
  readonly redis: Redis;
  readonly scripts: Scripts;
  /** The prefix of every key. Its hash tag keeps all keys in one slot of a cluster. */
  readonly base: string;
  /** Gets the errors of listeners. */
  readonly logger: Logger;
  /** Whether changes are appended to the event log. */
  readonly eventLog: boolean;
}

/** The connection and keys that the repositories of one store share. Each change is one script, which Redis runs atomically. */
export class RedisDatabase {
  readonly redis: Redis;
  readonly base: string;
  readonly runs: LocalRuns;
  /** Whether changes are appended to the event log. */
  readonly logs: boolean;
  private readonly scripts: Scripts;

  constructor({ redis, scripts, base, logger, eventLog }: RedisDatabaseOptions) {
    this.logs = eventLog;
    this.runs = new LocalRuns(logger);
    this.redis = redis;
    this.scripts = scripts;
    this.base = base;
  }

  key(name: string): string {
    return `${this.base}${name}`;
  }

  /** Runs a script that changes nothing of which there are events. */
  run(step: Script, args: readonly (string | number)[]): Promise<unknown> {
    return this.scripts.run(step, { keys: [this.base], args });
  }

  /** Runs a script that changes something, and appends the events of it if the log is on. */
  change(step: Step, args: readonly (string | number)[], cause: string | null | undefined): Promise<unknown> {
    if (!this.logs) return this.run(step, args);
    return this.scripts.run(step.logging, { keys: [this.base], args: [...args, cause ?? ''] });
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
