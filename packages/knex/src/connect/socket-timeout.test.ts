import { EventEmitter } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeUnansweredSocket, withoutSocketTimeout } from './socket-timeout.js';

/** Much longer than a busy machine needs for an answer. */
const SILENCE_MS = 400;
/** How long a test waits to see that nothing happens. */
const QUIET_MS = 2 * SILENCE_MS;

describe('closeUnansweredSocket', () => {
  let server: Server;
  let client: Socket;
  let cut: NodeJS.ErrnoException | null;

  beforeEach(async () => {
    // Answers everything but `mute`.
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data) => data.toString() === 'mute' || socket.write('answer'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    client = connect((server.address() as { readonly port: number }).port, '127.0.0.1');
    await new Promise((resolve) => client.once('connect', resolve));
    cut = null;
    client.on('error', (error) => (cut = error));
  });
  const isCut = () => new Promise((resolve) => client.once('close', resolve));
  afterEach(() => {
    client.destroy();
    server.close();
  });

  it.each([
    ['pg', () => ({ connection: { stream: client } })],
    ['mysql2', () => ({ stream: client })],
  ])('closes a connection of %s whose server does not answer', async (_driver, connection) => {
    closeUnansweredSocket(connection(), SILENCE_MS);
    client.write('mute');
    await isCut();
    expect(cut).toMatchObject({ code: 'ETIMEDOUT' });
  });

  it('keeps an idle connection open', async () => {
    closeUnansweredSocket({ stream: client }, SILENCE_MS);
    client.write('hello');
    await sleep(QUIET_MS);
    expect(cut).toBeNull();
    client.write('mute');
    await isCut();
  });

  it('reads an answer that arrived while the event loop was blocked', async () => {
    closeUnansweredSocket({ stream: client }, SILENCE_MS);
    client.write('hello');
    const until = performance.now() + 3 * SILENCE_MS;
    while (performance.now() < until);
    await sleep(QUIET_MS);
    expect(cut).toBeNull();
  });

  it('has no timeout while withoutSocketTimeout runs, and has it again afterwards', async () => {
    closeUnansweredSocket({ stream: client }, SILENCE_MS);
    await withoutSocketTimeout({ stream: client }, async () => {
      client.write('mute');
      await sleep(QUIET_MS);
    });
    expect(cut).toBeNull();
    await isCut();
  });

  it('does not end the process because of a connection without error listeners', async () => {
    const connection = Object.assign(new EventEmitter(), { stream: client });
    client.on('error', (error) => connection.emit('error', error));
    closeUnansweredSocket(connection, SILENCE_MS);
    connection.removeAllListeners();
    client.write('mute');
    await isCut();
    expect(cut).toMatchObject({ code: 'ETIMEDOUT' });
  });

  it('ignores connections without a socket', () => {
    expect(() => closeUnansweredSocket({ database: {} })).not.toThrow();
  });
});
