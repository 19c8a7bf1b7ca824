import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'bullmq';

/** BullMQ tells Redis what became of its messages before it closes. Who stops does not wait for a Redis that does not answer. */
const PATIENCE_MS = 1_000;

/** Closes a worker in good order where Redis answers, and without it elsewhere: what it held is then handed on, as after a crash. */
export async function closeWorker(
  worker: Pick<Worker, 'close' | 'disconnect'>,
  { isConnected, onError }: { readonly isConnected: boolean; readonly onError: (error: unknown) => void },
): Promise<void> {
  const given = new AbortController();
  const closed = worker
    // One that waits for a connection to say goodbye on would try to connect for as long as the process lives.
    .close(!isConnected)
    .catch(onError)
    .then(() => given.abort());
  const patience = sleep(PATIENCE_MS, undefined, { signal: given.signal }).catch(() => undefined);
  await Promise.race([closed, patience]);
  if (!given.signal.aborted) void worker.disconnect().catch(onError);
}
