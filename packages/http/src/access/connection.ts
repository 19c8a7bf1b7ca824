/** What the server knows about the connection of a request, and the request itself cannot say. */
export interface ConnectionInfo {
  /** The address of the peer. Undefined: it is not known. */
  readonly remoteAddress?: string | undefined;
}

/** Gives the principal of a request, or null if it has no valid credential. */
export interface Authenticator<TPrincipal> {
  (request: Request, connection: ConnectionInfo): Promise<TPrincipal | null> | TPrincipal | null;
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;

export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && LOOPBACK.test(address);
}

const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** Whether the request names this machine as its host, and did not come through a proxy. */
export function isForLocalHost({ headers }: Request): boolean {
  const host = headers.get('host');
  if (host !== null && !LOCAL_HOST.test(host)) return false;
  return !PROXY_HEADERS.some((name) => headers.has(name));
}

const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];
