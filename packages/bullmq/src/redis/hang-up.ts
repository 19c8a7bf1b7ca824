import { once } from 'node:events';
import type { Redis } from 'ioredis';

/** Those that are not connected end without a word. */
const CONNECTED: ReadonlySet<string> = new Set(['connect', 'ready', 'disconnecting']);

/** Whether what was asked for is answered, or fails when the connection ends. While Redis is out of reach it does neither. */
export function isConnected({ status }: Redis): boolean {
  return CONNECTED.has(status);
}

/** Ends connections, and returns when nothing of them is left. */
export async function hangUp(...clients: readonly Redis[]): Promise<void> {
  await Promise.all(
    clients.map(async (client) => {
      const ended = isConnected(client) ? once(client, 'end') : null;
      client.disconnect();
      await ended;
    }),
  );
}
