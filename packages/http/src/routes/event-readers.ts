import type { EventReaderReport } from '@scheduler/core';
import { z } from 'zod';
import { nameText, plainText } from '../fields/query-fields.js';
import { notFound } from '../problems/http-error.js';
import { eventReaderSchema, eventReaderView } from '../views/logged-event-view.js';
import { answer, DONE } from './answers.js';
import { route, type Route } from '../declare/route.js';

const shared = { tag: 'Event log', tenants: 'all' } as const;
const LONGEST_POSITION = 255;
const named = z.strictObject({ name: nameText });
const lettered = z.strictObject({ name: nameText, position: plainText(LONGEST_POSITION) });
const answers = { 200: answer('The reader.', eventReaderSchema) };

function changed(reader: EventReaderReport) {
  const body = eventReaderView(reader);
  return { status: 200, body, audit: { object: { kind: 'event_reader', id: reader.name } } };
}

/** The subscriptions and projections of all nodes. */
export const EVENT_READER_ROUTES: readonly Route[] = [
  route({
    ...shared,
    method: 'GET',
    path: '/event-readers',
    permission: 'events:read',
    operation: 'eventReaders.list',
    summary: 'The subscriptions and projections that read the event log, and how far they are.',
    answers: { 200: answer('The readers, by name.', z.array(eventReaderSchema)) },
    handle: async ({ node }) => ({
      status: 200,
      body: (await node.eventReaders.list()).map(eventReaderView),
    }),
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/event-readers/:name/replay',
    permission: 'events:write',
    operation: 'eventReaders.replay',
    summary: 'Lets a reader begin again with the oldest event; a projection is emptied first.',
    params: named,
    answers,
    handle: async ({ node, params: { name } }) => changed(await node.eventReaders.replay(name)),
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/event-readers/:name/resume',
    permission: 'events:write',
    operation: 'eventReaders.resume',
    summary: 'Lets a reader that has stopped go on.',
    params: named,
    answers,
    handle: async ({ node, params: { name } }) => changed(await node.eventReaders.resume(name)),
  }),
  route({
    ...shared,
    method: 'DELETE',
    path: '/event-readers/:name',
    permission: 'events:write',
    operation: 'eventReaders.delete',
    summary: 'Forgets a reader that is not used any more.',
    params: named,
    answers: { 204: DONE },
    handle: async ({ node, params: { name } }) => {
      if (!(await node.eventReaders.remove(name))) throw notFound();
      return { status: 204, audit: { object: { kind: 'event_reader', id: name } } };
    },
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/event-readers/:name/dead-letters/:position/retry',
    permission: 'events:write',
    operation: 'eventReaders.retryDeadLetter',
    summary: 'Delivers an event once more that a subscription could not take.',
    params: lettered,
    answers,
    handle: async ({ node, params: { name, position } }) =>
      changed(await node.eventReaders.retryDeadLetter(name, position)),
  }),
  route({
    ...shared,
    method: 'DELETE',
    path: '/event-readers/:name/dead-letters/:position',
    permission: 'events:write',
    operation: 'eventReaders.deleteDeadLetter',
    summary: 'Deletes a dead letter of a subscription.',
    params: lettered,
    answers,
    handle: async ({ node, params: { name, position } }) =>
      changed(await node.eventReaders.deleteDeadLetter(name, position)),
  }),
];
