import { EventEmitter } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeUnansweredSocket, withSocketTimeout } from './socket-timeout.js';

/** Long against what a busy machine needs for an answer. */
const SILENCE_MS = 400;
/** Nothing is expected to happen within it. */
const QUIET_MS = 2 * SILENCE_MS;

describe('closeUnansweredSocket', () => {
  let server: Server;
  let client: Socket;
  let cut: NodeJS.ErrnoException | null;

  beforeEach(async () => {
    // Answers to all but `mute`.
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
  ])('cuts a connection of %s whose server does not answer', async (_driver, connection) => {
    closeUnansweredSocket(connection(), SILENCE_MS);
    client.write('mute');
    await isCut();
    expect(cut).toMatchObject({ code: 'ETIMEDOUT' });
  });

  it('lets be who waits for nothing', async () => {
    closeUnansweredSocket({ stream: client }, SILENCE_MS);
    client.write('hello');
    await sleep(QUIET_MS);
    expect(cut).toBeNull();
    client.write('mute');
    await isCut();
  });

  it('reads what came while this process stood still', async () => {
    closeUnansweredSocket({ stream: client }, SILENCE_MS);
    client.write('hello');
    const until = performance.now() + 3 * SILENCE_MS;
    while (performance.now() < until);
    await sleep(QUIET_MS);
    expect(cut).toBeNull();
  });

  it('waits as long as it takes where it is told to, and not beyond', async () => {
    closeUnansweredSocket({ stream: client }, SILENCE_MS);
    await withSocketTimeout({ stream: client }, async () => {
      client.write('mute');
      await sleep(QUIET_MS);
    });
    expect(cut).toBeNull();
    await isCut();
  });

  it('ends no process because of a connection that was given up before', async () => {
    const connection = Object.assign(new EventEmitter(), { stream: client });
    client.on('error', (error) => connection.emit('error', error));
    closeUnansweredSocket(connection, SILENCE_MS);
    connection.removeAllListeners();
    client.write('mute');
    await isCut();
    expect(cut).toMatchObject({ code: 'ETIMEDOUT' });
  });

  it('knows that a file has no other end', () => {
    expect(() => closeUnansweredSocket({ database: {} })).not.toThrow();
  });
});
