import { signal } from '@preact/signals';
import { createClient } from '@scheduler/client';
import { storedToken } from './token.js';

/** Where the API is: the page lies one folder below it. */
export const API_ROOT = new URL('../', document.baseURI);

/** Becomes true when a credential is refused, so that the page for signing in is shown. */
export const signedOut = signal(false);

/**
 * The API, by the client that applications use. A lost answer is asked for once more: writes carry a key, so that nothing happens twice.
 * Screens read again by themselves.
 */
export const api = createClient({ baseUrl: API_ROOT.href, fetch: send, retry: { maxRetries: 1 } });

async function send(request: Request): Promise<Response> {
  const token = storedToken();
  if (token !== null) request.headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(request);
  if (response.status === 401) signedOut.value = true;
  return response;
}
