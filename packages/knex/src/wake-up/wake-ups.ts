import type { BusEvent, Clock, Logger } from '@scheduler/contracts';
import type { Knex } from 'knex';
import type { Database } from '../database/database.js';
import type { Sql } from '../sql/sql.js';

/** How nodes that share a database notify each other. A lost notification costs time, never a job, because all nodes poll as well. */
export interface WakeUps {
  open(): Promise<void>;
  close(): Promise<void>;
  /** An expression that notifies other nodes of new work in queues when its statement commits. Null: the database cannot. */
  notifying(queues: readonly string[]): Sql | null;
  /** Notifies other nodes of new work in queues now. */
  notifyQueues(queues: readonly string[]): void;
  notifyEvents(events: readonly BusEvent[]): Promise<void>;
  /** Called with the queues in which other nodes have added work; `*` means all queues. Returns a function that unsubscribes. */
  onQueues(listener: (queues: readonly string[]) => void): () => void;
  /** Called with the events of other nodes. Returns a function that unsubscribes. */
  onEvents(listener: (events: readonly BusEvent[]) => void): () => void;
}

export interface WakeUpParts {
  readonly database: Database;
  readonly knex: Knex;
  readonly clock: Pick<Clock, 'setTimer' | 'monotonicMs'>;
  readonly logger: Logger;
  readonly eventPollMs: number;
}
