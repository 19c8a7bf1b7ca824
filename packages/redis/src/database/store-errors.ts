import { isSchedulerError, NotOpen, StoreUnavailable } from '@scheduler/contracts';
import { STORE_NAME } from './refuse-transaction.js';

/** The error of the scheduler for an error of the driver, whose message may contain an address or a password. Only the code at its start is used. */
export function toStoreError(error: unknown): unknown {
  if (isSchedulerError(error) || isProgramError(error)) return error;
  const message = error instanceof Error ? error.message : '';
  const refusal =
    /^(?:OOM|READONLY|LOADING|MISCONF|NOAUTH|WRONGPASS|NOPERM|CLUSTERDOWN|MASTERDOWN|BUSY)\b/.exec(
      message,
    )?.[0];
  if (refusal !== undefined)
    return new StoreUnavailable(STORE_NAME, `Redis refused a command (${refusal})`, { cause: error });
  if (/^(?:ERR|WRONGTYPE)\b/.test(message)) return error;
  return new StoreUnavailable(STORE_NAME, 'Redis does not answer', {
    wayOut: 'check that Redis runs and can be reached, then try again',
    cause: error,
  });
}

/** Whether the error is a bug of the program, not a failure of Redis. */
function isProgramError(error: unknown): boolean {
  return [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
}

/** Wraps a repository, so that its methods reject with errors of the scheduler where Redis cannot be used. */
export function withStoreErrors<T extends object>(repository: T, isClosed: () => boolean = () => false): T {
  return new Proxy(repository, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: readonly unknown[]): unknown => {
        const answer: unknown = Reflect.apply(value, target, args);
        if (!(answer instanceof Promise)) return answer;
        return answer.catch((error: unknown) => {
          if (isClosed()) throw new NotOpen(`a call of the ${STORE_NAME} store`);
          throw toStoreError(error);
        });
      };
    },
  });
}
