import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'bullmq';

/** How long to wait for BullMQ to settle its messages in Redis before its connection is closed. */
const CLOSE_TIMEOUT_MS = 1_000;

/** Closes a worker gracefully if Redis replies, else by closing its connection. Its messages then go to others, as after a crash. */
export async function closeWorker(
  worker: Pick<Worker, 'close' | 'disconnect'>,
  { isConnected, onError }: { readonly isConnected: boolean; readonly onError: (error: unknown) => void },
): Promise<void> {
  const workerClosed = new AbortController();
  const closed = worker
    // Without a connection the close is forced, because a graceful one would try to connect for as long as the process lives.
    .close(!isConnected)
    .catch(onError)
    .then(() => workerClosed.abort());
  const timeout = sleep(CLOSE_TIMEOUT_MS, undefined, { signal: workerClosed.signal }).catch(() => undefined);
  await Promise.race([closed, timeout]);
  if (!workerClosed.signal.aborted) void worker.disconnect().catch(onError);
}
