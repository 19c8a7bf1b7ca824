import { type HandledJob, type JobContext, type JobHandler, JobResult, jobType } from '@scheduler/contracts';
import { payload } from '../shared/payload.js';
import type { EscalationService } from './escalation.service.js';

export const ESCALATE_TICKET = jobType('escalate_ticket');

export interface EscalateTicketPayload {
  readonly ticketId: string;
  readonly sla: string;
}

export class EscalateTicketHandler implements JobHandler {
  readonly types = [ESCALATE_TICKET];

  constructor(private readonly escalations: Pick<EscalationService, 'escalate'>) {}

  supports(type: string): boolean {
    return type === ESCALATE_TICKET;
  }

  validate(value: unknown): void {
    readEscalateTicket(value);
  }

  async handle(job: HandledJob, context: JobContext): Promise<JobResult> {
    const { ticketId, sla } = readEscalateTicket(job.payload);
    const escalation = await this.escalations.escalate({ ticketId, sla, at: context.startedAt });
    if (escalation === null) return JobResult.discarded(`ticket ${ticketId} no longer exists`);
    context.log.info(
      escalation.action === 'escalated'
        ? `ticket ${ticketId} escalated after ${sla}`
        : `nothing to do for ticket ${ticketId}: ${escalation.reason}`,
    );
    return JobResult.success(escalation);
  }
}

function readEscalateTicket(value: unknown): EscalateTicketPayload {
  const fields = payload.object(value);
  return { ticketId: payload.text(fields, 'ticketId'), sla: payload.text(fields, 'sla') };
}
