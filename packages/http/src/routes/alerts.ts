import { ALERT_STATUSES } from '@scheduler/contracts';
import { z } from 'zod';
import { route, type Route } from '../declare/route.js';
import {
  commaList,
  idParams,
  instant,
  LARGEST_PAGE,
  nameText,
  plainText,
  wholeNumber,
} from '../fields/query-fields.js';
import { alertSchema, alertView, silenceSchema, silenceView } from '../views/alert-view.js';
import { alertsOf } from './alert-rules.js';
import { answer } from './answers.js';
import { given } from './seed-job-fields.js';
import { tenantField } from './tenant-of.js';

const NAMES: Readonly<Record<string, string>> = {
  statuses: 'status',
  duration: 'duration_ms',
  after: 'cursor',
};
const shared = { tag: 'Alerts', nameOf: (field: string) => NAMES[field] ?? field } as const;

export const ALERT_ROUTES: readonly Route[] = [
  route({
    ...shared,
    method: 'GET',
    path: '/alerts',
    permission: 'alerts:read',
    operation: 'alerts.list',
    summary: 'The alerts that fire or have fired, the newest first.',
    query: z.strictObject({
      status: commaList(z.enum(ALERT_STATUSES)).optional(),
      rule: nameText.optional(),
      limit: wholeNumber(1, LARGEST_PAGE).default(50),
      cursor: plainText(300).optional(),
    }),
    answers: {
      200: answer(
        'A page.',
        z.strictObject({ items: z.array(alertSchema), next_cursor: z.string().nullable() }),
      ),
    },
    handle: async ({ query: { status, rule, limit, cursor }, node, principal }) => {
      const { items, next } = await alertsOf(node, principal).list({
        limit,
        ...given({ statuses: status, rule, after: cursor }),
      });
      return { status: 200, body: { items: items.map(alertView), next_cursor: next } };
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/alert-silences',
    permission: 'alerts:read',
    operation: 'alertSilences.list',
    summary: 'What silences alerts now.',
    answers: { 200: answer('The silences, the newest first.', z.array(silenceSchema)) },
    handle: async ({ node, principal }) => {
      const silences = await alertsOf(node, principal).silences();
      return { status: 200, body: silences.map(silenceView) };
    },
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/alert-silences',
    permission: 'alerts:write',
    operation: 'alertSilences.create',
    summary: 'Keeps alerts from being announced for a while. They fire all the same.',
    body: z.strictObject({
      rule: z.string().nullable().optional(),
      subject: z.string().nullable().optional(),
      duration_ms: z.int().optional(),
      until: instant.optional(),
      reason: z.string(),
      platform_id: tenantField.optional(),
    }),
    answers: { 201: answer('The silence.', silenceSchema) },
    handle: async ({ body, node, principal }) => {
      const { rule, subject, duration_ms: duration, until, reason } = body;
      const silence = await alertsOf(node, principal, body.platform_id).silence({
        reason,
        createdBy: principal.id,
        ...given({ rule, subject, duration, until }),
      });
      const view = silenceView(silence);
      const object = { kind: 'alert_silence', id: silence.id };
      return { status: 201, body: view, audit: { object, after: view, reason } };
    },
  }),
  route({
    ...shared,
    method: 'DELETE',
    path: '/alert-silences/:id',
    permission: 'alerts:write',
    operation: 'alertSilences.delete',
    summary: 'Ends a silence. What fires and was not announced is announced then.',
    params: idParams,
    answers: { 200: answer('What it was.', silenceSchema) },
    handle: async ({ params: { id }, node, principal }) => {
      const before = silenceView(await alertsOf(node, principal).unsilence(id));
      return { status: 200, body: before, audit: { object: { kind: 'alert_silence', id }, before } };
    },
  }),
];
