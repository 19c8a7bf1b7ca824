import { refuse, headerValue } from './check.js';
import type { CheckedCall } from './call-arguments.js';
import type { ClientSettings } from './client-settings.js';

export interface Sending {
  readonly idempotencyKey: string | null;
  readonly signal: AbortSignal;
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The request of one attempt. The token is asked for anew, since it may have expired meanwhile. */
export async function buildRequest(
  settings: ClientSettings,
  { operation, path, body, ifMatch, options }: CheckedCall,
  { idempotencyKey, signal, accept, headers }: Sending,
): Promise<Request> {
  const token = await tokenOf(settings);
  return new Request(`${settings.baseUrl}${path}`, {
    method: operation.method,
    headers: {
      accept: accept ?? (operation.isText ? '*/*' : 'application/json'),
      ...settings.headers,
      ...options.headers,
      ...headers,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(ifMatch === null ? {} : { 'if-match': ifMatch }),
      ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    credentials: settings.credentials,
    // The API redirects nobody. A redirection would carry body and headers to somebody else.
    redirect: 'error',
    signal,
    ...(body === null ? {} : { body }),
  });
}

async function tokenOf({ token }: ClientSettings): Promise<string | null> {
  if (token === null) return null;
  const given: unknown = typeof token === 'string' ? token : await token();
  headerValue(given, 'options.token');
  return typeof given === 'string' ? given : refuse('options.token', 'a text', given);
}
