import type { ErrorClass } from '@scheduler/contracts';

/** Error codes and names by class, in small letters with underscores. */
const CODES: Readonly<Record<ErrorClass, readonly string[]>> = {
  retryable: [
    ...[
      'timeout',
      'timed_out',
      'etimedout',
      'esockettimedout',
      'timeout_error',
      'abort_error',
      'execution_timed_out',
    ],
    ...[
      'connection_refused',
      'econnrefused',
      'econnreset',
      'econnaborted',
      'epipe',
      'eai_again',
      'enotfound',
    ],
    ...['und_err_connect_timeout', 'und_err_headers_timeout', 'und_err_body_timeout', 'und_err_socket'],
    ...['rate_limited', 'too_many_requests'],
  ],
  transient: [
    ...['busy', 'overloaded', 'temporary_failure', 'ebusy', 'eagain', 'emfile', 'enfile', 'enobufs'],
    ...[
      'sqlite_busy',
      'sqlite_locked',
      'er_lock_deadlock',
      'er_lock_wait_timeout',
      '40001',
      '40p01',
      '55p03',
    ],
  ],
  degraded: [
    ...['service_unavailable', 'bad_gateway', 'ehostunreach', 'enetunreach', 'ehostdown', 'enetdown'],
    ...['store_unavailable'],
  ],
  terminal: [
    ...['not_found', 'unauthorized', 'forbidden', 'validation_error', 'invalid_argument', 'zod_error'],
  ],
};

const STATUSES: Readonly<Record<ErrorClass, readonly number[]>> = {
  retryable: [408, 425, 429, 504],
  transient: [423],
  degraded: [502, 503],
  terminal: [400, 401, 403, 404, 405, 406, 410, 411, 413, 414, 415, 422, 451, 501],
};

const byCode = inverted(CODES);
const byStatus = inverted(STATUSES);

function inverted<T>(table: Readonly<Record<ErrorClass, readonly T[]>>): ReadonlyMap<T, ErrorClass> {
  const pairs = Object.entries(table).flatMap(([name, values]) =>
    values.map((value) => [value, name as ErrorClass] as const),
  );
  return new Map(pairs);
}

/** `ValidationError`, `VALIDATION_ERROR` and `validation-error` are the same code. */
export function classOfCode(code: string): ErrorClass | null {
  const plain = code.replace(/([a-z])([A-Z])/g, '$1_$2').replace(/[\s-]+/g, '_');
  return byCode.get(plain.toLowerCase()) ?? null;
}

export function classOfStatus(status: number): ErrorClass | null {
  return byStatus.get(status) ?? null;
}
