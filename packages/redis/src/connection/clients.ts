import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { disconnect } from './disconnect.js';

/** Clients that are connected and disconnected together, any number of times. */
export class Clients {
  private opened: Promise<void> | null = null;
  private closing: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(private readonly clients: readonly Redis[]) {}

  get isClosed(): boolean {
    return this.closed;
  }

  /** Connects, once. After a failure the next call tries again. */
  open(): Promise<void> {
    this.opened ??= this.connect().catch((error: unknown) => {
      this.opened = null;
      throw error;
    });
    return this.opened;
  }

  close(): Promise<void> {
    this.opened = null;
    this.closed = true;
    this.closing = disconnect(...this.clients);
    return this.closing;
  }

  private async connect(): Promise<void> {
    await this.closing;
    const { closed: wasClosed } = this;
    this.closed = false;
    await Promise.all(
      this.clients.filter(({ status }) => wasClosed || status === 'wait').map((client) => reconnect(client)),
    );
    // One that has lost its connection tries again by itself.
    const lost = this.clients.find(({ status }) => status !== 'ready');
    if (lost !== undefined) throw new Error(`Redis is out of reach (${lost.status})`);
  }
}

/** The states in which a client that was disconnected has not ended yet. */
const ENDING: ReadonlySet<string> = new Set(['connecting', 'connect', 'ready', 'disconnecting', 'close']);

/** Longer than ioredis waits before it destroys a socket that does not end. */
const END_WITHIN_MS = 2_500;

async function reconnect(client: Redis): Promise<void> {
  if (ENDING.has(client.status)) await ended(client);
  // A client that was disconnected while it waited for its next try keeps this mark, and would not connect again after its next loss.
  Object.assign(client, { manuallyClosing: false });
  let reason: unknown = null;
  const note = (error: unknown) => (reason ??= error);
  client.on('error', note);
  try {
    await client.connect();
  } catch (error) {
    // The driver rejects with "Connection is closed" whatever the reason was, and emits the reason as an event.
    throw reason ?? error;
  } finally {
    client.off('error', note);
  }
}

async function ended(client: Redis): Promise<void> {
  const timeout = AbortSignal.timeout(END_WITHIN_MS);
  await once(client, 'end', { signal: timeout }).catch(() => undefined);
}
