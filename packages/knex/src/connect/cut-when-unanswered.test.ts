import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { cutWhenUnanswered, withPatience } from './cut-when-unanswered.js';

const SILENCE_MS = 60;

describe('cutWhenUnanswered', () => {
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
  afterEach(() => {
    client.destroy();
    server.close();
  });

  it.each([
    ['pg', () => ({ connection: { stream: client } })],
    ['mysql2', () => ({ stream: client })],
  ])('cuts a connection of %s whose server does not answer', async (_driver, connection) => {
    cutWhenUnanswered(connection(), SILENCE_MS);
    client.write('mute');
    await sleep(5 * SILENCE_MS);
    expect(cut).toMatchObject({ code: 'ETIMEDOUT' });
  });

  it('lets be who waits for nothing', async () => {
    cutWhenUnanswered({ stream: client }, SILENCE_MS);
    client.write('hello');
    await sleep(5 * SILENCE_MS);
    expect(cut).toBeNull();
    client.write('mute');
    await sleep(5 * SILENCE_MS);
    expect(cut).not.toBeNull();
  });

  it('reads what came while this process stood still', async () => {
    cutWhenUnanswered({ stream: client }, SILENCE_MS);
    client.write('hello');
    const until = performance.now() + 3 * SILENCE_MS;
    while (performance.now() < until);
    await sleep(5 * SILENCE_MS);
    expect(cut).toBeNull();
  });

  it('waits as long as it takes where it is told to, and not beyond', async () => {
    cutWhenUnanswered({ stream: client }, SILENCE_MS);
    await withPatience({ stream: client }, async () => {
      client.write('mute');
      await sleep(5 * SILENCE_MS);
    });
    expect(cut).toBeNull();
    await sleep(5 * SILENCE_MS);
    expect(cut).not.toBeNull();
  });

  it('knows that a file has no other end', () => {
    expect(() => cutWhenUnanswered({ database: {} })).not.toThrow();
  });
});
