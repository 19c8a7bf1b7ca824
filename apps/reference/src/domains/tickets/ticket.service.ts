import {
  type Clock,
  type DurationInput,
  type IdGenerator,
  isSchedulerError,
  type Scheduler,
  toMilliseconds,
} from '@scheduler/contracts';
import type { Collection } from '../shared/app-store.js';
import type { Ticket, TicketPriority } from './tickets.js';
import { TICKET_CREATED, TICKET_RESOLVED } from './tickets.events.js';
import { escalationName, escalationSchedule, TICKET_SLA } from './tickets.schedules.js';

export interface NewTicket {
  readonly title: string;
  readonly reporter: string;
  readonly priority?: TicketPriority;
  /** How long the ticket may stay unresolved. Default: the SLA of the service. */
  readonly sla?: DurationInput;
}

export interface TicketServiceParts {
  readonly tickets: Collection<Ticket>;
  readonly scheduler: Pick<Scheduler, 'schedule' | 'find' | 'cancel' | 'triggerEvent'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: IdGenerator;
  /** Default 48 hours. */
  readonly sla?: DurationInput;
}

/** Opens and resolves tickets. Each ticket has one escalation job, from its creation until it is resolved. */
export class TicketService {
  private readonly sla: DurationInput;

  constructor(private readonly parts: TicketServiceParts) {
    this.sla = parts.sla ?? TICKET_SLA;
  }

  async create({ title, reporter, priority = 'normal', sla = this.sla }: NewTicket): Promise<Ticket> {
    const slaMs = toMilliseconds(sla, 'sla');
    const ticket: Ticket = {
      id: this.parts.ids.next(),
      title,
      reporter,
      priority,
      status: 'open',
      createdAt: this.parts.clock.now().toISOString(),
      escalatedAt: null,
      resolvedAt: null,
    };
    await this.parts.tickets.insert(ticket);
    try {
      await this.parts.scheduler.schedule(escalationSchedule(ticket, slaMs));
    } catch (error) {
      // A ticket without its escalation job is worse than a refused one.
      await this.parts.tickets.removeWhere(({ id }) => id === ticket.id);
      throw error;
    }
    // With the id of the ticket as the id of the event, its handlers run once, however often the event is triggered.
    await this.parts.scheduler.triggerEvent(
      TICKET_CREATED,
      { ticketId: ticket.id, title },
      { id: ticket.id },
    );
    return ticket;
  }

  /** Null: there is no such ticket. */
  async resolve(ticketId: string): Promise<Ticket | null> {
    const resolvedAt = this.parts.clock.now().toISOString();
    const ticket = await this.parts.tickets.update(ticketId, (current) =>
      current.status === 'resolved' ? current : { ...current, status: 'resolved', resolvedAt },
    );
    if (ticket === null) return null;
    await this.cancelEscalation(ticketId);
    const data = { to: ticket.reporter, subject: `ticket ${ticketId} is resolved: ${ticket.title}` };
    await this.parts.scheduler.triggerEvent(TICKET_RESOLVED, data, { id: ticketId });
    return ticket;
  }

  async list(): Promise<readonly Ticket[]> {
    return this.parts.tickets.all();
  }

  private async cancelEscalation(ticketId: string): Promise<void> {
    const job = await this.parts.scheduler.find(escalationName(ticketId));
    if (job === null || job.isFinal()) return;
    try {
      await this.parts.scheduler.cancel(job.id, `ticket ${ticketId} was resolved`);
    } catch (error) {
      // The job ended between the check and the cancellation. The handler checks the ticket too, so nothing is lost.
      if (!isSchedulerError(error) || error.code !== 'ILLEGAL_TRANSITION') throw error;
    }
  }
}
