import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy to Redis that can drop all data of its open connections without closing them, or close them. */
export class SilentProxy {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  constructor(private readonly target: URL) {
    this.server = createServer((client) => this.join(client));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `redis://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  fallSilent(): void {
    for (const socket of this.sockets) socket.removeAllListeners('data').resume();
  }

  cutAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.cutAll();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket): void {
    const server = connect(Number(this.target.port), this.target.hostname);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (data) => to.write(data));
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
    }
  }
}
