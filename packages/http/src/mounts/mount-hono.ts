import type { SchedulerHandler } from '../handler/create-handler.js';
import { checkHandler } from './check-handler.js';

/** What is used of the context of Hono, so that this package does not depend on it. */
export interface HonoContext {
  readonly req: {
    readonly raw: Request;
    /** The body, also after somebody else has read it. */
    text?(): Promise<string>;
  };
  readonly env?: unknown;
}

/**
 * The handler for Hono.
 *
 * @example
 * app.all(`${handler.basePath}/*`, honoMount(handler));
 */
export function honoMount(handler: SchedulerHandler): (context: HonoContext) => Promise<Response> {
  checkHandler(handler);
  return async (context) => handler(await requestOf(context), { remoteAddress: addressIn(context.env) });
}

/** A middleware that has read the body leaves a request that cannot be read again; Hono remembers the text. */
async function requestOf({ req }: HonoContext): Promise<Request> {
  const { raw } = req;
  if (!raw.bodyUsed || req.text === undefined) return raw;
  const { method, headers, signal } = raw;
  return new Request(raw.url, { method, headers, signal, body: await req.text() });
}

/** On Node.js, Hono's server keeps the request of `node:http` in its environment. */
function addressIn(env: unknown): string | undefined {
  const { incoming } = (env ?? {}) as {
    readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } };
  };
  return incoming?.socket?.remoteAddress;
}
