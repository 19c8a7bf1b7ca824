import { attempt, type AttemptLimits, connected } from '../call/attempt.js';
import { buildRequest } from '../call/build-request.js';
import { readArguments } from '../call/call-arguments.js';
import { isRecord } from '../call/check.js';
import type { ClientSettings } from '../call/client-settings.js';
import { apiError } from '../call/read-answer.js';
import { readOperation } from '../call/read-operation.js';
import { UnexpectedAnswer } from '../errors/client-errors.js';
import type { EventParser, StreamMessage } from './parse-events.js';
import type { StreamItem, StreamOptions } from './stream-options.js';

const NAME = 'events.stream';
const IDLE_MS = 45_000;

/** What comes over one connection, until it ends. It is closed before this returns or throws. */
export async function* connection(
  settings: ClientSettings,
  options: StreamOptions,
  parser: EventParser,
): AsyncGenerator<StreamItem> {
  const controller = new AbortController();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const limits = { operation: NAME, signal: options.signal };
  try {
    const response = await attempt({ ...limits, timeoutMs: settings.timeoutMs }, () =>
      open(settings, options, { lastId: parser.lastId, signal: controller.signal }),
    );
    reader = bodyOf(response).getReader();
    options.onState?.('open');
    yield* itemsFrom(reader, parser, { ...limits, timeoutMs: options.idleTimeoutMs ?? IDLE_MS });
  } finally {
    controller.abort();
    reader?.cancel().catch(() => undefined);
  }
}

async function* itemsFrom(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  parser: EventParser,
  limits: AttemptLimits,
): AsyncGenerator<StreamItem> {
  const decoder = new TextDecoder();
  parser.begin();
  for (;;) {
    // Any byte counts, that of a heartbeat too.
    const { value, done } = await attempt(limits, () => connected(NAME, reader.read()));
    if (done) return;
    for (const message of parser.push(decoder.decode(value, { stream: true }))) yield itemOf(message);
  }
}

async function open(
  settings: ClientSettings,
  { names, recent, headers = {} }: StreamOptions,
  { lastId, signal }: { readonly lastId: string | null; readonly signal: AbortSignal },
): Promise<Response> {
  const query = {
    ...(names === undefined || names.length === 0 ? {} : { names }),
    ...(recent === undefined ? {} : { recent }),
  };
  const request = await buildRequest(settings, readArguments(readOperation(NAME), [query, { headers }]), {
    idempotencyKey: null,
    signal,
    accept: 'text/event-stream',
    headers: lastId === null || lastId === '' ? {} : { 'last-event-id': lastId },
  });
  const response = await connected(NAME, settings.fetch(request));
  if (!response.ok) throw apiError(NAME, response, await connected(NAME, response.text()));
  return response;
}

function bodyOf({ status, body, headers }: Response): ReadableStream<Uint8Array> {
  if (body !== null && /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')) return body;
  throw new UnexpectedAnswer(NAME, status, 'the answer is no stream of events');
}

function itemOf({ event, data, id }: StreamMessage): StreamItem {
  const value = parsed(data);
  if (event === 'reset' && !('name' in value)) return { kind: 'reset' };
  const {
    name,
    at,
    platform_id,
    data: content,
  } = value as unknown as Omit<Extract<StreamItem, { kind: 'event' }>, 'kind' | 'id'>;
  return { kind: 'event', id, name, at, platform_id, data: content };
}

function parsed(data: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(data);
    if (isRecord(value)) return value;
  } catch {
    // The same as any other text that is no event.
  }
  throw new UnexpectedAnswer(NAME, 200, 'a message of the stream is no event');
}
