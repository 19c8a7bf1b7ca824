import { isSchedulerError, StoreUnavailable } from '@scheduler/contracts';
import { STORE_NAME } from './refuse-transaction.js';

/** What a driver says may hold an address or a password; the kind of a refusal, such as OOM or READONLY, comes first and holds neither. */
export function toStoreError(error: unknown): unknown {
  if (isSchedulerError(error) || isMistake(error)) return error;
  const message = error instanceof Error ? error.message : '';
  const refusal =
    /^(?:OOM|READONLY|LOADING|MISCONF|NOAUTH|WRONGPASS|NOPERM|CLUSTERDOWN|MASTERDOWN|BUSY)\b/.exec(
      message,
    )?.[0];
  if (refusal !== undefined)
    return new StoreUnavailable(STORE_NAME, `Redis refused a command (${refusal})`, { cause: error });
  if (/^(?:ERR|WRONGTYPE)\b/.test(message)) return error;
  return new StoreUnavailable(STORE_NAME, 'Redis does not answer', {
    wayOut: 'see that it runs and can be reached, then try again',
    cause: error,
  });
}

/** Of the program, not of Redis. */
function isMistake(error: unknown): boolean {
  return [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
}

/** The same repository, whose methods reject with errors of the scheduler where Redis cannot be used. */
export function withStoreErrors<T extends object>(repository: T): T {
  return new Proxy(repository, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: readonly unknown[]): unknown => {
        const answer: unknown = Reflect.apply(value, target, args);
        if (!(answer instanceof Promise)) return answer;
        return answer.catch((error: unknown) => {
          throw toStoreError(error);
        });
      };
    },
  });
}
