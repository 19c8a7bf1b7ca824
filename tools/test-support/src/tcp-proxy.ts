import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/** A proxy between a client and its server, such as a database or Redis, that loses connections and replies on purpose. */
export class TcpProxy {
  private readonly pairs = new Set<Pair>();
  private readonly silent = new Set<Pair>();
  private listener: Server | null = null;
  private port = 0;
  private trap: string | null = null;
  private trapped = 0;
  private silencesNew = false;

  constructor(private readonly target: URL) {}

  /** Returns the address to connect to. It stays the same when the proxy starts again. */
  async start(): Promise<string> {
    this.silencesNew = false;
    const listener = createServer((client) => this.accept(client));
    listener.listen(this.port, '127.0.0.1');
    await once(listener, 'listening');
    this.listener = listener;
    this.port = (listener.address() as AddressInfo).port;
    const own = new URL(this.target);
    own.host = `127.0.0.1:${this.port}`;
    return own.href;
  }

  /** Cuts every connection, and refuses others until it starts again. */
  async stop(): Promise<void> {
    const { listener } = this;
    this.listener = null;
    const closed = new Promise((resolve) => (listener === null ? resolve(null) : listener.close(resolve)));
    this.cutAll();
    await closed;
  }

  /** The client ports of the connections as the server sees them. */
  get ports(): readonly number[] {
    return [...this.pairs].flatMap(({ server }) => server.localPort ?? []);
  }

  /** The number of replies that were lost. */
  get lost(): number {
    return this.trapped;
  }

  /** Loses the reply to the next request that contains the text, and closes its connection. */
  loseReplyTo(text: string): void {
    this.trap = text;
  }

  /** Drops all data of the existing connections, and does not pass on their end. New ones work. */
  silenceAll(): void {
    for (const pair of this.pairs) this.silent.add(pair);
  }

  /** The same for the existing and all new connections, as if the server was frozen or a firewall dropped every packet. */
  goSilent(): void {
    this.silencesNew = true;
    this.silenceAll();
  }

  cutAll(): void {
    for (const pair of this.pairs) this.cut(pair);
  }

  private accept(client: Socket): void {
    const server = connect(Number(this.target.port), this.target.hostname);
    const pair: Pair = { client, server };
    this.pairs.add(pair);
    if (this.silencesNew) this.silent.add(pair);
    let isTrapped = false;
    client.on('data', (data) => {
      if (this.silent.has(pair)) return;
      if (this.trap !== null && data.includes(this.trap)) {
        this.trap = null;
        isTrapped = true;
      }
      server.write(data);
    });
    server.on('data', (data) => {
      if (this.silent.has(pair)) return;
      if (!isTrapped) return void client.write(data);
      this.trapped += 1;
      this.cut(pair);
    });
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      const gone = () => this.silent.has(pair) || this.cut(pair);
      socket.on('error', gone);
      socket.on('close', gone);
    }
  }

  private cut(pair: Pair): void {
    this.pairs.delete(pair);
    this.silent.delete(pair);
    pair.client.destroy();
    pair.server.destroy();
  }
}
