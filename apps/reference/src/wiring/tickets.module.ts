import { join } from 'node:path';
import { agentHandler, type DurationInput } from '@scheduler/contracts';
import {
  AGENT_DISPATCHER,
  CLOCK,
  SCHEDULER,
  SCHEDULER_COMMANDS,
  SCHEDULER_HANDLERS,
} from '@scheduler/inversify';
import { type Bind, ContainerModule } from 'inversify';
import { TicketsListCommand } from '../commands/tickets-list.command.js';
import { readable } from '../domains/maintenance/health-probes.js';
import { AgentDirectory } from '../domains/shared/agent-directory.js';
import { Outbox } from '../domains/shared/outbox.js';
import { ExpiringFiles, ExpiringRows } from '../domains/shared/retention.js';
import { ESCALATE_TICKET, EscalateTicketHandler } from '../domains/tickets/escalate-ticket.handler.js';
import { EscalationService } from '../domains/tickets/escalation.service.js';
import { SEND_NOTIFICATION, SendNotificationHandler } from '../domains/tickets/send-notification.handler.js';
import { readTriage, TicketTriage } from '../domains/tickets/ticket-triage.agent.js';
import { ticketEventHandlers, TRIAGE_TICKET } from '../domains/tickets/tickets.events.js';
import { TicketService } from '../domains/tickets/ticket.service.js';
import { tickets } from '../domains/tickets/tickets.js';
import {
  APP_IDS,
  APP_STORE,
  DOMAINS,
  EXPIRING,
  HEALTH_PROBES,
  REFERENCE_CONFIG,
  TICKET_SERVICE,
} from '../settings/tokens.js';

export function ticketsModule(sla: DurationInput): ContainerModule {
  return new ContainerModule(({ bind }) => {
    // No schedule is declared: every ticket gets a separate job.
    bind(DOMAINS).toConstantValue({
      name: 'tickets',
      types: [ESCALATE_TICKET, TRIAGE_TICKET, SEND_NOTIFICATION],
      schedules: [],
      demoSchedules: [],
      eventHandlers: ticketEventHandlers,
    });
    bind(SCHEDULER_HANDLERS)
      .toResolvedValue(
        (store, { dataDir }) => {
          const messages = new Outbox(messagesFolder(dataDir), 'txt');
          return new EscalateTicketHandler(new EscalationService(tickets(store), messages));
        },
        [APP_STORE, REFERENCE_CONFIG],
      )
      .inSingletonScope();
    bind(TICKET_SERVICE)
      .toResolvedValue(
        (store, scheduler, clock, ids) =>
          new TicketService({ tickets: tickets(store), scheduler, clock, ids, sla }),
        [APP_STORE, SCHEDULER, CLOCK, APP_IDS],
      )
      .inSingletonScope();
    bind(SCHEDULER_COMMANDS).toResolvedValue((service) => new TicketsListCommand(service), [TICKET_SERVICE]);
    bindEventWork(bind);
    bindUpkeep(bind);
  });
}

/** Binds the work that ticket events start: an agent that assigns the team, and a notification to the reporter. */
function bindEventWork(bind: Bind): void {
  bind(AGENT_DISPATCHER)
    .toResolvedValue((store) => new AgentDirectory([new TicketTriage(tickets(store))]), [APP_STORE])
    .inSingletonScope();
  bind(SCHEDULER_HANDLERS)
    .toResolvedValue(
      (agents) =>
        agentHandler({
          type: TRIAGE_TICKET,
          agent: 'ticket-triage',
          agents,
          validate: (value) => void readTriage(value),
        }),
      [AGENT_DISPATCHER],
    )
    .inSingletonScope();
  bind(SCHEDULER_HANDLERS)
    .toResolvedValue(
      ({ dataDir }) => new SendNotificationHandler(new Outbox(messagesFolder(dataDir), 'txt')),
      [REFERENCE_CONFIG],
    )
    .inSingletonScope();
}

/** Binds the data that maintenance deletes and the checks of this domain. */
function bindUpkeep(bind: Bind): void {
  bind(EXPIRING).toResolvedValue(
    (store) => new ExpiringRows('tickets', tickets(store), ({ resolvedAt }) => resolvedAt),
    [APP_STORE],
  );
  bind(EXPIRING).toResolvedValue(
    ({ dataDir }) => new ExpiringFiles('messages', messagesFolder(dataDir)),
    [REFERENCE_CONFIG],
  );
  bind(HEALTH_PROBES).toResolvedValue((store) => readable('tickets', tickets(store)), [APP_STORE]);
}

function messagesFolder(dataDir: string): string {
  return join(dataDir, 'messages');
}
