import { isSchedulerError } from '@scheduler/contracts';

export interface Problem {
  readonly code: string;
  readonly message: string;
}

/** Code and message of an error without URLs, since a connection URL may contain a password. */
export function problemOf(error: unknown): Problem {
  if (isSchedulerError(error)) return { code: error.code, message: withoutUrls(error.message) };
  return { code: 'UNEXPECTED', message: withoutUrls(error instanceof Error ? error.message : String(error)) };
}

function withoutUrls(message: string): string {
  return message.replace(/\b[a-z][a-z0-9+]*:\/\/\S+/gi, '(a URL)');
}
