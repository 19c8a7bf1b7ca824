import type { StreamItem } from '@scheduler/client';
import { useEffect, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../../api/api-error.js';
import { api } from '../../api/client.js';
import { wanted } from '../../live/live.js';

export type SchedulerEvent = Extract<StreamItem, { readonly kind: 'event' }>;

export interface FollowedEvents {
  /** The latest first. */
  readonly events: readonly SchedulerEvent[];
  readonly isFollowing: boolean;
  readonly error: ApiError | null;
}

const MOST = 500;
const RECENT = 200;
const RETRY_MS = 3_000;
/** Events come faster than anybody reads, and each list of them costs a layout. */
const SHOW_EVERY_MS = 250;

/** Follows events by their names while the page is shown and updates are wanted; empty: all. It begins with those that the node remembers. */
export function useEvents(names: string): FollowedEvents {
  const [events, setEvents] = useState<readonly SchedulerEvent[]>([]);
  const [isFollowing, setFollowing] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const isWanted = wanted.value;
  useEffect(() => setEvents([]), [names]);
  useEffect(() => {
    if (!isWanted) return undefined;
    const ended = new AbortController();
    const buffer = new Buffered((more) => setEvents((known) => merged(known, more)));
    void follow(names, ended.signal, {
      onFollowing: (is) => {
        if (is) setError(null);
        setFollowing(is);
      },
      onEvent: (event) => buffer.add(event),
      onError: setError,
    });
    return () => {
      ended.abort();
      buffer.stop();
      setFollowing(false);
    };
  }, [names, isWanted]);
  return { events, isFollowing, error };
}

/** Events that the node remembers come again with each new stream. */
function merged(
  known: readonly SchedulerEvent[],
  more: readonly SchedulerEvent[],
): readonly SchedulerEvent[] {
  const ids = new Set(known.map(({ id }) => id));
  const fresh = more.filter(({ id }) => !ids.has(id)).reverse();
  return fresh.length === 0 ? known : [...fresh, ...known].slice(0, MOST);
}

class Buffered {
  private events: SchedulerEvent[] = [];
  private timer = 0;

  constructor(private readonly show: (events: readonly SchedulerEvent[]) => void) {}

  add(event: SchedulerEvent): void {
    this.events.push(event);
    if (this.timer === 0) this.timer = window.setTimeout(() => this.flush(), SHOW_EVERY_MS);
  }

  stop(): void {
    window.clearTimeout(this.timer);
  }

  private flush(): void {
    this.timer = 0;
    const events = this.events.slice(-MOST);
    this.events = [];
    this.show(events);
  }
}

interface Listener {
  readonly onFollowing: (isFollowing: boolean) => void;
  readonly onEvent: (event: SchedulerEvent) => void;
  readonly onError: (error: ApiError) => void;
}

/** A lost connection is made again by the stream itself; one that the server refuses is asked for again later. */
async function follow(text: string, signal: AbortSignal, listener: Listener): Promise<void> {
  const names = text.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
  while (!signal.aborted) {
    try {
      const stream = api.events.stream({
        names,
        recent: RECENT,
        signal,
        onState: (state) => signal.aborted || listener.onFollowing(state === 'open'),
      });
      for await (const item of stream) if (item.kind === 'event') listener.onEvent(item);
    } catch (error) {
      if (!signal.aborted) listener.onError(asApiError(error));
    }
    if (signal.aborted) return;
    listener.onFollowing(false);
    await new Promise((resolve) => window.setTimeout(resolve, RETRY_MS));
  }
}
