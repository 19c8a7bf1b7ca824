import type { AppStore, Collection, Row } from '../shared/app-store.js';

export const TICKET_PRIORITIES = ['low', 'normal', 'urgent'] as const;

export type TicketPriority = (typeof TICKET_PRIORITIES)[number];

export interface Ticket extends Row {
  readonly title: string;
  readonly reporter: string;
  readonly priority: TicketPriority;
  readonly status: 'open' | 'escalated' | 'resolved';
  /** ISO 8601, as are the others. */
  readonly createdAt: string;
  readonly escalatedAt: string | null;
  readonly resolvedAt: string | null;
  /** Who looks after it. Missing until triage has found out. */
  readonly team?: string;
}

export function tickets(store: AppStore): Collection<Ticket> {
  return store.collection<Ticket>('tickets');
}
