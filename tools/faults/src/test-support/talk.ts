import { connect, type Socket } from 'node:net';

/** A client that records what it receives and how its connection ended. */
export class Talk {
  received = '';
  ending: string | null = null;
  private readonly socket: Socket;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.setNoDelay(true);
    this.socket.on('data', (data) => (this.received += data.toString()));
    this.socket.on('end', () => (this.ending ??= 'end'));
    this.socket.on('error', (error: NodeJS.ErrnoException) => (this.ending ??= error.code ?? 'error'));
  }

  say(text: string): void {
    this.socket.write(text);
  }

  /** Waits until the text has arrived or the connection has ended. Returns whether the text has arrived. */
  async hears(text: string): Promise<boolean> {
    await until(() => this.received.includes(text) || this.ending !== null);
    return this.received.includes(text);
  }

  async ends(): Promise<string | null> {
    await until(() => this.ending !== null);
    return this.ending;
  }

  close(): void {
    this.socket.destroy();
  }
}

export async function until(holds: () => boolean, limitMs = 3_000): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!holds() && performance.now() < deadline) await pause(5);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
