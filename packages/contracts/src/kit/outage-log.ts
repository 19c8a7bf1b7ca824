import { isSchedulerError } from '../errors/scheduler-error.js';
import type { StoreUnavailable } from '../errors/errors.js';
import type { Clock } from '../host/clock.js';
import type { Logger } from '../host/logger.js';
import type { JsonObject } from '../values/json.js';

/** Something that is done again and again, and has failed this time. */
export interface Failure {
  /** What was tried, such as `tick`. */
  readonly activity: string;
  /** The line for the log, such as `tick failed`. */
  readonly message: string;
  readonly error: unknown;
  /** Default `error`. */
  readonly level?: 'warn' | 'error';
  readonly fields?: JsonObject;
}

interface Outage {
  readonly sinceMs: number;
  readonly activity: string;
  failures: number;
}

/**
 * Logs an outage with two lines instead of several a second: one when it begins, and one with its length when it is over. Everything that
 * a store refuses at the same time is one outage.
 */
export class OutageLog {
  private static readonly logs = new WeakMap<Logger, OutageLog>();
  private readonly outages = new Map<string, Outage>();

  private constructor(
    private readonly logger: Logger,
    private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {}

  /** The one of a logger, so that all parts of a node report to the same one. */
  static of(logger: Logger, clock: Pick<Clock, 'monotonicMs'>): OutageLog {
    let log = OutageLog.logs.get(logger);
    if (log === undefined) OutageLog.logs.set(logger, (log = new OutageLog(logger, clock)));
    return log;
  }

  failed({ activity, message, error, level = 'error', fields = {} }: Failure): void {
    const store = storeOf(error);
    const key = store === null ? activity : OF_THE_STORE;
    const known = this.outages.get(key);
    if (known !== undefined) {
      known.failures += 1;
      return;
    }
    this.outages.set(key, { sinceMs: this.clock.monotonicMs(), activity, failures: 1 });
    const text = store === null ? message : `the ${store} store cannot be used`;
    this.logger[level](text, {
      ...fields,
      ...(store === null ? {} : { during: activity }),
      error: String(error),
    });
  }

  /** Called after each success. Whatever works shows that the store can be used. */
  worked(activity: string): void {
    if (this.outages.size === 0) return;
    this.end(activity, `${activity} works again`);
    this.end(OF_THE_STORE, 'the store can be used again');
  }

  private end(key: string, message: string): void {
    const outage = this.outages.get(key);
    if (outage === undefined) return;
    this.outages.delete(key);
    const outageMs = Math.round(this.clock.monotonicMs() - outage.sinceMs);
    this.logger.warn(message, { outageMs, failures: outage.failures });
  }
}

const OF_THE_STORE = 'store';

/** The name of the store that refuses. Null: the error says nothing about a store. */
function storeOf(error: unknown): string | null {
  return isSchedulerError(error) && error.code === 'STORE_UNAVAILABLE'
    ? (error as StoreUnavailable).store
    : null;
}
