import type { SchedulerHandler } from '../handler/create-handler.js';
import { checkHandler } from './check-handler.js';

/** What is used of the context of Hono, so that this package does not depend on it. */
export interface HonoContext {
  readonly req: { readonly raw: Request };
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
  return (context) => handler(context.req.raw, { remoteAddress: addressIn(context.env) });
}

/** On Node.js, Hono's server keeps the request of `node:http` in its environment. */
function addressIn(env: unknown): string | undefined {
  const { incoming } = (env ?? {}) as {
    readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } };
  };
  return incoming?.socket?.remoteAddress;
}
