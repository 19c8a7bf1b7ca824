import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy to Redis whose connections can be cut and restored. */
export class CuttableRedis {
  private readonly sockets = new Set<Socket>();
  private port = 0;
  private server: Server | null = null;

  constructor(private readonly to: string) {}

  /** Accepts connections, on the same port also after a cut. */
  async open(): Promise<string> {
    this.server = createServer((here) => this.join(here));
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Closes all connections and refuses new ones. */
  async cut(): Promise<void> {
    const { server } = this;
    if (server === null) return;
    this.server = null;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private join(here: Socket): void {
    const { hostname, port } = new URL(this.to);
    const there = connect(Number(port), hostname);
    here.pipe(there).pipe(here);
    for (const [one, other] of [
      [here, there],
      [there, here],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
  }
}
