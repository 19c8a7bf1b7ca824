import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigurationInvalid } from '@scheduler/contracts';
import { checkInput, fields, optional, text, wholeNumber } from '@scheduler/contracts/adapter';
import type { SchedulerHandler } from '../handler/create-handler.js';
import { isLoopback } from '../access/connection.js';
import { checkHandler } from './check-handler.js';
import { nodeListener } from './mount-node.js';

export interface ServeOptions {
  /** Default: 0, any free port. */
  readonly port?: number;
  /** Default: `127.0.0.1`. Another address is refused while access is not configured. */
  readonly host?: string;
}

export interface ServedHandler {
  /** Where the API begins, such as `http://127.0.0.1:4000/api/v1/scheduler`. */
  readonly url: string;
  readonly server: Server;
  /** Takes no more requests, ends the streams, and waits for the answers that are on their way. */
  close(): Promise<void>;
}

const LOCAL = '127.0.0.1';
const HIGHEST_PORT = 65_535;
const OPTIONS = fields(
  { port: optional(wholeNumber(0, HIGHEST_PORT)), host: optional(text(255)) },
  '{ port, host }',
);
/** A peer that sends its headers byte by byte is cut off. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;

/**
 * Serves the handler by itself, on this machine unless told otherwise.
 *
 * @example
 * const { url } = await serve(handler, { port: 4000 });
 * console.log(`${url} with the token ${handler.token}`);
 */
export async function serve(handler: SchedulerHandler, options: ServeOptions = {}): Promise<ServedHandler> {
  checkHandler(handler);
  checkInput({ value: options, check: OPTIONS, field: 'options', error: ConfigurationInvalid });
  const { port = 0, host = LOCAL } = options;
  if (handler.token !== null && !isLoopback(host) && host !== 'localhost')
    throw new ConfigurationInvalid({
      field: 'host',
      value: host,
      problem: 'is not this machine, and access is not configured',
      accepted: `${LOCAL}, or a handler with authenticate or access.apiKeys`,
    });
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    nodeListener(handler),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${authorityOf(server)}${handler.basePath}`,
    server,
    close: () => close(handler, server),
  };
}

function authorityOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`;
}

function close(handler: SchedulerHandler, server: Server): Promise<void> {
  handler.close();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
