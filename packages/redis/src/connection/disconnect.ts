import { once } from 'node:events';
import type { Redis } from 'ioredis';

/** The states in which a client emits `end` after it was disconnected. */
const STATES_WITH_END: ReadonlySet<string> = new Set(['connect', 'ready', 'disconnecting']);

/** Closes connections, and resolves when they are closed. */
export async function disconnect(...clients: readonly Redis[]): Promise<void> {
  await Promise.all(
    clients.map(async (client) => {
      // To disconnect it again would start a timer that keeps the process alive.
      if (client.status === 'end') return;
      const ended = STATES_WITH_END.has(client.status) ? once(client, 'end') : null;
      client.disconnect();
      await ended;
    }),
  );
}
