import { useEffect, useState } from 'preact/hooks';
import { type ApiError, asApiError, errorOf } from '../../api/api-error.js';
import { send } from '../../api/request.js';
import type { Json } from '../../api/types.js';
import { wanted } from '../../live/live.js';
import { readEvents } from '../../live/read-events.js';

export interface SchedulerEvent {
  readonly id: string;
  readonly name: string;
  readonly at: string;
  readonly platform_id: string | null;
  readonly data: Json;
}

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
      onOpen: () => {
        setError(null);
        setFollowing(true);
      },
      onEvent: (event) => buffer.add(event),
      onError: setError,
      onEnd: () => setFollowing(false),
    });
    return () => {
      ended.abort();
      buffer.stop();
      setFollowing(false);
    };
  }, [names, isWanted]);
  return { events, isFollowing, error };
}

/** Events that the node remembers come again with each connection. */
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
  readonly onOpen: () => void;
  readonly onEvent: (event: SchedulerEvent) => void;
  readonly onError: (error: ApiError) => void;
  readonly onEnd: () => void;
}

async function follow(names: string, ended: AbortSignal, listener: Listener): Promise<void> {
  while (!ended.aborted) {
    try {
      const response = await send('GET', 'events', { signal: ended, query: { names, recent: RECENT } });
      if (!response.ok || response.body === null) throw await errorOf(response);
      listener.onOpen();
      await readEvents(response.body, ({ id, data }) => {
        const event = parse(id, data);
        if (event !== null) listener.onEvent(event);
      });
    } catch (error) {
      if (!ended.aborted) listener.onError(asApiError(error));
    }
    if (ended.aborted) return;
    listener.onEnd();
    await new Promise((resolve) => window.setTimeout(resolve, RETRY_MS));
  }
}

function parse(id: string | null, data: string): SchedulerEvent | null {
  if (id === null) return null;
  try {
    return { ...(JSON.parse(data) as Omit<SchedulerEvent, 'id'>), id };
  } catch {
    return null;
  }
}
