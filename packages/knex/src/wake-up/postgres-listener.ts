import type { Clock, Logger, Timer } from '@scheduler/contracts';
import type { Knex } from 'knex';
import { closeUnansweredSocket, destroySocket } from '../connect/socket-timeout.js';
import { within } from '../connect/within.js';

export interface PostgresListenerParts {
  readonly knex: Knex;
  readonly clock: Pick<Clock, 'setTimer' | 'monotonicMs'>;
  readonly logger: Logger;
  readonly onPayload: (payload: string) => void;
  readonly onReconnect: () => void;
}

/** The part of a connection of `pg` that is used here. */
interface PgConnection {
  query(text: string): Promise<unknown>;
  on(event: 'notification', listener: (message: { readonly payload?: string }) => void): unknown;
  on(event: 'error' | 'end', listener: () => void): unknown;
  end(): Promise<void>;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;
/** How long a server may take to end the connection before it is cut. */
const GRACEFUL_END_MS = 200;
/** How often a query checks the connection: one that only listens would not notice that its other end has disappeared. */
const CHECK_EVERY_MS = 10_000;

/** A connection that only listens, and is opened again after it was lost. */
export class PostgresListener {
  private connection: PgConnection | null = null;
  private isOpen = false;
  private waitMs = FIRST_WAIT_MS;
  private timer: Timer | null = null;
  private readonly channels = new Set<string>();

  constructor(private readonly parts: PostgresListenerParts) {}

  /** Listens to a channel from now on, also after every reconnection. */
  listen(channel: string): void {
    if (this.channels.has(channel)) return;
    this.channels.add(channel);
    const { connection } = this;
    // If it fails, the connection is lost, and the next one listens to all channels.
    connection?.query(`LISTEN ${channel}`).catch(() => this.lose(connection));
  }

  async open(): Promise<void> {
    if (this.isOpen) return;
    this.isOpen = true;
    await this.connect().catch(() => this.reconnectLater());
  }

  async close(): Promise<void> {
    this.isOpen = false;
    this.timer?.cancel();
    const { connection } = this;
    this.connection = null;
    if (connection === null) return;
    const isEnded = await within(GRACEFUL_END_MS, connection.end());
    if (!isEnded) destroySocket(connection);
  }

  private async connect(): Promise<void> {
    const { client } = this.parts.knex as { client: { acquireRawConnection(): Promise<PgConnection> } };
    const connection = await client.acquireRawConnection();
    closeUnansweredSocket(connection);
    connection.on('notification', ({ payload }) => this.deliver(payload ?? ''));
    const lost = () => this.lose(connection);
    connection.on('error', lost);
    connection.on('end', lost);
    this.connection = connection;
    for (const channel of this.channels) await connection.query(`LISTEN ${channel}`);
    if (!this.isOpen) return this.close();
    this.waitMs = FIRST_WAIT_MS;
    this.checkLater(connection);
  }

  private checkLater(connection: PgConnection): void {
    if (this.connection !== connection) return;
    const callback = () => {
      connection.query('SELECT 1').then(
        () => this.checkLater(connection),
        () => this.lose(connection),
      );
    };
    this.timer = this.parts.clock.setTimer({ delayMs: CHECK_EVERY_MS, callback });
  }

  private deliver(payload: string): void {
    try {
      this.parts.onPayload(payload);
    } catch (error) {
      this.parts.logger.warn('a notification could not be read', { error: String(error) });
    }
  }

  private lose(connection: PgConnection): void {
    if (this.connection !== connection) return;
    this.connection = null;
    this.reconnectLater();
  }

  private reconnectLater(): void {
    if (!this.isOpen) return;
    // A connection that fails while it is opened is reported twice: as lost, and as not opened.
    this.timer?.cancel();
    const delayMs = this.waitMs;
    this.waitMs = Math.min(this.waitMs * 2, LONGEST_WAIT_MS);
    const callback = () => {
      this.connect().then(
        () => this.parts.onReconnect(),
        () => this.reconnectLater(),
      );
    };
    this.timer = this.parts.clock.setTimer({ delayMs, callback });
  }
}
