import type { CircuitStatus } from '@scheduler/core';
import { z } from 'zod';
import { nameText } from '../fields/query-fields.js';
import { optionalTime } from '../fields/json-fields.js';
import { snaked } from '../fields/snake-case.js';
import type { Principal } from '../access/principal.js';
import { answer } from './answers.js';
import { route, type Route } from '../declare/route.js';
import { tenantField, tenantOf } from './tenant-of.js';

const circuitSchema = z
  .looseObject({
    name: z.string(),
    platform_id: z.string().nullable(),
    state: z.enum(['closed', 'open', 'half_open']),
    retry_at: optionalTime.optional(),
  })
  .meta({ id: 'Circuit' });

function circuitView({ tenant, ...circuit }: CircuitStatus): z.infer<typeof circuitSchema> {
  return { ...snaked(circuit), platform_id: tenant ?? null };
}

/** A principal of one tenant sees its own circuits; those that are shared say something about others. */
function sees({ tenant }: Principal, circuit: CircuitStatus): boolean {
  return tenant === null || circuit.tenant === tenant;
}

const rateLimitSchema = z
  .strictObject({
    scope: z.enum(['global', 'queue', 'type', 'custom']),
    key: z.string().nullable(),
    platform_id: z.string().nullable(),
    tokens: z.number(),
    capacity: z.number(),
    period_ms: z.number(),
    refill_rate: z.number(),
  })
  .meta({ id: 'RateLimit' });

export const LIMIT_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/circuits',
    permission: 'circuits:read',
    operation: 'circuits.list',
    summary: 'The circuits and their states on all nodes.',
    tag: 'Limits',
    answers: { 200: answer('The circuits, by name.', z.array(circuitSchema)) },
    handle: async ({ node, principal }) => {
      const circuits = await node.circuits.getAllStates();
      return { status: 200, body: circuits.filter((circuit) => sees(principal, circuit)).map(circuitView) };
    },
  }),
  route({
    method: 'POST',
    path: '/circuits/:name/reset',
    permission: 'circuits:write',
    operation: 'circuits.reset',
    summary: 'Closes a circuit at once, for all nodes.',
    tag: 'Limits',
    params: z.strictObject({ name: nameText }),
    body: z.strictObject({ platform_id: tenantField.optional() }),
    bodyRequired: false,
    answers: { 200: answer('The circuit.', circuitSchema) },
    handle: async ({ params: { name }, body, node, principal }) => {
      const tenant = tenantOf(principal, body.platform_id);
      const circuit = circuitView(await node.circuits.reset(name, tenant === null ? {} : { tenant }));
      return { status: 200, body: circuit, audit: { object: { kind: 'circuit', id: name }, after: circuit } };
    },
  }),
  route({
    method: 'GET',
    path: '/rate-limits',
    permission: 'limits:read',
    operation: 'rateLimits.list',
    summary: 'The configured rate limits, and what is left of them.',
    tag: 'Limits',
    answers: { 200: answer('The limits.', z.array(rateLimitSchema)) },
    handle: async ({ node, principal: { tenant } }) => {
      const limits = await node.rateLimits.status(undefined, undefined, tenant === null ? {} : { tenant });
      const own = limits.filter((limit) => tenant === null || limit.tenant === tenant);
      const body = own.map(({ tenant: owner = null, ...limit }) => ({
        ...snaked(limit),
        platform_id: owner,
      }));
      return { status: 200, body };
    },
  }),
];
