import { connect, createServer, type Server, type Socket } from 'node:net';

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/** A proxy between a store and its server that loses connections and replies on purpose. */
export class TcpProxy {
  private readonly pairs = new Set<Pair>();
  private readonly silent = new Set<Pair>();
  private listener: Server | null = null;
  private trap: string | null = null;
  private trapped = 0;

  constructor(private readonly target: URL) {}

  /** Starts the proxy and resolves to its address. */
  async start(): Promise<string> {
    this.listener = createServer((client) => this.accept(client));
    await new Promise<void>((resolve) => this.listener?.listen(0, '127.0.0.1', resolve));
    const proxyUrl = new URL(this.target);
    const address = this.listener.address() as { readonly port: number };
    proxyUrl.host = `127.0.0.1:${address.port}`;
    return proxyUrl.href;
  }

  async stop(): Promise<void> {
    this.cutAll();
    await new Promise<void>((resolve) => this.listener?.close(() => resolve()));
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

  cutAll(): void {
    for (const pair of this.pairs) this.cut(pair);
  }

  private accept(client: Socket): void {
    const server = connect(Number(this.target.port), this.target.hostname);
    const pair: Pair = { client, server };
    this.pairs.add(pair);
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
