import type { CircuitStatus, RateLimitStatus } from '@scheduler/core';
import { z } from 'zod';
import { nameText } from '../fields/query-fields.js';
import { optionalTime } from '../fields/json-fields.js';
import { snaked } from '../fields/snake-case.js';
import type { Principal } from '../access/principal.js';
import { notFound } from '../problems/http-error.js';
import { answer } from './answers.js';
import { route, type Route } from '../declare/route.js';
import { tenantField, tenantOf } from './tenant-of.js';

const circuitSchema = z
  .looseObject({
    name: z.string(),
    platform_id: z.string().nullable(),
    state: z.enum(['closed', 'open', 'half_open']),
    retry_at: optionalTime.optional(),
    failures: z.int().meta({ description: 'In a row.' }),
    error: z.string().nullable().meta({ description: 'The latest failure.' }),
    options: z.looseObject({ failure_threshold: z.int() }),
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

function rateLimitView({ tenant, ...limit }: RateLimitStatus): z.infer<typeof rateLimitSchema> {
  return { ...snaked(limit), platform_id: tenant ?? null };
}

const resetBody = z.strictObject({
  scope: z.enum(['global', 'queue', 'type', 'custom']),
  /** Of the limit; the global one has none. */
  key: nameText.nullish(),
  platform_id: tenantField.optional(),
});

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
      return { status: 200, body: own.map(rateLimitView) };
    },
  }),
  route({
    method: 'POST',
    path: '/rate-limits/reset',
    permission: 'limits:write',
    operation: 'rateLimits.reset',
    summary: 'Fills the bucket of a rate limit, for all nodes.',
    tag: 'Limits',
    body: resetBody,
    answers: { 200: answer('The limit.', rateLimitSchema) },
    handle: async ({ body: { scope, key = null, platform_id: requested }, node, principal }) => {
      const owner = tenantOf(principal, requested);
      const ofOwner = owner === null ? {} : { tenant: owner };
      const [before] = await node.rateLimits.status(scope, key, ofOwner);
      // What all tenants share is not for one of them to change, as it is not for it to see.
      if (before !== undefined && principal.tenant !== null && before.tenant !== owner) throw notFound();
      const limit = rateLimitView(await node.rateLimits.reset(scope, key, ofOwner));
      const object = { kind: 'rate_limit', id: key === null ? scope : `${scope}:${key}` };
      return {
        status: 200,
        body: limit,
        audit: { object, before: before && rateLimitView(before), after: limit },
      };
    },
  }),
];
