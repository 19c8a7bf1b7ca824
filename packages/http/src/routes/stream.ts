import { z } from 'zod';
import { commaList, nameText, wholeNumber } from '../fields/query-fields.js';
import { answer } from './answers.js';
import { route, type Route } from '../declare/route.js';

const MOST_RECENT = 1_000;

export const STREAM_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/events',
    permission: 'events:read',
    operation: 'events.stream',
    summary:
      'A stream of events (SSE). With Last-Event-ID it goes on where it ended; `reset` says that something is missing.',
    tag: 'Events',
    query: z.strictObject({
      names: commaList(nameText).optional(),
      recent: wholeNumber(0, MOST_RECENT)
        .default(0)
        .meta({ description: 'How many of the latest events that this node has seen come first.' }),
    }),
    answers: { 200: answer('The stream.', z.string(), 'text/event-stream') },
    handle: async ({ query, principal, request, services, isStillAllowed }) => ({
      status: 200,
      body: services.streams.open({
        principal,
        names: query.names ?? [],
        recent: query.recent,
        lastEventId: request.headers.get('last-event-id'),
        isStillAllowed,
      }),
      headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
    }),
  }),
];
