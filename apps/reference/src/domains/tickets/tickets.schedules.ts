import { formatDuration, type ScheduleDefinition, trigger } from '@scheduler/contracts';
import { ESCALATE_TICKET, type EscalateTicketPayload } from './escalate-ticket.handler.js';
import type { Ticket } from './tickets.js';

export const TICKET_SLA = '48h';

/** The name of the escalation job of a ticket, by which it is found when the ticket is resolved. */
export function escalationName(ticketId: string): string {
  return `escalate-ticket-${ticketId}`;
}

export function escalationSchedule(
  ticket: Pick<Ticket, 'id' | 'priority' | 'createdAt'>,
  slaMs: number,
): ScheduleDefinition<EscalateTicketPayload> {
  return {
    type: ESCALATE_TICKET,
    name: escalationName(ticket.id),
    description: `Notify the manager if ticket ${ticket.id} is not resolved within ${formatDuration(slaMs)}`,
    targetId: ticket.id,
    trigger: trigger.once(new Date(Date.parse(ticket.createdAt) + slaMs)),
    payload: { ticketId: ticket.id, sla: formatDuration(slaMs) },
    tags: ['tickets', 'escalation', 'sla'],
    priority: ticket.priority === 'urgent' ? 'critical' : 'high',
  };
}
