const KEY = 'scheduler.token';

/**
 * The token of this tab. It lives in sessionStorage: it ends with the tab, and other tabs have to sign in themselves. Null: there is none,
 * and the session of the application, a cookie, may still let one in.
 */
export function storedToken(): string | null {
  return sessionStorage.getItem(KEY);
}

export function storeToken(token: string | null): void {
  if (token === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, token);
}

/** Takes a token from `#token=…`, as the console prints it, and erases it from the address and from the history at once. */
export function takeTokenFromAddress(): void {
  const given = /^#token=([\x21-\x7e]+)$/.exec(location.hash)?.[1];
  if (given === undefined) return;
  history.replaceState(null, '', location.pathname + location.search);
  storeToken(decodeURIComponent(given));
}
