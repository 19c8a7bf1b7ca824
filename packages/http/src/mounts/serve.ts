import { createServer, type Server, type ServerResponse } from 'node:http';
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

export interface CloseOptions {
  /** How long answers may take that are on their way, in milliseconds; then their connections are cut off. Default: as long as they need. */
  readonly graceMs?: number;
}

export interface ServedHandler {
  /** Where the API begins, such as `http://127.0.0.1:4000/api/v1/scheduler`. */
  readonly url: string;
  readonly server: Server;
  readonly handler: SchedulerHandler;
  /** Takes no more requests, ends the streams, and waits for the answers that are on their way. */
  close(options?: CloseOptions): Promise<void>;
}

const LOCAL = '127.0.0.1';
const HIGHEST_PORT = 65_535;
const LONGEST_GRACE_MS = 86_400_000;
const OPTIONS = fields(
  { port: optional(wholeNumber(0, HIGHEST_PORT)), host: optional(text(255)) },
  '{ port, host }',
);
const CLOSE_OPTIONS = fields({ graceMs: optional(wholeNumber(0, LONGEST_GRACE_MS)) }, '{ graceMs }');
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
  const closing = followAnswers(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${authorityOf(server)}${handler.basePath}`,
    server,
    handler,
    close: (how = {}) => {
      checkInput({ value: how, check: CLOSE_OPTIONS, field: 'options', error: ConfigurationInvalid });
      closing.begin();
      return close(handler, server, how);
    },
  };
}

function authorityOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`;
}

/** Once the server closes, each connection ends with its answer: one that is kept alive would hold the server for seconds. */
function followAnswers(server: Server): { begin(): void } {
  const underWay = new Set<ServerResponse>();
  let isClosing = false;
  const endAfter = (response: ServerResponse) => {
    response.shouldKeepAlive = false;
  };
  server.prependListener('request', (_request, response) => {
    if (isClosing) endAfter(response);
    underWay.add(response);
    response.once('close', () => {
      underWay.delete(response);
      // The headers of a stream are sent long ago.
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
  });
  return {
    begin: () => {
      isClosing = true;
      for (const response of underWay) endAfter(response);
    },
  };
}

async function close(handler: SchedulerHandler, server: Server, { graceMs }: CloseOptions): Promise<void> {
  const answered = handler.close();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  if (graceMs === undefined) return void (await Promise.all([answered, closed]));
  const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(cutOff);
}
