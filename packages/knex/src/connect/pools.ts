import type { Knex } from 'knex';
import { destroySocket, onSocketClosed } from './socket-timeout.js';
import { within } from './within.js';

/** How long a pool waits for statements that are under way. A server that does not answer must not hold up the end of a process. */
const GRACEFUL_CLOSE_MS = 500;

/** The pools of a store, which can be closed and opened again, any number of times. */
export class Pools {
  private pools: readonly Knex[] = [];
  private readonly connections = new Set<unknown>();
  private closed = false;
  private closing: Promise<void> = Promise.resolve();

  /** The pools that are closed and opened together. They exist already. */
  own(...pools: readonly Knex[]): void {
    this.pools = [...this.pools, ...pools];
  }

  /** Notes a raw connection, so that it can be closed although its server is silent. */
  created(connection: unknown): void {
    const hasSocket = onSocketClosed(connection, () => this.connections.delete(connection));
    if (hasSocket) this.connections.add(connection);
  }

  get isClosed(): boolean {
    return this.closed;
  }

  async open(): Promise<void> {
    if (!this.closed) return;
    await this.closing;
    for (const knex of this.pools) knex.initialize();
    this.closed = false;
  }

  close(): Promise<void> {
    if (!this.closed) this.closing = this.destroy();
    this.closed = true;
    return this.closing;
  }

  private async destroy(): Promise<void> {
    const destroyed = Promise.all(this.pools.map((knex) => knex.destroy()));
    if (!(await within(GRACEFUL_CLOSE_MS, destroyed))) this.connections.forEach(destroySocket);
    await destroyed;
  }
}
