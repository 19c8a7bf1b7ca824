import { EventEmitter } from 'node:events';
import { silentLogger } from '@scheduler/contracts';
import { SettableClock } from '@scheduler/testing';
import type { Knex } from 'knex';
import { PostgresListener } from './postgres-listener.js';

class FakeConnection extends EventEmitter {
  readonly asked: string[] = [];
  isMute = false;
  private fail: (error: Error) => void = () => undefined;

  query(text: string): Promise<void> {
    this.asked.push(text);
    return this.isMute ? new Promise((_, reject) => (this.fail = reject)) : Promise.resolve();
  }

  /** As the guard of its socket does when an answer does not come. */
  breakDown(): void {
    this.fail(new Error('connection lost'));
    this.emit('error', new Error('connection lost'));
  }

  async end(): Promise<void> {
    this.emit('end');
  }
}

describe('PostgresListener', () => {
  const clock = new SettableClock();
  let made: FakeConnection[];
  let reconnections: number;
  let muteNext = false;
  let listener: PostgresListener;

  beforeEach(async () => {
    made = [];
    reconnections = 0;
    const acquireRawConnection = async () => {
      const connection = new FakeConnection();
      connection.isMute = muteNext;
      muteNext = false;
      made.push(connection);
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

  it('asks now and then whether anybody is there', async () => {
    await clock.advance('35s');
    expect(made).toHaveLength(1);
    expect(made[0]!.asked).toEqual(['LISTEN news', 'SELECT 1', 'SELECT 1', 'SELECT 1']);
  });

  it('listens again, once, after an answer did not come', async () => {
    made[0]!.isMute = true;
    await clock.advance('10s');
    made[0]!.breakDown();
    await clock.advance('5s');
    expect(made).toHaveLength(2);
    expect(made[1]!.asked).toEqual(['LISTEN news']);
    expect(reconnections).toBe(1);
    await clock.advance('20s');
    expect(made[0]!.asked).toEqual(['LISTEN news', 'SELECT 1']);
    expect(made[1]!.asked).toHaveLength(3);
  });

  it('comes back once when it broke while it began to listen', async () => {
    made[0]!.breakDown();
    muteNext = true;
    await clock.advance('100ms');
    made[1]!.breakDown();
    await clock.advance('10s');
    expect(made).toHaveLength(3);
    expect(made[2]!.asked).toEqual(['LISTEN news']);
  });

  it('asks nothing after it was closed', async () => {
    await listener.close();
    await clock.advance('1m');
    expect(clock.pendingTimers).toBe(0);
    expect(made).toHaveLength(1);
    expect(made[0]!.asked).toEqual(['LISTEN news']);
  });
});
