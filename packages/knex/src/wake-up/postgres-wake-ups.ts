import { randomUUID } from 'node:crypto';
import type { BusEvent, JsonObject } from '@scheduler/contracts';
import { type Sql, sql } from '../sql/sql.js';
import { Listeners } from './listeners.js';
import { PostgresListener } from './postgres-listener.js';
import type { WakeUpParts, WakeUps } from './wake-ups.js';

/** The longest payload of a notification: PostgreSQL allows less than 8000 bytes. */
const MAX_PAYLOAD_BYTES = 7_900;

interface Message {
  /** The sender. A node ignores its own messages. */
  readonly o: string;
  readonly q?: readonly string[];
  readonly e?: { readonly n: string; readonly t: number; readonly w: string | null; readonly d: JsonObject };
}

/** Uses LISTEN and NOTIFY. Queues and events have separate channels, so that nodes without workers are not woken up by every job. */
export class PostgresWakeUps implements WakeUps {
  private readonly origin = randomUUID();
  private readonly queueChannel: string;
  private readonly eventChannel: string;
  private readonly queueListeners: Listeners<readonly string[]>;
  private readonly eventListeners: Listeners<readonly BusEvent[]>;
  private readonly listener: PostgresListener;
  private waiting = new Set<string>();
  private isSending = false;

  constructor(private readonly parts: WakeUpParts) {
    const { prefix, schema } = parts.database.tables;
    const base = `${schema === null ? '' : `${schema}_`}${prefix}`.toLowerCase();
    this.queueChannel = `${base}wake`;
    this.eventChannel = `${base}events`;
    this.queueListeners = new Listeners(parts.logger);
    this.eventListeners = new Listeners(parts.logger);
    this.listener = new PostgresListener({
      ...parts,
      onPayload: (payload) => this.receive(payload),
      // Notifications may have been missed, so that all queues are polled.
      onReconnect: () => this.queueListeners.notifyAll(['*']),
    });
  }

  open(): Promise<void> {
    return this.listener.open();
  }

  close(): Promise<void> {
    return this.listener.close();
  }

  notifying(queues: readonly string[]): Sql {
    return sql`pg_notify(${this.queueChannel}, ${this.encode({ o: this.origin, q: [...new Set(queues)] })})`;
  }

  /** One notification is sent at a time. Queues that are added meanwhile are combined in the next one. */
  notifyQueues(queues: readonly string[]): void {
    for (const queue of queues) this.waiting.add(queue);
    if (!this.isSending && this.waiting.size > 0) void this.sendWaiting();
  }

  async notifyEvents(events: readonly BusEvent[]): Promise<void> {
    const payloads = events.map(({ name, at, tenant, data }) =>
      this.encode({ o: this.origin, e: { n: name, t: at.getTime(), w: tenant, d: data } }),
    );
    const source = this.parts.database.dialect.source([
      { name: 'payload', type: 'text', values: payloads.filter((payload) => this.fits(payload)) },
    ]);
    await this.parts.database.rows(sql`SELECT pg_notify(${this.eventChannel}, s.payload) FROM ${source}`);
  }

  onQueues(listener: (queues: readonly string[]) => void): () => void {
    this.listener.listen(this.queueChannel);
    return this.queueListeners.add(listener);
  }

  onEvents(listener: (events: readonly BusEvent[]) => void): () => void {
    this.listener.listen(this.eventChannel);
    return this.eventListeners.add(listener);
  }

  private async sendWaiting(): Promise<void> {
    this.isSending = true;
    while (this.waiting.size > 0) {
      const queues = [...this.waiting];
      this.waiting = new Set();
      try {
        await this.parts.database.rows(sql`SELECT ${this.notifying(queues)}`);
      } catch (error) {
        this.parts.logger.warn('other nodes were not notified of new work; they find it by polling', {
          error: String(error),
        });
      }
    }
    this.isSending = false;
  }

  private encode(message: Message): string {
    return JSON.stringify(message);
  }

  private fits(payload: string): boolean {
    if (Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES) return true;
    this.parts.logger.warn('an event is too long to be published to other nodes', { bytes: payload.length });
    return false;
  }

  private receive(payload: string): void {
    const { o, q, e } = JSON.parse(payload) as Message;
    if (o === this.origin) return;
    if (q !== undefined) this.queueListeners.notifyAll(q);
    if (e !== undefined)
      this.eventListeners.notifyAll([{ name: e.n, at: new Date(e.t), tenant: e.w, data: e.d }]);
  }
}
