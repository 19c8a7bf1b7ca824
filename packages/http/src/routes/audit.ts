import { z } from 'zod';
import { anyJson, isoOf, time } from '../fields/json-fields.js';
import { instant, LARGEST_PAGE, nameText, plainText, wholeNumber } from '../fields/query-fields.js';
import { answer } from './answers.js';
import { route, type Route } from '../declare/route.js';
import { given } from './seed-job-fields.js';

const recordSchema = z
  .strictObject({
    id: z.string(),
    at: time,
    platform_id: z.string().nullable(),
    principal: z.strictObject({ id: z.string(), kind: z.string() }),
    action: z.string(),
    operation: z.string(),
    object: z.strictObject({ kind: z.string(), id: z.string() }).nullable(),
    before: anyJson,
    after: anyJson,
    reason: z.string().nullable(),
    request_id: z.string().nullable(),
  })
  .meta({ id: 'AuditRecord' });

export const AUDIT_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/audit',
    permission: 'audit:read',
    operation: 'audit.list',
    summary: 'Who changed what and why, the newest first.',
    tag: 'Audit',
    query: z.strictObject({
      action: nameText.optional(),
      principal: nameText.optional(),
      object_kind: nameText.optional(),
      object_id: nameText.optional(),
      since: instant.optional(),
      until: instant.optional(),
      limit: wholeNumber(1, LARGEST_PAGE).default(50),
      cursor: plainText(300).optional(),
    }),
    nameOf: (field) => (field === 'after' ? 'cursor' : field),
    answers: {
      200: answer(
        'A page.',
        z.strictObject({ items: z.array(recordSchema), next_cursor: z.string().nullable() }),
      ),
    },
    handle: async ({ query, node, principal: { tenant } }) => {
      const { object_kind: objectKind, object_id: objectId, cursor: after, limit, ...rest } = query;
      const { items, next } = await node.access.auditLog.list({
        tenant,
        limit,
        ...given({ ...rest, objectKind, objectId, after }),
      });
      const body = {
        items: items.map(({ tenant: owner, requestId, at, ...record }) => ({
          ...record,
          at: isoOf(at),
          platform_id: owner,
          request_id: requestId,
        })),
        next_cursor: next,
      };
      return { status: 200, body };
    },
  }),
];
