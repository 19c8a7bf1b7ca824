import type { ServerResponse } from 'node:http';
import type { SchedulerHandler } from '../handler/create-handler.js';
import { checkHandler, isBelow } from './check-handler.js';
import { answer, type NodeRequest, pathOf } from './node-listener.js';

/** A middleware of Express 4 or 5, and of everything else that calls `(request, response, next)`. */
export type ExpressMount = (incoming: NodeRequest, outgoing: ServerResponse, next: () => void) => void;

/**
 * The handler as a middleware. It answers what lies below its base path, whatever path it is mounted on and whether or not a parser has read
 * the body, and leaves the rest to others.
 *
 * @example
 * app.use(expressMount(createHandler({ node, authenticate })));
 */
export function expressMount(handler: SchedulerHandler): ExpressMount {
  checkHandler(handler);
  return (incoming, outgoing, next) => {
    if (isBelow(handler, pathOf(incoming))) void answer(handler, incoming, outgoing);
    else next();
  };
}
