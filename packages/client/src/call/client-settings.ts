import type { RetryOptions } from '../options/call-options.js';
import { InvalidArgument } from '../errors/client-errors.js';
import { aFunction, checkMembers, headers, headerValue, refuse, retry, wholeNumber } from './check.js';
import { DEFAULT_RETRY, type RetryPolicy } from './retry-policy.js';

/** A token, or where one comes from for each attempt. */
export type TokenSource = string | (() => string | Promise<string>);

/** What sends a request: `fetch`, or a handler of `@scheduler/http` in the same process. */
export type Fetch = (request: Request) => Promise<Response>;

export interface ClientOptions {
  /** Where the API begins, such as `https://jobs.example.com/api/v1/scheduler`; in a browser also a path of the page's own host. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer`. Default: none, for a session in a cookie. */
  readonly token?: TokenSource;
  /** Default: the `fetch` of the platform. */
  readonly fetch?: Fetch;
  /** How often and how soon a call is repeated; `false`: never. */
  readonly retry?: RetryOptions | false;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether cookies are sent. Default: `same-origin`. */
  readonly credentials?: 'include' | 'omit' | 'same-origin';
  /** How long one attempt may take. Default: 30 s. */
  readonly timeoutMs?: number;
}

export interface ClientSettings {
  readonly baseUrl: string;
  readonly token: TokenSource | null;
  readonly fetch: Fetch;
  readonly retry: RetryPolicy;
  readonly headers: Readonly<Record<string, string>>;
  readonly credentials: 'include' | 'omit' | 'same-origin';
  readonly timeoutMs: number;
}

const TIMEOUT_MS = 30_000;

const OPTIONS = {
  baseUrl: () => undefined,
  token: (value: unknown, field: string) => {
    if (typeof value !== 'function') headerValue(value, field);
  },
  fetch: aFunction,
  retry,
  headers,
  credentials: (value: unknown, field: string) => {
    if (!['include', 'omit', 'same-origin'].includes(value as string))
      refuse(field, 'include, omit or same-origin', value);
  },
  timeoutMs: wholeNumber(1),
};

/** Throws InvalidArgument for options that cannot be right. */
export function readSettings(options: ClientOptions): ClientSettings {
  checkMembers(options, 'options', OPTIONS);
  return {
    baseUrl: readBaseUrl(options.baseUrl),
    token: options.token ?? null,
    // Looked up with each call, since tools for tests and tracing replace it later.
    fetch: options.fetch ?? ((request) => globalThis.fetch(request)),
    retry: retryPolicy(options.retry, DEFAULT_RETRY),
    headers: { ...options.headers },
    credentials: options.credentials ?? 'same-origin',
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
  };
}

export function retryPolicy(given: RetryOptions | false | undefined, otherwise: RetryPolicy): RetryPolicy {
  if (given === false) return { ...otherwise, maxRetries: 0 };
  const known = Object.entries(given ?? {}).filter(([, value]) => value !== undefined);
  return { ...otherwise, ...Object.fromEntries(known) };
}

function readBaseUrl(given: unknown): string {
  const field = 'options.baseUrl';
  if (typeof given !== 'string' || given === '') return refuse(field, 'the address of the API', given);
  const url = parsed(given);
  if (url === null || !/^https?:$/.test(url.protocol))
    return refuse(field, 'an address such as https://jobs.example.com/api/v1/scheduler', given);
  // Fetch refuses the first, with the password in its message; the others would end up in the middle of a path.
  if (url.username !== '' || url.password !== '')
    throw new InvalidArgument(field, 'has a user or a password; give token or headers instead');
  if (url.search !== '' || url.hash !== '') throw new InvalidArgument(field, 'has a query or a fragment');
  return url.href.replace(/\/+$/, '');
}

/** In a browser, relative to the page. */
function parsed(text: string): URL | null {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  try {
    return new URL(text, location?.href);
  } catch {
    return null;
  }
}
