import type { SchedulerHandler } from '../handler/create-handler.js';
import { checkHandler } from './check-handler.js';

type RouteHandler = (request: Request) => Promise<Response>;

/** The functions that a file `route.ts` of Next.js exports. */
export interface NextHandlers {
  readonly GET: RouteHandler;
  readonly HEAD: RouteHandler;
  readonly POST: RouteHandler;
  readonly PUT: RouteHandler;
  readonly PATCH: RouteHandler;
  readonly DELETE: RouteHandler;
}

/**
 * The handler for the file `app/api/v1/scheduler/[...path]/route.ts` of Next.js. Next.js does not say who the peer is, so that access has to be
 * configured.
 *
 * @example
 * export const { GET, HEAD, POST, PUT, PATCH, DELETE } = nextHandlers(createHandler({ node, authenticate }));
 */
export function nextHandlers(handler: SchedulerHandler): NextHandlers {
  checkHandler(handler);
  const handle: RouteHandler = (request) => handler(request);
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle };
}
