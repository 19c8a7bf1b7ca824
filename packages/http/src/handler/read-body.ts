import { HttpError, invalidBody } from '../problems/http-error.js';
import { checkDepth, scanJson } from './scan-json.js';
import type { Limits } from './limits.js';
import { parsedBodyOf } from './parsed-body.js';

const JSON_TYPE = /^application\/(?:json|[\w.+-]+\+json)\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

/** The JSON of a body, within the limits. Undefined: it has none. */
export async function readBody(request: Request, limits: Limits): Promise<unknown> {
  const parsed = parsedBodyOf(request);
  if (parsed !== null) {
    checkDepth(parsed.value, limits.bodyDepth);
    return parsed.value;
  }
  const bytes = await readBytes(request, limits.bodyBytes);
  if (bytes.length === 0) return undefined;
  const coding = request.headers.get('content-encoding') ?? 'identity';
  if (coding !== 'identity')
    throw new HttpError(415, 'MEDIA_TYPE_NOT_SUPPORTED', 'the body must not be compressed');
  if (!JSON_TYPE.test(request.headers.get('content-type') ?? ''))
    throw new HttpError(415, 'MEDIA_TYPE_NOT_SUPPORTED', 'the body has to be application/json in UTF-8');
  const text = textOf(bytes);
  scanJson(text, limits.bodyDepth);
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody([], 'the body is not JSON');
  }
}

async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > most) throw tooLarge(most);
  if (request.bodyUsed)
    throw new Error(
      'the body of a request was read before it came to the API; mount the API before what reads it',
    );
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > most) throw tooLarge(most);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(most: number): HttpError {
  return new HttpError(413, 'BODY_TOO_LARGE', `the body is larger than the ${most} bytes that are accepted`);
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidBody([], 'the body is not UTF-8');
  }
}
