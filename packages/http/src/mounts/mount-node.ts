import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SchedulerHandler } from '../handler/create-handler.js';
import { checkHandler } from './check-handler.js';
import { answer } from './node-listener.js';

/**
 * The handler as a listener of `node:http`.
 *
 * @example
 * createServer(nodeListener(createHandler({ node, authenticate }))).listen(3000);
 */
export function nodeListener(
  handler: SchedulerHandler,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  checkHandler(handler);
  return (incoming, outgoing) => void answer(handler, incoming, outgoing);
}
