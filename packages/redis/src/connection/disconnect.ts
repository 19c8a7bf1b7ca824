import { once } from 'node:events';
import type { Redis } from 'ioredis';

/** Those that are not connected end without a word. */
const CONNECTED: ReadonlySet<string> = new Set(['connect', 'ready', 'disconnecting']);

/** Ends connections, and returns when nothing of them is left. */
export async function disconnect(...clients: readonly Redis[]): Promise<void> {
  await Promise.all(
    clients.map(async (client) => {
      const ended = CONNECTED.has(client.status) ? once(client, 'end') : null;
      client.disconnect();
      await ended;
    }),
  );
}
