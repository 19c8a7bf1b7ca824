import type { BusEvent, Timer } from '@scheduler/contracts';
import { isAllowed, type SchedulerNode } from '@scheduler/core';
import type { Principal } from '../access/principal.js';
import { HttpError } from '../problems/http-error.js';
import { EventHistory, type NumberedEvent } from './event-history.js';

export interface EventStreamsParts {
  readonly node: SchedulerNode;
  readonly redact: (value: unknown) => unknown;
  /** Streams of one principal at once. */
  readonly most: number;
  readonly heartbeatMs: number;
}

export interface StreamRequest {
  readonly principal: Principal;
  /** Events by name; empty: all. */
  readonly names: readonly string[];
  /** The id of the last event that the client has seen. Null: it begins now. */
  readonly lastEventId: string | null;
  /** How many of the latest events come first, where it does not go on after one. */
  readonly recent: number;
  /** Whether the credential still lets it in. Asked at each heartbeat. */
  readonly isStillAllowed: () => Promise<boolean>;
}

interface Client extends StreamRequest {
  send(text: string): void;
  end(): void;
}

/** Texts that wait for a slow reader. One that is slower is cut off, and comes back with the id of its last event. */
const MOST_WAITING = 1_000;

/** Streams of the events of the scheduler, each limited to what its principal may see. */
export class EventStreams {
  private readonly history = new EventHistory();
  private readonly clients = new Set<Client>();
  private unsubscribe: (() => void) | null = null;
  private heartbeat: Timer | null = null;
  private isClosed = false;

  constructor(private readonly parts: EventStreamsParts) {}

  /** Throws a problem 429 for one stream too many, and 503 once they have ended. */
  open(request: StreamRequest): ReadableStream<Uint8Array> {
    if (this.isClosed)
      throw new HttpError(503, 'SHUTTING_DOWN', 'this process is about to end; listen to another one', {
        headers: { 'retry-after': '5' },
      });
    this.refuseTooMany(request.principal);
    this.unsubscribe ??= this.parts.node.events.subscribe({
      names: [],
      listener: (event) => this.publish(event),
    });
    const encoder = new TextEncoder();
    const leave = (client: Client) => this.leave(client);
    let opened: Client | null = null;
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          const client: Client = {
            ...request,
            send: (text) =>
              (controller.desiredSize ?? 0) > 0 ? controller.enqueue(encoder.encode(text)) : leave(client),
            end: () => controller.close(),
          };
          opened = client;
          this.clients.add(client);
          this.begin(client);
        },
        cancel: () => {
          if (opened !== null) this.clients.delete(opened);
        },
      },
      { highWaterMark: MOST_WAITING },
    );
  }

  /** Ends all streams, and opens none any more. */
  close(): void {
    this.isClosed = true;
    this.unsubscribe?.();
    this.unsubscribe = null;
    this.heartbeat?.cancel();
    for (const client of [...this.clients]) this.leave(client);
  }

  private begin(client: Client): void {
    client.send(': welcome\n\n');
    const missed =
      client.lastEventId === null ? this.recentFor(client) : this.history.after(client.lastEventId);
    // What happened meanwhile is not known here: the client has to read again what it shows.
    if (missed === null) client.send('event: reset\ndata: {}\n\n');
    for (const numbered of missed ?? []) this.sendTo(client, numbered);
    if (this.heartbeat === null) this.beat();
  }

  /** The latest events that the client may see. */
  private recentFor(client: Client): readonly NumberedEvent[] {
    if (client.recent === 0) return [];
    return this.history
      .latest(Number.POSITIVE_INFINITY)
      .filter(({ event }) => isFor(client, event))
      .slice(-client.recent);
  }

  private publish(event: BusEvent): void {
    const numbered = this.history.add(event);
    for (const client of [...this.clients]) this.sendTo(client, numbered);
  }

  private sendTo(client: Client, { id, event }: NumberedEvent): void {
    const { principal } = client;
    if (!isFor(client, event)) return;
    const isOurs = event.name.startsWith('scheduler:');
    const data = isOurs || isAllowed(principal, 'payloads:read') ? event.data : null;
    const shown = { name: event.name, at: event.at.toISOString(), platform_id: event.tenant, data };
    client.send(
      `id: ${id}\nevent: ${oneLine(event.name)}\ndata: ${JSON.stringify(this.parts.redact(shown))}\n\n`,
    );
  }

  private beat(): void {
    const { node, heartbeatMs } = this.parts;
    this.heartbeat = node.clock.setTimer({
      delayMs: heartbeatMs,
      callback: () => {
        this.heartbeat = null;
        for (const client of [...this.clients]) void this.check(client);
        if (this.clients.size > 0) this.beat();
      },
    });
  }

  /** A credential that was revoked ends its streams with the next heartbeat. */
  private async check(client: Client): Promise<void> {
    const isAllowedStill = await client.isStillAllowed().catch(() => false);
    if (!this.clients.has(client)) return;
    if (isAllowedStill) client.send(': heartbeat\n\n');
    else this.leave(client);
  }

  private leave(client: Client): void {
    if (this.clients.delete(client)) client.end();
  }

  private refuseTooMany({ id, kind, tenant }: Principal): void {
    const own = [...this.clients].filter(
      ({ principal }) => principal.id === id && principal.kind === kind && principal.tenant === tenant,
    );
    if (own.length < this.parts.most) return;
    throw new HttpError(
      429,
      'TOO_MANY_STREAMS',
      `this credential has ${own.length} streams already; close one`,
      {
        headers: { 'retry-after': '30' },
      },
    );
  }
}

/** Whether a client may see an event, and asked for it. */
function isFor({ principal, names }: StreamRequest, { tenant, name }: BusEvent): boolean {
  if (principal.tenant !== null && tenant !== principal.tenant) return false;
  return names.length === 0 || names.includes(name);
}

/** A name with a line break would begin another field. */
function oneLine(name: string): string {
  return name.replace(/[\r\n]/g, ' ');
}
