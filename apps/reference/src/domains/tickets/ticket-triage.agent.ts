import type { JsonValue } from '@scheduler/contracts';
import type { Agent } from '../shared/agent-directory.js';
import type { Collection } from '../shared/app-store.js';
import { payload } from '../shared/payload.js';
import type { Ticket } from './tickets.js';

const TEAMS: readonly (readonly [team: string, signs: RegExp])[] = [
  ['billing', /invoice|payment|refund|price/i],
  ['hardware', /printer|screen|keyboard|burns/i],
  ['accounts', /password|log ?in|account/i],
];

/** Assigns a ticket to a team by its title. The answer is always the same, so it is safe to repeat. */
export class TicketTriage implements Agent {
  readonly name = 'ticket-triage';

  constructor(private readonly tickets: Collection<Ticket>) {}

  async answer(input: JsonValue): Promise<JsonValue> {
    const { ticketId, title } = readTriage(input);
    const team = TEAMS.find(([, signs]) => signs.test(title))?.[0] ?? 'support';
    const ticket = await this.tickets.update(ticketId, (current) => ({ ...current, team }));
    return { ticketId, team, found: ticket !== null };
  }
}

export function readTriage(value: unknown): { readonly ticketId: string; readonly title: string } {
  const fields = payload.object(value);
  return { ticketId: payload.text(fields, 'ticketId'), title: payload.text(fields, 'title') };
}
