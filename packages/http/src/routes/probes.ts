import { z } from 'zod';
import { answer } from './answers.js';
import { PUBLIC, route, type Route } from '../declare/route.js';

const probe = z.strictObject({ status: z.enum(['ok', 'unavailable']) }).meta({ id: 'Probe' });
const shared = { method: 'GET', permission: PUBLIC, tag: 'Probes' } as const;

/** What an orchestrator asks. The answers say nothing else, since everybody may ask. */
export const PROBE_ROUTES: readonly Route[] = [
  route({
    ...shared,
    path: '/livez',
    operation: 'probes.live',
    summary: 'Whether this process answers. It should be started again if it does not.',
    answers: { 200: answer('It does.', probe) },
    handle: async () => ({ status: 200, body: { status: 'ok' } }),
  }),
  route({
    ...shared,
    path: '/readyz',
    operation: 'probes.ready',
    summary: 'Whether requests should be sent here: the store answers, and this process is not about to end.',
    answers: { 200: answer('They should.', probe), 503: answer('Not now.', probe) },
    handle: async ({ node, services }) => {
      if (!services.isReady()) return { status: 503, body: { status: 'unavailable' } };
      const { components } = await node.health({ mustRun: false });
      const ready = components.database.status === 'healthy' || components.database.status === 'degraded';
      return ready
        ? { status: 200, body: { status: 'ok' } }
        : { status: 503, body: { status: 'unavailable' } };
    },
  }),
];
