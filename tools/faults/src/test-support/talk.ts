import { connect, type Socket } from 'node:net';

/** A client that remembers what it heard and how its connection ended. */
export class Talk {
  heard = '';
  ending: string | null = null;
  private readonly socket: Socket;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.setNoDelay(true);
    this.socket.on('data', (data) => (this.heard += data.toString()));
    this.socket.on('end', () => (this.ending ??= 'end'));
    this.socket.on('error', (error: NodeJS.ErrnoException) => (this.ending ??= error.code ?? 'error'));
  }

  say(text: string): void {
    this.socket.write(text);
  }

  /** Waits for an answer in full, or for the end. */
  async hears(text: string): Promise<boolean> {
    await until(() => this.heard.includes(text) || this.ending !== null);
    return this.heard.includes(text);
  }

  async ends(): Promise<string | null> {
    await until(() => this.ending !== null);
    return this.ending;
  }

  close(): void {
    this.socket.destroy();
  }
}

export async function until(holds: () => boolean, patienceMs = 3_000): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!holds() && performance.now() < deadline) await pause(5);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
