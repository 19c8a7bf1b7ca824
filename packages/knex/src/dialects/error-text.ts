/** The code of a driver error. Errors of native drivers may come from another realm, so that `instanceof Error` does not work. */
export function codeOf(error: unknown): string {
  const { code, errcode, errno } = (error ?? {}) as { code?: unknown; errcode?: unknown; errno?: unknown };
  return String(code ?? errcode ?? errno ?? '');
}

export function messageOf(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : '';
}

const NETWORK: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'PROTOCOL_CONNECTION_LOST',
]);

/** Whether the network failed, or the pool had no connection in time. */
export function isConnectionError(error: unknown): boolean {
  const { name } = (error ?? {}) as { name?: unknown };
  return (
    NETWORK.has(codeOf(error)) ||
    name === 'KnexTimeoutError' ||
    name === 'TimeoutError' ||
    /connection (terminated|ended|lost|is closed|closed)|client has encountered a connection error|timeout expired|socket hang up|can't add new command|unable to acquire a connection/i.test(
      messageOf(error),
    )
  );
}
