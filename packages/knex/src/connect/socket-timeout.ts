import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';

/**
 * How long a statement may stay without an answer. The server gives up sooner by itself, so that only connections are cut whose other
 * end is gone without a word: nobody else would ever notice, and who waits for them would wait for ever.
 */
const SILENCE_MS = 12_000;

/** After this process stood still, the answer is there and not yet read. */
const GRACE_MS = 100;

/** What is used here of connections of `pg` and `mysql2`. */
interface RawConnection {
  readonly connection?: { readonly stream?: Socket };
  readonly stream?: Socket;
}

/** From now on the connection breaks, as any other that is lost, when something was said to the server and nothing came back. */
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
    hearErrors(connection);
    stream.destroy(unanswered());
  };
  stream.on('timeout', () => {
    if (isUnanswered()) setTimeout(cut, GRACE_MS).unref();
  });
  stream.setTimeout(silenceMs);
}

/** Lets statements on the connection take as long as they take while `work` lasts. */
export async function withSocketTimeout<T>(connection: unknown, work: () => Promise<T>): Promise<T> {
  const stream = streamOf(connection);
  const usual = stream?.timeout ?? 0;
  stream?.setTimeout(0);
  try {
    return await work();
  } finally {
    stream?.setTimeout(usual);
  }
}

/** Whoever gives up a connection stops listening to it before its last word is answered. An error that nobody hears ends the process. */
function hearErrors(connection: unknown): void {
  if (!(connection instanceof EventEmitter) || connection.listenerCount('error') > 0) return;
  connection.on('error', () => undefined);
}

function streamOf(raw: unknown): Socket | null {
  const { connection, stream } = (raw ?? {}) as RawConnection;
  return connection?.stream ?? stream ?? null;
}

function unanswered(): Error {
  return Object.assign(new Error('connection lost: a statement was not answered'), { code: 'ETIMEDOUT' });
}
