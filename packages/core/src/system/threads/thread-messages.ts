import { RetryableError } from '@scheduler/contracts';

/** An error as it crosses the border of a thread. */
export type SentError =
  | { readonly thrown: string }
  | {
      readonly name: string;
      readonly message: string;
      readonly stack?: string;
      /** Its own values that are texts, numbers or flags. */
      readonly values: Readonly<Record<string, string | number | boolean>>;
      readonly cause?: SentError;
      /** Of an error that asks for another attempt. */
      readonly delay?: string | number | null;
    };

/** What a thread sends while it serves the call with the number `run`. */
export type ThreadMessage = { readonly run: number } & (
  | { readonly kind: 'done'; readonly answer: unknown; readonly error?: SentError }
  | { readonly kind: 'failed'; readonly error: SentError }
  | { readonly kind: 'checkpoint'; readonly request: number; readonly value: unknown }
  | ThreadNote
);

/** What a handler in a thread says besides. */
export type ThreadNote =
  | { readonly kind: 'progress'; readonly done: number; readonly total?: number | null }
  | {
      readonly kind: 'log';
      readonly level: 'debug' | 'info' | 'warn' | 'error';
      readonly message: string;
      readonly fields?: unknown;
    };

export function sendable(error: unknown): SentError {
  if (!(error instanceof Error)) return { thrown: String(error) };
  const values = Object.entries(error).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  );
  return { name: error.name, message: error.message, values: Object.fromEntries(values) };
}

/** The error that a handler has thrown in a thread, or what stands for it. */
export function received(sent: SentError): unknown {
  if ('thrown' in sent) return sent.thrown;
  const cause = sent.cause === undefined ? undefined : received(sent.cause);
  if (sent.delay !== undefined) return new RetryableError(cause, sent.delay);
  const { name, message, stack, values } = sent;
  const error = new Error(message, cause === undefined ? {} : { cause });
  // A result that cannot be is a mistake of the code, which makes it again in the next attempt.
  const final = values['code'] === 'RESULT_INVALID' ? { recoverable: false } : {};
  return Object.assign(error, values, final, { name, ...(stack === undefined ? {} : { stack }) });
}
