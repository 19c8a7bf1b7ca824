import type { DeclaredEventHandler } from '../shared/declared-event-handler.js';
import { SEND_NOTIFICATION } from './send-notification.handler.js';

export const TICKET_CREATED = 'ticket:created';
export const TICKET_RESOLVED = 'ticket:resolved';

export const TRIAGE_TICKET = 'triage_ticket';

/** What follows from what happens to tickets. Whoever opens or resolves one knows nothing of it. */
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
