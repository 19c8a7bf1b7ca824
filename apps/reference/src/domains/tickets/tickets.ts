import type { AppStore, Collection, Row } from '../shared/app-store.js';

export const TICKET_PRIORITIES = ['low', 'normal', 'urgent'] as const;

export type TicketPriority = (typeof TICKET_PRIORITIES)[number];

export interface Ticket extends Row {
  readonly title: string;
  readonly reporter: string;
  readonly priority: TicketPriority;
  readonly status: 'open' | 'escalated' | 'resolved';
  /** ISO 8601, like the other instants. */
  readonly createdAt: string;
  readonly escalatedAt: string | null;
  readonly resolvedAt: string | null;
  /** The responsible team. Undefined until triage has assigned one. */
  readonly team?: string;
}

export function tickets(store: AppStore): Collection<Ticket> {
  return store.collection<Ticket>('tickets');
}
