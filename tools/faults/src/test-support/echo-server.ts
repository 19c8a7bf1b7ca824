import { createServer, type Server, type Socket } from 'node:net';

/** Sends back what it receives, and records it. */
export class EchoServer {
  readonly received: string[] = [];
  readonly sockets = new Set<Socket>();
  private server: Server | null = null;

  async start(): Promise<number> {
    this.server = createServer((socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => this.sockets.delete(socket));
      socket.on('data', (data) => {
        this.received.push(data.toString());
        socket.write(data);
      });
    });
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
    return (this.server.address() as { readonly port: number }).port;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server?.close(resolve));
  }
}
