import { z } from 'zod';
import { snaked } from '../fields/snake-case.js';
import { answer } from './answers.js';
import { route, type Route } from '../declare/route.js';
import { tenantField } from './tenant-of.js';

const shared = { tenants: 'all', tag: 'Upkeep' } as const;

export const UPKEEP_ROUTES: readonly Route[] = [
  route({
    ...shared,
    method: 'POST',
    path: '/prune',
    permission: 'process:run',
    operation: 'upkeep.prune',
    summary: 'Deletes what is past its retention, once; with vacuum, the database also tidies up afterwards.',
    body: z.strictObject({ vacuum: z.boolean().default(false) }),
    bodyRequired: false,
    answers: { 200: answer('How many were deleted.', z.looseObject({})) },
    handle: async ({ node, body: { vacuum } }) => {
      const body = snaked(await node.prune({ upkeep: vacuum }));
      return { status: 200, body, audit: { after: body } };
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/compatibility',
    permission: 'nodes:read',
    operation: 'upkeep.compatibility',
    summary: 'Whether what is stored fits the handlers and schemas of this build.',
    answers: { 200: answer('The report.', z.looseObject({})) },
    handle: async ({ node }) => ({ status: 200, body: snaked(await node.checkCompatibility()) }),
  }),
  route({
    ...shared,
    method: 'DELETE',
    path: '/tenants/:tenant',
    permission: 'tenants:delete',
    operation: 'tenants.delete',
    summary: 'Deletes everything that belongs to a tenant.',
    params: z.strictObject({ tenant: tenantField }),
    answers: { 200: answer('How much was deleted.', z.looseObject({ tenant: z.string() })) },
    handle: async ({ params: { tenant }, node }) => {
      const body = snaked(await node.scheduler.deleteTenant(tenant));
      return { status: 200, body, audit: { object: { kind: 'tenant', id: tenant }, after: body } };
    },
  }),
];
