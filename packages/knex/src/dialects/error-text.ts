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
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'PROTOCOL_CONNECTION_LOST',
]);

/** How the network failed, or that the pool had no connection in time. Null: it was something else. */
export function connectionProblem(error: unknown): 'refused' | 'unknown_host' | 'connection' | null {
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_host';
  return isLost(error, code) ? 'connection' : null;
}

function isLost(error: unknown, code: string): boolean {
  const { name } = (error ?? {}) as { name?: unknown };
  return (
    NETWORK.has(code) ||
    name === 'KnexTimeoutError' ||
    name === 'TimeoutError' ||
    /connection (terminated|ended|lost|is closed|closed)|client has encountered a connection error|timeout expired|socket hang up|can't add new command|unable to acquire a connection/i.test(
      messageOf(error),
    )
  );
}
