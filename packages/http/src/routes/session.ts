import { PRINCIPAL_KINDS } from '@scheduler/contracts';
import { PERMISSIONS } from '@scheduler/core';
import { z } from 'zod';
import { ANY_PRINCIPAL, ENVIRONMENT_COLORS, route, type Route } from '../declare/route.js';
import { time } from '../fields/json-fields.js';
import { answer } from './answers.js';

const sessionSchema = z
  .strictObject({
    principal: z.strictObject({ id: z.string(), kind: z.enum(PRINCIPAL_KINDS) }),
    platform_id: z.string().nullable().meta({ description: 'Null: all tenants.' }),
    permissions: z.array(z.enum(PERMISSIONS)),
    read_only: z.boolean(),
    environment: z.strictObject({ name: z.string(), color: z.enum(ENVIRONMENT_COLORS) }).nullable(),
    now: time,
  })
  .meta({ id: 'Session' });

export const SESSION_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/session',
    permission: ANY_PRINCIPAL,
    operation: 'session.get',
    tag: 'Session',
    summary: 'Who the credential belongs to, what it may do, and where it leads.',
    answers: { 200: answer('The session.', sessionSchema) },
    handle: async ({ principal, node, services }) => ({
      status: 200,
      body: {
        principal: { id: principal.id, kind: principal.kind },
        platform_id: principal.tenant,
        permissions: PERMISSIONS.filter((name) => principal.permissions.includes(name)),
        read_only: services.readOnly,
        environment: services.environment,
        now: node.clock.now().toISOString(),
      },
    }),
  }),
];
