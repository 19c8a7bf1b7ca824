import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { SchedulerHandler } from '../handler/create-handler.js';
import { withParsedBody } from '../handler/parsed-body.js';

/** A request of `node:http`, or of a framework on top of it. */
export interface NodeRequest extends IncomingMessage {
  /** The address before a framework took the path of a mount away from it. */
  readonly originalUrl?: string;
  /** What a parser before this handler has made of the body. */
  readonly body?: unknown;
}

/** Answers a request of `node:http` by the handler. It never rejects. */
export async function answer(
  handler: SchedulerHandler,
  incoming: NodeRequest,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const request = requestOf(incoming, outgoing);
    await send(await handler(request, { remoteAddress: incoming.socket.remoteAddress }), outgoing);
  } catch {
    // A message that is no request at all, or a peer that has gone.
    if (!outgoing.headersSent) outgoing.writeHead(400, { 'content-type': 'application/problem+json' });
    outgoing.end();
  }
}

/** The path of a request, with what a framework has taken away from it. */
export function pathOf({ originalUrl, url }: NodeRequest): string {
  return originalUrl ?? url ?? '/';
}

const WITHOUT_BODY = new Set(['GET', 'HEAD']);

function requestOf(incoming: NodeRequest, outgoing: ServerResponse): Request {
  const method = incoming.method ?? 'GET';
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const headers = headersOf(incoming);
  // The handler looks at the path alone: a Host header is no part of an address here.
  const url = new URL(pathOf(incoming), 'http://localhost');
  const init = { method, headers, signal: gone.signal };
  if (WITHOUT_BODY.has(method)) return new Request(url, init);
  if (isParsed(incoming)) return withParsedBody(new Request(url, init), incoming.body ?? undefined);
  return new Request(url, {
    ...init,
    body: Readable.toWeb(incoming) as ReadableStream,
    duplex: 'half',
  } as RequestInit);
}

/** Whether somebody has read the body before, so that there is nothing left to read. */
function isParsed({ body, readableEnded }: NodeRequest): boolean {
  return readableEnded || (body !== undefined && body !== null);
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  return headers;
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) return void outgoing.end();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  outgoing.once('close', () => void reader.cancel().catch(() => undefined));
  outgoing.flushHeaders();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return void outgoing.end();
    if (!outgoing.write(value) && !outgoing.destroyed) await drained(outgoing);
  }
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    outgoing.once('drain', resolve);
    outgoing.once('close', resolve);
  });
}
