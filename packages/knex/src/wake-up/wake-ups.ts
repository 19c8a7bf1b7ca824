import type { BusEvent, Clock, Logger } from '@scheduler/contracts';
import type { Knex } from 'knex';
import type { Database } from '../database/database.js';
import type { Sql } from '../sql/sql.js';
import { PollingWakeUps } from './polling-wake-ups.js';
import { PostgresWakeUps } from './postgres-wake-ups.js';

/** What another node tells. */
export interface News {
  /** Queues in which something waits. */
  readonly queues: readonly string[];
  readonly events: readonly BusEvent[];
}

/** How nodes that share a database wake each other up. Lost news cost time, never a job: everybody also looks by itself. */
export interface WakeUps {
  open(): Promise<void>;
  close(): Promise<void>;
  /** An expression that tells other nodes about queues when its statement commits. Null: this database cannot. */
  notifying(queues: readonly string[]): Sql | null;
  /** Tells other nodes about queues now. */
  tellQueues(queues: readonly string[]): void;
  tellEvents(events: readonly BusEvent[]): Promise<void>;
  /** Hears the news of other nodes, not its own. Returns the way to stop. */
  onNews(listener: (news: News) => void): () => void;
}

export interface WakeUpParts {
  readonly database: Database;
  readonly knex: Knex;
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly logger: Logger;
  readonly eventPollMs: number;
}

export function createWakeUps(parts: WakeUpParts): WakeUps {
  return parts.database.dialect.name === 'postgres' ? new PostgresWakeUps(parts) : new PollingWakeUps(parts);
}
