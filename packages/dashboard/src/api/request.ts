import { signal } from '@preact/signals';
import { asApiError, errorOf } from './api-error.js';
import { storedToken } from './token.js';

export type QueryValue = string | number | boolean | readonly string[] | null | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

export interface RequestOptions {
  readonly query?: Query;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Where the API is: the page lies one folder below it. */
export const API_ROOT = new URL('../', document.baseURI);

/** Becomes true when a credential is refused, so that the page for signing in is shown. */
export const signedOut = signal(false);

/** Sends a request. Throws an ApiError for every answer that is no success. */
export async function request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
  const response = await send(method, path, options);
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
  throw await refusalOf(response);
}

export const get = <T>(path: string, query?: Query, abort?: AbortSignal): Promise<T> =>
  request<T>('GET', path, { ...(query === undefined ? {} : { query }), ...(abort && { signal: abort }) });

export const post = <T>(path: string, body?: unknown): Promise<T> => request<T>('POST', path, { body });

/** The answer as it is, for streams. Throws an ApiError where there is none. */
export async function send(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
  const { body, signal: abort, headers = {} } = options;
  const token = storedToken();
  try {
    return await fetch(addressOf(path, options.query), {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(abort === undefined ? {} : { signal: abort }),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
  } catch (error) {
    if (abort?.aborted === true) throw error;
    throw asApiError(error);
  }
}

function addressOf(path: string, query: Query = {}): URL {
  const url = new URL(path.replace(/^\//, ''), API_ROOT);
  for (const [name, value] of Object.entries(query)) {
    const text = typeof value === 'object' && value !== null ? value.join(',') : value;
    if (text !== undefined && text !== null && text !== '') url.searchParams.set(name, String(text));
  }
  return url;
}

/** A part of a path that may have any characters. */
export const segment = (text: string): string => encodeURIComponent(text);

/** A list of the API that has its total in a header. */
export async function getList<T>(
  path: string,
  query: Query,
  abort: AbortSignal,
): Promise<{ readonly items: readonly T[]; readonly total: number | null }> {
  const response = await send('GET', path, { query, signal: abort });
  if (!response.ok) throw await refusalOf(response);
  const total = response.headers.get('x-total-count');
  return { items: (await response.json()) as readonly T[], total: total === null ? null : Number(total) };
}

/** The health, which is an answer also where it is bad. */
export async function getHealth<T>(query: Query, abort: AbortSignal): Promise<T> {
  const response = await send('GET', 'health', { query, signal: abort });
  if (response.ok || response.status === 503) return (await response.json()) as T;
  throw await refusalOf(response);
}

async function refusalOf(response: Response): Promise<Error> {
  const error = await errorOf(response);
  if (error.status === 401) signedOut.value = true;
  return error;
}
