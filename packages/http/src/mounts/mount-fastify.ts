import type { ServerResponse } from 'node:http';
import type { SchedulerHandler } from '../handler/create-handler.js';
import { checkHandler } from './check-handler.js';
import { answer, type NodeRequest } from './node-listener.js';

/** What is used of Fastify, so that this package does not depend on it. */
export interface FastifyLike {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    parser: (request: unknown, payload: unknown, done: (error: null) => void) => void,
  ): unknown;
  all(
    path: string,
    handler: (
      request: { readonly raw: NodeRequest },
      reply: { readonly raw: ServerResponse; hijack(): unknown },
    ) => unknown,
  ): unknown;
}

/**
 * The handler as a plugin of Fastify. Inside of it no parser reads a body, so that the limits of the handler hold.
 *
 * @example
 * await fastify.register(fastifyMount(createHandler({ node, authenticate })));
 */
export function fastifyMount(handler: SchedulerHandler): (fastify: FastifyLike) => Promise<void> {
  checkHandler(handler);
  return async (fastify) => {
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));
    fastify.all(`${handler.basePath}/*`, (request, reply) => {
      reply.hijack();
      return answer(handler, request.raw, reply.raw);
    });
  };
}
