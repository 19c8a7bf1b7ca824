import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../api/api-error.js';
import { changes } from './live.js';

export interface Resource<T> {
  /** What was read last. It stays while it is read again, so that nothing jumps. */
  readonly data: T | undefined;
  readonly error: ApiError | null;
  /** Whether what is shown belongs to other filters than those of the page now. */
  readonly isStale: boolean;
  reload(): void;
}

export interface ResourceOptions {
  /** False: it is read once, and again only by `reload`. Default: true. */
  readonly live?: boolean;
}

interface State<T> {
  readonly key: string | null;
  readonly data: T | undefined;
  readonly error: ApiError | null;
}

/**
 * Reads something from the API, again whenever something may have changed. There is never more than one request of a resource: one that is
 * asked for meanwhile begins when the other has ended, and one with another key ends the other. A key of null reads nothing.
 */
export function useResource<T>(
  key: string | null,
  load: (abort: AbortSignal) => Promise<T>,
  { live = true }: ResourceOptions = {},
): Resource<T> {
  const [state, setState] = useState<State<T>>({ key: null, data: undefined, error: null });
  const flight = useRef<Flight | null>(null);
  const loader = useRef(load);
  loader.current = load;

  const read = useCallback(() => {
    if (key === null) return;
    if (flight.current !== null) {
      flight.current.again = true;
      return;
    }
    const current: Flight = { abort: new AbortController(), again: false };
    flight.current = current;
    void loader
      .current(current.abort.signal)
      .then((data) => current.abort.signal.aborted || setState({ key, data, error: null }))
      .catch((error: unknown) => {
        if (current.abort.signal.aborted) return;
        // What was read before stays, unless it belongs to something else.
        setState((before) => ({
          key,
          data: before.key === key ? before.data : undefined,
          error: asApiError(error),
        }));
      })
      .finally(() => {
        if (flight.current !== current) return;
        flight.current = null;
        if (current.again) read();
      });
  }, [key]);

  useEffect(() => {
    read();
    const unsubscribe = live ? changes.subscribe(skipFirst(read)) : undefined;
    return () => {
      unsubscribe?.();
      flight.current?.abort.abort();
      flight.current = null;
    };
  }, [read, live]);

  return { data: state.data, error: state.error, isStale: state.key !== key, reload: read };
}

interface Flight {
  readonly abort: AbortController;
  again: boolean;
}

/** A signal calls its subscribers at once, with what they know already. */
function skipFirst(callback: () => void): () => void {
  let isFirst = true;
  return () => {
    if (!isFirst) callback();
    isFirst = false;
  };
}
