import type { SchedulerHandler } from '../handler/create-handler.js';
import { checkHandler } from './check-handler.js';
import { type ExpressMount, expressMount } from './mount-express.js';
import { type FastifyLike, fastifyMount } from './mount-fastify.js';

/** What is used of a Nest application, so that this package does not depend on it. */
export interface NestApplicationLike {
  use(middleware: ExpressMount): unknown;
  getHttpAdapter(): { getType(): string; getInstance(): unknown };
}

interface Registering {
  register(plugin: (fastify: FastifyLike) => Promise<void>): PromiseLike<unknown>;
}

/**
 * Mounts the handler on a Nest application, on Express or Fastify, before it listens.
 *
 * @example
 * const app = await NestFactory.create(AppModule);
 * await mountOnNest(app, createHandler({ node, authenticate }));
 */
export async function mountOnNest(
  application: NestApplicationLike,
  handler: SchedulerHandler,
): Promise<void> {
  checkHandler(handler);
  const adapter = application.getHttpAdapter();
  if (adapter.getType() === 'fastify')
    await (adapter.getInstance() as Registering).register(fastifyMount(handler));
  else application.use(expressMount(handler));
}
