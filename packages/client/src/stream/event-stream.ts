import { type ClientSettings, retryPolicy } from '../call/client-settings.js';
import { backoff, type RetryPolicy } from '../call/retry-policy.js';
import { wait } from '../call/wait.js';
import { ConnectionFailed, RequestTimedOut } from '../errors/client-errors.js';
import { SchedulerApiError } from '../errors/scheduler-api-error.js';
import { connection } from './connection.js';
import { EventParser } from './parse-events.js';
import { checkStreamOptions, type StreamItem, type StreamOptions } from './stream-options.js';

/** A connection that lasted for so long was a good one, even if nothing happened. */
const LASTING_MS = 10_000;

/** The events of the server. It can be read once; `return`, or leaving a `for await`, closes the connection. */
export function eventStream(
  settings: ClientSettings,
  options: StreamOptions,
): AsyncIterableIterator<StreamItem> {
  checkStreamOptions(options);
  const { signal } = options;
  const controller = new AbortController();
  const stop = () => controller.abort();
  if (signal?.aborted === true) stop();
  signal?.addEventListener('abort', stop, { once: true });
  const items = reconnecting(settings, { ...options, signal: controller.signal });
  const stream: AsyncIterableIterator<StreamItem> = {
    next: () => items.next(),
    // A read that waits for the next event would hold back the end.
    return: () => {
      signal?.removeEventListener('abort', stop);
      stop();
      return items.return(undefined);
    },
    [Symbol.asyncIterator]: () => stream,
  };
  return stream;
}

/** One connection after the other, each going on after the last event. Throws where coming back cannot help. */
async function* reconnecting(
  settings: ClientSettings,
  options: StreamOptions & { readonly signal: AbortSignal },
): AsyncGenerator<StreamItem, undefined> {
  const { signal, onState = () => undefined } = options;
  const parser = new EventParser(options.lastEventId ?? null);
  const policy = retryPolicy(options.retry, { ...settings.retry, maxRetries: Number.POSITIVE_INFINITY });
  for (let failures = 0; !signal.aborted; failures++) {
    const began = Date.now();
    let error: Error | undefined;
    try {
      onState('connecting');
      for await (const item of connection(settings, options, parser)) {
        if (item.kind === 'event') failures = 0;
        yield item;
      }
    } catch (caught) {
      error = caught as Error;
    }
    if (signal.aborted) return;
    if (Date.now() - began >= LASTING_MS) failures = 0;
    const delay = delayBeforeReturn({ error, failures, policy, retryMs: parser.retryMs });
    if (delay === null) {
      if (error !== undefined) throw error;
      return;
    }
    onState('waiting');
    await wait(delay, signal).catch(() => undefined);
  }
}

interface LostConnection {
  /** Undefined: the server ended it. */
  readonly error: Error | undefined;
  /** Connections in a row that gave nothing. */
  readonly failures: number;
  readonly policy: RetryPolicy;
  readonly retryMs: number | null;
}

/** Null: the stream is over. */
function delayBeforeReturn({ error, failures, policy, retryMs }: LostConnection): number | null {
  if (failures >= policy.maxRetries || (error !== undefined && !isPassing(error))) return null;
  const asked = error instanceof SchedulerApiError ? (error.retryAfterMs ?? 0) : 0;
  const delays = retryMs === null ? policy : { ...policy, delayMs: retryMs };
  return Math.max(asked, backoff(delays, { retries: failures, random: Math.random() }));
}

function isPassing(error: Error): boolean {
  if (error instanceof SchedulerApiError) return error.status >= 500 || [408, 429].includes(error.status);
  return error instanceof ConnectionFailed || error instanceof RequestTimedOut;
}
