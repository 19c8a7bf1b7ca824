import type { Collection } from '../shared/app-store.js';
import type { Outbox } from '../shared/outbox.js';
import type { Ticket } from './tickets.js';

export type Escalation =
  | { readonly action: 'escalated'; readonly ticketId: string; readonly message: string }
  | {
      readonly action: 'none';
      readonly ticketId: string;
      readonly reason: 'already_resolved' | 'already_escalated';
    };

export interface EscalationRequest {
  readonly ticketId: string;
  /** The time limit for resolving the ticket, in words. */
  readonly sla: string;
  readonly at: Date;
}

/** Escalates a ticket that was not resolved in time to the manager. It does not depend on schedules. */
export class EscalationService {
  constructor(
    private readonly tickets: Collection<Ticket>,
    private readonly messages: Outbox,
  ) {}

  /** Null: there is no such ticket. A repeated call neither notifies the manager again nor changes the ticket again. */
  async escalate({ ticketId, sla, at }: EscalationRequest): Promise<Escalation | null> {
    const ticket = await this.tickets.find(ticketId);
    if (ticket === null) return null;
    if (ticket.status === 'resolved') return { action: 'none', ticketId, reason: 'already_resolved' };
    if (ticket.status === 'escalated') return { action: 'none', ticketId, reason: 'already_escalated' };
    // The message comes first: if the process ends between the two steps, the next attempt finds the ticket open and completes the escalation.
    const { file } = await this.messages.deliver({
      key: `escalation-${ticketId}`,
      text: escalationMessage(ticket, sla),
      at,
    });
    await this.tickets.update(ticketId, (current) =>
      current.status === 'open'
        ? { ...current, status: 'escalated', escalatedAt: at.toISOString() }
        : current,
    );
    return { action: 'escalated', ticketId, message: file };
  }
}

function escalationMessage(ticket: Ticket, sla: string): string {
  return [
    'to: #support-escalations',
    `subject: ticket ${ticket.id} was not resolved within ${sla}`,
    '',
    `${ticket.title} (${ticket.priority}), reported by ${ticket.reporter} on ${ticket.createdAt}.`,
    '',
  ].join('\n');
}
