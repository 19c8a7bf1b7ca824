import { randomUUID } from 'node:crypto';
import type { BusEvent, JsonObject } from '@scheduler/contracts';
import { raw, type Sql, sql } from '../sql/sql.js';
import { Listeners } from './listeners.js';
import { PostgresListener } from './postgres-listener.js';
import type { News, WakeUpParts, WakeUps } from './wake-ups.js';

/** What PostgreSQL carries in one notification. */
const LONGEST_PAYLOAD = 7_900;

interface Message {
  /** Who sent it. */
  readonly o: string;
  readonly q?: readonly string[];
  readonly e?: { readonly n: string; readonly t: number; readonly w: string | null; readonly d: JsonObject };
}

/** LISTEN and NOTIFY. */
export class PostgresWakeUps implements WakeUps {
  private readonly origin = randomUUID();
  private readonly channel: string;
  private readonly listeners: Listeners<News>;
  private readonly listener: PostgresListener;
  private waiting = new Set<string>();
  private telling = false;

  constructor(private readonly parts: WakeUpParts) {
    const { prefix, schema } = parts.database.tables;
    this.channel = `${schema === null ? '' : `${schema}_`}${prefix}wake`.toLowerCase();
    this.listeners = new Listeners(parts.logger);
    this.listener = new PostgresListener({
      ...parts,
      channel: this.channel,
      onPayload: (payload) => this.hear(payload),
      // Whatever was told while nobody listened: look everywhere.
      onReconnect: () => this.listeners.tellAll({ queues: ['*'], events: [] }),
    });
  }

  open(): Promise<void> {
    return this.listener.open();
  }

  close(): Promise<void> {
    return this.listener.close();
  }

  notifying(queues: readonly string[]): Sql {
    return sql`pg_notify(${this.channel}, ${this.encode({ o: this.origin, q: [...new Set(queues)] })})`;
  }

  /** One at a time: what comes meanwhile goes together into the next. */
  tellQueues(queues: readonly string[]): void {
    for (const queue of queues) this.waiting.add(queue);
    if (!this.telling && this.waiting.size > 0) void this.tellWaiting();
  }

  async tellEvents(events: readonly BusEvent[]): Promise<void> {
    const payloads = events.map(({ name, at, tenant, data }) =>
      this.encode({ o: this.origin, e: { n: name, t: at.getTime(), w: tenant, d: data } }),
    );
    const source = this.parts.database.dialect.source([
      { name: 'payload', type: 'text', values: payloads.filter((payload) => this.fits(payload)) },
    ]);
    await this.parts.database.rows(sql`SELECT pg_notify(${this.channel}, s.payload) FROM ${source}`);
  }

  onNews(listener: (news: News) => void): () => void {
    return this.listeners.add(listener);
  }

  private async tellWaiting(): Promise<void> {
    this.telling = true;
    while (this.waiting.size > 0) {
      const queues = [...this.waiting];
      this.waiting = new Set();
      try {
        await this.parts.database.rows(sql`SELECT ${this.notifying(queues)}${raw('')}`);
      } catch (error) {
        this.parts.logger.warn('other nodes were not woken up; their poll finds it', {
          error: String(error),
        });
      }
    }
    this.telling = false;
  }

  private encode(message: Message): string {
    return JSON.stringify(message);
  }

  private fits(payload: string): boolean {
    if (Buffer.byteLength(payload) <= LONGEST_PAYLOAD) return true;
    this.parts.logger.warn('an event is too long to be told to other nodes', { bytes: payload.length });
    return false;
  }

  private hear(payload: string): void {
    const { o, q = [], e } = JSON.parse(payload) as Message;
    if (o === this.origin) return;
    const events = e === undefined ? [] : [{ name: e.n, at: new Date(e.t), tenant: e.w, data: e.d }];
    this.listeners.tellAll({ queues: q, events });
  }
}
