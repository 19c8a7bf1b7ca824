import { isSchedulerError, NotOpen, StoreUnavailable } from '@scheduler/contracts';
import { STORE_NAME } from './refuse-transaction.js';

/** The error of the scheduler for an error of the driver, whose message may contain an address or a password. Only its codes are used. */
export function toStoreError(error: unknown): unknown {
  if (isSchedulerError(error) || isProgramError(error)) return error;
  const message = error instanceof Error ? error.message : '';
  const refusal = REFUSALS.exec(message)?.[0];
  if (refusal !== undefined) return refused(refusal, error);
  if (/^(?:ERR|WRONGTYPE)\b/.test(message)) return error;
  const [problem, wayOut] = PROBLEMS[codeOf(error)] ?? NO_ANSWER;
  return new StoreUnavailable(STORE_NAME, problem, { wayOut, cause: error });
}

const REFUSALS = /^(?:OOM|READONLY|LOADING|MISCONF|NOAUTH|WRONGPASS|NOPERM|CLUSTERDOWN|MASTERDOWN|BUSY)\b/;

function refused(refusal: string, cause: unknown): StoreUnavailable {
  if (refusal !== 'WRONGPASS' && refusal !== 'NOAUTH')
    return new StoreUnavailable(STORE_NAME, `Redis refused a command (${refusal})`, { cause });
  const wayOut = 'check the user and the password in the URL of Redis';
  return new StoreUnavailable(STORE_NAME, `Redis refused the user or the password (${refusal})`, {
    wayOut,
    cause,
  });
}

const UNKNOWN_HOST = [
  'the host name of Redis is not known',
  'check the host in the URL of Redis, and that this machine can look up names',
] as const;

const UNTRUSTED = [
  'the certificate of Redis is not trusted, or is not for this host',
  'name its authority with NODE_EXTRA_CA_CERTS, or with redis: { tls: { ca } }, and check the host in the URL',
] as const;

const PROBLEMS: Readonly<Record<string, readonly [problem: string, wayOut: string]>> = {
  ECONNREFUSED: [
    'Redis refuses connections',
    'check that Redis runs, and the host and port in its URL, then try again',
  ],
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: UNKNOWN_HOST,
  CERT_HAS_EXPIRED: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
};

const NO_ANSWER = [
  'Redis does not answer',
  'check that Redis runs and can be reached, then try again',
] as const;

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
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
