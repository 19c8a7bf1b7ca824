import type { BusEvent, Clock, Logger } from '@scheduler/contracts';
import type { Knex } from 'knex';
import type { Database } from '../database/database.js';
import type { Sql } from '../sql/sql.js';

/** How nodes that share a database wake each other up. Lost news cost time, never a job: everybody also looks by itself. */
export interface WakeUps {
  open(): Promise<void>;
  close(): Promise<void>;
  /** An expression that tells other nodes about queues when its statement commits. Null: this database cannot. */
  notifying(queues: readonly string[]): Sql | null;
  /** Tells other nodes about queues now. */
  notifyQueues(queues: readonly string[]): void;
  notifyEvents(events: readonly BusEvent[]): Promise<void>;
  /** Hears from other nodes, not from its own, in which queues something waits; `*`: look into all. Returns the way to stop. */
  onQueues(listener: (queues: readonly string[]) => void): () => void;
  /** Hears the events of other nodes, not its own. Returns the way to stop. */
  onEvents(listener: (events: readonly BusEvent[]) => void): () => void;
}

export interface WakeUpParts {
  readonly database: Database;
  readonly knex: Knex;
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly logger: Logger;
  readonly eventPollMs: number;
}
