import type { DeclaredEventHandler } from '../shared/declared-event-handler.js';
import { SEND_NOTIFICATION } from './send-notification.handler.js';

export const TICKET_CREATED = 'ticket:created';
export const TICKET_RESOLVED = 'ticket:resolved';

export const TRIAGE_TICKET = 'triage_ticket';

/** Handlers of ticket events. The code that opens or resolves tickets does not depend on them. */
export const ticketEventHandlers: readonly DeclaredEventHandler[] = [
  {
    eventName: TICKET_CREATED,
    name: 'triage-new-tickets',
    action: { kind: 'enqueue', request: { type: TRIAGE_TICKET, priority: 'high', tags: ['tickets'] } },
  },
  {
    eventName: TICKET_RESOLVED,
    name: 'tell-the-reporter',
    action: { kind: 'enqueue', request: { type: SEND_NOTIFICATION, tags: ['tickets'] } },
  },
];
