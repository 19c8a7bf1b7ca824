export { type FastifyLike, fastifyMount } from './mounts/mount-fastify.js';
