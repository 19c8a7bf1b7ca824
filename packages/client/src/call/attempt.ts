import { ConnectionFailed, RequestTimedOut } from '../errors/client-errors.js';

export interface AttemptLimits {
  readonly operation: string;
  readonly timeoutMs: number;
  /** Of the caller. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Carries out one attempt within its time. Rejects with the reason of the caller's signal, with RequestTimedOut, or with what the attempt
 * itself rejects with. It does not rely on `work` to heed its signal.
 */
export async function attempt<T>(
  { operation, timeoutMs, signal }: AttemptLimits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const stop = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => controller.abort(new RequestTimedOut(operation, timeoutMs)), timeoutMs);
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error), {
      once: true,
    });
  });
  try {
    return await Promise.race([work(controller.signal), ended]);
  } catch (error) {
    controller.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** What `fetch` rejects with becomes an error of ours. */
export async function connected<T>(operation: string, sent: Promise<T>): Promise<T> {
  try {
    return await sent;
  } catch (error) {
    throw new ConnectionFailed(operation, error);
  }
}
