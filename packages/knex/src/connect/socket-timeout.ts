import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';

/**
 * How long a statement may stay without an answer. The server cancels statements sooner than that, so that only connections are closed
 * whose other end has disappeared. Without this timeout their callers would wait for ever.
 */
const SILENCE_MS = 12_000;

/** After the event loop was blocked, the answer may have arrived and not been read yet. */
const GRACE_MS = 100;

/** The members of connections of `pg` and `mysql2` that are used here. */
interface RawConnection {
  readonly connection?: { readonly stream?: Socket };
  readonly stream?: Socket;
}

/** From now on the socket is destroyed, as if the connection was lost, when the server does not answer within `silenceMs`. */
export function closeUnansweredSocket(connection: unknown, silenceMs: number = SILENCE_MS): void {
  const stream = streamOf(connection);
  if (stream === null) return;
  let answeredBytes = stream.bytesWritten;
  const isUnanswered = () => stream.bytesWritten > answeredBytes;
  stream.on('data', () => {
    answeredBytes = stream.bytesWritten;
  });
  const cut = () => {
    if (!isUnanswered()) return;
    ignoreErrors(connection);
    stream.destroy(timeoutError());
  };
  stream.on('timeout', () => {
    if (isUnanswered()) setTimeout(cut, GRACE_MS).unref();
  });
  stream.setTimeout(silenceMs);
}

/** Closes the socket of a connection at once, whatever it waits for. */
export function destroySocket(connection: unknown): void {
  ignoreErrors(connection);
  streamOf(connection)?.destroy(timeoutError());
}

/** Calls back when the socket of a connection is closed. False: it has none. */
export function onSocketClosed(connection: unknown, callback: () => void): boolean {
  const stream = streamOf(connection);
  stream?.once('close', callback);
  return stream !== null;
}

/** Switches the timeout off while `work` runs, so that statements may take as long as they need. */
export async function withoutSocketTimeout<T>(connection: unknown, work: () => Promise<T>): Promise<T> {
  const stream = streamOf(connection);
  const previous = stream?.timeout ?? 0;
  stream?.setTimeout(0);
  try {
    return await work();
  } finally {
    stream?.setTimeout(previous);
  }
}

/** A pool removes its error listeners before a connection has ended, and an `error` event without a listener would end the process. */
function ignoreErrors(connection: unknown): void {
  if (!(connection instanceof EventEmitter) || connection.listenerCount('error') > 0) return;
  connection.on('error', () => undefined);
}

function streamOf(raw: unknown): Socket | null {
  const { connection, stream } = (raw ?? {}) as RawConnection;
  return connection?.stream ?? stream ?? null;
}

function timeoutError(): Error {
  return Object.assign(new Error('connection lost: a statement was not answered'), { code: 'ETIMEDOUT' });
}
