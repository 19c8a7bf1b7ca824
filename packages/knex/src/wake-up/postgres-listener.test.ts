import { EventEmitter } from 'node:events';
import { silentLogger } from '@scheduler/contracts';
import { SettableClock } from '@scheduler/testing';
import type { Knex } from 'knex';
import { PostgresListener } from './postgres-listener.js';

class FakeConnection extends EventEmitter {
  readonly queries: string[] = [];
  isMute = false;
  private rejectQuery: (error: Error) => void = () => undefined;

  query(text: string): Promise<void> {
    this.queries.push(text);
    return this.isMute ? new Promise((_, reject) => (this.rejectQuery = reject)) : Promise.resolve();
  }

  /** Fails as `closeUnansweredSocket` does when the server does not answer. */
  fail(): void {
    this.rejectQuery(new Error('connection lost'));
    this.emit('error', new Error('connection lost'));
  }

  async end(): Promise<void> {
    this.emit('end');
  }
}

describe('PostgresListener', () => {
  const clock = new SettableClock();
  let connections: FakeConnection[];
  let reconnections: number;
  let muteNext = false;
  let listener: PostgresListener;

  beforeEach(async () => {
    connections = [];
    reconnections = 0;
    const acquireRawConnection = async () => {
      const connection = new FakeConnection();
      connection.isMute = muteNext;
      muteNext = false;
      connections.push(connection);
      return connection;
    };
    listener = new PostgresListener({
      knex: { client: { acquireRawConnection } } as unknown as Knex,
      clock,
      logger: silentLogger,
      onPayload: () => undefined,
      onReconnect: () => (reconnections += 1),
    });
    listener.listen('news');
    await listener.open();
  });
  afterEach(() => listener.close());

  it('checks the connection at an interval', async () => {
    await clock.advance('35s');
    expect(connections).toHaveLength(1);
    expect(connections[0]!.queries).toEqual(['LISTEN news', 'SELECT 1', 'SELECT 1', 'SELECT 1']);
  });

  it('reconnects once after a check was not answered', async () => {
    connections[0]!.isMute = true;
    await clock.advance('10s');
    connections[0]!.fail();
    await clock.advance('5s');
    expect(connections).toHaveLength(2);
    expect(connections[1]!.queries).toEqual(['LISTEN news']);
    expect(reconnections).toBe(1);
    await clock.advance('20s');
    expect(connections[0]!.queries).toEqual(['LISTEN news', 'SELECT 1']);
    expect(connections[1]!.queries).toHaveLength(3);
  });

  it('reconnects once when a connection fails while it starts to listen', async () => {
    connections[0]!.fail();
    muteNext = true;
    await clock.advance('100ms');
    connections[1]!.fail();
    await clock.advance('10s');
    expect(connections).toHaveLength(3);
    expect(connections[2]!.queries).toEqual(['LISTEN news']);
  });

  it('checks nothing after it was closed', async () => {
    await listener.close();
    await clock.advance('1m');
    expect(clock.pendingTimers).toBe(0);
    expect(connections).toHaveLength(1);
    expect(connections[0]!.queries).toEqual(['LISTEN news']);
  });
});
