import type { ApiKeyDetails } from '@scheduler/core';
import { PRESET_NAMES, type Preset } from '@scheduler/core';
import { z } from 'zod';
import { isoOf, optionalTime, time } from '../fields/json-fields.js';
import { idParams, instant, LARGEST_PAGE, plainText, wholeNumber } from '../fields/query-fields.js';
import { answer } from './answers.js';
import { route, type Route } from '../declare/route.js';
import { given } from './seed-job-fields.js';
import { tenantField, tenantOf } from './tenant-of.js';

const keySchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    platform_id: z.string().nullable(),
    permissions: z.array(z.string()),
    created_at: time,
    created_by: z.string().nullable(),
    expires_at: optionalTime,
    last_used_at: optionalTime,
    revoked_at: optionalTime,
  })
  .meta({ id: 'ApiKey' });

function view(key: ApiKeyDetails): z.infer<typeof keySchema> {
  return {
    id: key.id,
    name: key.name,
    platform_id: key.tenant,
    permissions: [...key.permissions],
    created_at: isoOf(key.createdAt),
    created_by: key.createdBy,
    expires_at: isoOf(key.expiresAt),
    last_used_at: isoOf(key.lastUsedAt),
    revoked_at: isoOf(key.revokedAt),
  };
}

const NAMES: Readonly<Record<string, string>> = {
  tenant: 'platform_id',
  expiresAt: 'expires_at',
  after: 'cursor',
};
const shared = { tag: 'API keys', nameOf: (field: string) => NAMES[field] ?? field } as const;

export const KEY_ROUTES: readonly Route[] = [
  route({
    ...shared,
    method: 'GET',
    path: '/keys',
    permission: 'keys:read',
    operation: 'keys.list',
    summary: 'The API keys, the newest first, without their secrets.',
    query: z.strictObject({
      limit: wholeNumber(1, LARGEST_PAGE).default(50),
      cursor: plainText(300).optional(),
    }),
    answers: {
      200: answer(
        'A page.',
        z.strictObject({ items: z.array(keySchema), next_cursor: z.string().nullable() }),
      ),
    },
    handle: async ({ query: { limit, cursor }, node, principal: { tenant } }) => {
      const { items, next } = await node.access.apiKeys.list({ tenant, limit, ...given({ after: cursor }) });
      return { status: 200, body: { items: items.map(view), next_cursor: next } };
    },
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/keys',
    permission: 'keys:write',
    operation: 'keys.create',
    summary: 'Creates an API key that can do no more than its creator. Its token is shown once.',
    secret: true,
    body: z.strictObject({
      name: z.string(),
      platform_id: tenantField.optional(),
      permissions: z.array(z.string()).optional(),
      preset: z.enum(PRESET_NAMES as [Preset, ...Preset[]]).optional(),
      expires_at: instant.optional(),
    }),
    answers: { 201: answer('The key and its token.', z.strictObject({ key: keySchema, token: z.string() })) },
    handle: async ({ body, node, principal }) => {
      const { key, token } = await node.access.apiKeys.create({
        name: body.name,
        tenant: tenantOf(principal, body.platform_id),
        createdBy: principal.id,
        within: { tenant: principal.tenant, permissions: principal.permissions },
        ...given({ permissions: body.permissions, preset: body.preset, expiresAt: body.expires_at }),
      });
      const after = view(key);
      return {
        status: 201,
        body: { key: after, token },
        audit: { object: { kind: 'api_key', id: key.id }, after },
      };
    },
  }),
  route({
    ...shared,
    method: 'DELETE',
    path: '/keys/:id',
    permission: 'keys:write',
    operation: 'keys.revoke',
    summary: 'Revokes an API key: from now on it lets nobody in.',
    params: idParams,
    answers: { 200: answer('The key.', keySchema) },
    handle: async ({ params: { id }, node, principal: { tenant } }) => {
      const body = view(await node.access.apiKeys.revoke({ id, tenant }));
      return { status: 200, body, audit: { object: { kind: 'api_key', id }, after: body } };
    },
  }),
];
