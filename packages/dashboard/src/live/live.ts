import { computed, signal } from '@preact/signals';
import type { StreamState } from '@scheduler/client';
import { api } from '../api/client.js';

/** Grows whenever something may have changed, and what is shown should be read again. */
export const changes = signal(0);

/** Whether the user wants updates. */
export const wanted = signal(true);

const connected = signal(false);
const typing = signal(false);
const hidden = signal(document.hidden);

export type LiveState = 'live' | 'polling' | 'paused' | 'typing';

export const liveState = computed<LiveState>(() => {
  if (!wanted.value) return 'paused';
  if (typing.value) return 'typing';
  return connected.value ? 'live' : 'polling';
});

const LEAST_PAUSE_MS = 1_000;
const POLL_MS = 5_000;
const TYPING_MS = 2_500;
/** How soon a stream is asked for again that the server has refused. */
const REFUSED_MS = 30_000;

let announced = 0;
let pending: number | null = null;

/** Lets screens read again, at most once in a second, and not while nobody looks or somebody types. */
function announce(): void {
  if (pending !== null) return;
  const wait = Math.max(0, announced + LEAST_PAUSE_MS - Date.now());
  pending = window.setTimeout(() => {
    pending = null;
    if (!wanted.value || hidden.value || typing.value) return;
    announced = Date.now();
    changes.value += 1;
  }, wait);
}

let stream: AbortController | null = null;

/** Follows the events of the scheduler, and asks again and again where that is not possible. Gives what ends it. */
export function startLive(mayStream: boolean): () => void {
  const ended = new AbortController();
  const polling = window.setInterval(() => {
    if (!connected.value) announce();
  }, POLL_MS);
  watchPage(ended.signal);
  if (mayStream) void follow(ended.signal);
  return () => {
    ended.abort();
    stream?.abort();
    window.clearInterval(polling);
  };
}

/** A tab that nobody sees has no stream: each principal has only a few. */
function watchPage(ended: AbortSignal): void {
  const options = { signal: ended };
  document.addEventListener(
    'visibilitychange',
    () => {
      hidden.value = document.hidden;
      if (document.hidden) stream?.abort();
      else announce();
    },
    options,
  );
  let quiet = 0;
  document.addEventListener(
    'input',
    () => {
      typing.value = true;
      window.clearTimeout(quiet);
      quiet = window.setTimeout(() => {
        typing.value = false;
        announce();
      }, TYPING_MS);
    },
    options,
  );
}

async function follow(ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    if (document.hidden) await untilVisible(ended);
    stream = new AbortController();
    const { signal } = stream;
    try {
      const onState = (state: StreamState) => {
        connected.value = state === 'open';
      };
      // A lost connection is made again by the stream itself.
      for await (const _ of api.events.stream({ signal, onState })) announce();
    } catch {
      // Polling goes on meanwhile.
    }
    connected.value = false;
    if (!signal.aborted) await pause(REFUSED_MS, ended);
  }
}

function untilVisible(ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve();
    document.addEventListener('visibilitychange', done, { once: true, signal: ended });
    ended.addEventListener('abort', done, { once: true });
  });
}

function pause(ms: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = window.setTimeout(resolve, ms);
    ended.addEventListener('abort', () => (window.clearTimeout(timer), resolve()), { once: true });
  });
}
