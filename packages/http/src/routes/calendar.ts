import { FeatureNotSupported } from '@scheduler/contracts';
import { z } from 'zod';
import { signedCalendarPath } from '../access/calendar-links.js';
import { commaList, instant, nameText, plainText } from '../fields/query-fields.js';
import { isoOf, optionalTime } from '../fields/json-fields.js';
import { answer } from './answers.js';
import { route, type Route } from '../declare/route.js';
import { given } from './seed-job-fields.js';
import { tenantField, tenantOf } from './tenant-of.js';

const shared = { tag: 'Calendar' } as const;

export const CALENDAR_ROUTES: readonly Route[] = [
  route({
    ...shared,
    method: 'GET',
    path: '/calendar.ics',
    permission: 'calendar:read',
    operation: 'calendar.feed',
    summary: 'Active jobs as an iCalendar file, for a calendar that asks for it again and again.',
    query: z.strictObject({
      job: nameText.optional(),
      tag: commaList(nameText).optional(),
      platform_id: tenantField.optional(),
      expires: instant.optional(),
      signature: plainText(100).optional(),
    }),
    answers: { 200: answer('The calendar.', z.string(), 'text/calendar') },
    handle: async ({ query, node, principal }) => {
      const tenant = tenantOf(principal, query.platform_id);
      const body = await node.exportCalendar(
        given({ job: query.job, tags: query.tag, tenant: tenant ?? undefined }),
      );
      return {
        status: 200,
        body,
        headers: {
          'content-type': 'text/calendar; charset=utf-8',
          'content-disposition': 'inline; filename="jobs.ics"',
        },
      };
    },
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/calendar/links',
    permission: 'keys:write',
    operation: 'calendar.createLink',
    summary:
      'Makes an address for calendars, which cannot send a credential: whoever has it reads that calendar.',
    secret: true,
    body: z.strictObject({
      job: nameText.optional(),
      tags: z.array(nameText).max(100).optional(),
      platform_id: tenantField.optional(),
      expires_at: instant.optional(),
    }),
    bodyRequired: false,
    answers: {
      201: answer('The address.', z.strictObject({ url: z.string(), expires_at: optionalTime })),
    },
    handle: async ({ body, principal, request, services }) => {
      if (services.calendarSecret === null)
        throw new FeatureNotSupported('a link to a calendar', 'this API', 'configure access.calendarSecret');
      const tenant = tenantOf(principal, body.platform_id);
      const expiresAt = body.expires_at ?? null;
      const tags = body.tags ?? [];
      const path = signedCalendarPath(services.calendarSecret, { tenant, job: body.job, tags, expiresAt });
      return {
        status: 201,
        body: {
          url: new URL(`${services.basePath}${path}`, request.url).href,
          expires_at: isoOf(expiresAt),
        },
        audit: {
          object: { kind: 'calendar_link', id: body.job ?? tags.join(',') },
          after: { platform_id: tenant, job: body.job ?? null, tags, expires_at: isoOf(expiresAt) },
        },
      };
    },
  }),
];
