import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConsoleError } from '../output/console-error.js';
import type { ProcessesHealth } from './process-health.js';

export interface HealthServer {
  /** The address of `/health`. */
  readonly url: string;
  close(): void;
}

export interface HealthAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Serves the health of all processes: `/livez` (the supervisor answers), `/readyz` (at least one process works) and `/health` (each process).
 * It tells nothing of jobs, and changes nothing.
 */
export async function serveHealth(
  address: HealthAddress,
  health: () => ProcessesHealth,
): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const { status, body } = answer(request.method ?? '', request.url ?? '', health);
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(request.method === 'HEAD' ? undefined : `${JSON.stringify(body)}\n`);
  });
  await listen(server, address);
  const { port } = server.address() as AddressInfo;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return {
    url: `http://${host}:${port}/health`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function answer(method: string, path: string, health: () => ProcessesHealth) {
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, body: { error: 'only GET and HEAD are served' } };
  const [name] = path.split('?');
  if (name === '/livez') return { status: 200, body: { status: 'alive' } };
  const now = health();
  const status = now.status === 'unhealthy' ? 503 : 200;
  if (name === '/readyz')
    return { status, body: { status: now.status, wanted: now.wanted, working: now.working } };
  if (name === '/health') return { status, body: now };
  return { status: 404, body: { error: 'there are /livez, /readyz and /health' } };
}

function listen(server: Server, { host, port }: HealthAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new ConsoleError(
          'ADDRESS_NOT_USABLE',
          `--health-port: ${host}:${port} cannot be listened on (${error.code ?? error.message}); choose another port or --health-host, or 0 for any port that is free`,
          { cause: error },
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
}
