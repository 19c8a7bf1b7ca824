import type { SchedulerNode } from '@scheduler/core';
import { dashboardFiles, type DashboardFiles } from '@scheduler/dashboard';
import { createHandler, type ReportedError, type SchedulerHandler } from '@scheduler/http';
import { endServing, serve, type ServedHandler } from '@scheduler/http/node';
import type { HttpOptions } from '../command/http-options.js';
import { ConsoleError } from '../output/console-error.js';
import { handlerOptionsOf } from './handler-options.js';
import type { ServeChoice } from './serve-choice.js';

export interface OpenApiParts {
  readonly node: SchedulerNode;
  readonly application: HttpOptions;
  readonly chosen: ServeChoice;
  /** Told of failures, unless the application wants to be. */
  readonly onError: (failure: ReportedError) => void;
}

/** The API of a node, as it is served. */
export interface OpenApi {
  readonly handler: SchedulerHandler;
  readonly served: ServedHandler;
  readonly hasDashboard: boolean;
  readonly readOnly: boolean;
  readonly apiKeys: boolean;
  /** Ends the API and its node, and lets what is under way finish. */
  end(): Promise<void>;
}

/** Serves the API of the node. Throws a ConsoleError where it cannot be served at this address, or must not be. */
export async function openApi({ node, application, chosen, onError }: OpenApiParts): Promise<OpenApi> {
  const options = handlerOptionsOf(node, application, chosen);
  const dashboard = options.dashboard ?? builtDashboard();
  const handler = createHandler({ onError, ...options, ...(dashboard && { dashboard }) });
  const host = chosen.host ?? node.config.http.host;
  const port = chosen.port ?? node.config.http.port;
  if (handler.token !== null && !isThisMachine(host)) throw notConfigured(host);
  const served = await serve(handler, { host, port }).catch((error: unknown) => {
    throw notUsable(error, { host, port });
  });
  return {
    handler,
    served,
    hasDashboard: dashboard !== undefined,
    readOnly: options.readOnly === true,
    apiKeys: options.access?.apiKeys === true,
    end: () => endServing(served, { node }),
  };
}

/** A workspace that was not built has no files of the dashboard; what is installed always has them. */
function builtDashboard(): DashboardFiles | undefined {
  try {
    return dashboardFiles();
  } catch {
    return undefined;
  }
}

const THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i;

function isThisMachine(host: string): boolean {
  return THIS_MACHINE.test(host);
}

function notConfigured(host: string): ConsoleError {
  return new ConsoleError(
    'ACCESS_NOT_CONFIGURED',
    `--host: ${JSON.stringify(host)} is not this machine alone, and access is not configured; give --api-keys and create keys with key:create, or give your application http: { authenticate } in scheduler.config`,
  );
}

interface Address {
  readonly host: string;
  readonly port: number;
}

const REASONS: Readonly<Record<string, (address: Address) => string>> = {
  EADDRINUSE: ({ port, host }) =>
    `--port: ${port} of ${host} is taken by another program; choose another one, or 0 for any that is free`,
  EACCES: ({ port }) => `--port: ${port} may not be used by this user; choose one above 1023`,
  EADDRNOTAVAIL: ({ host }) => `--host: ${JSON.stringify(host)} is no address of this machine`,
  ENOTFOUND: ({ host }) => `--host: ${JSON.stringify(host)} is not the name of a machine`,
  EAI_AGAIN: ({ host }) =>
    `--host: ${JSON.stringify(host)} is not the name of a machine that can be found now`,
};

function notUsable(error: unknown, address: Address): unknown {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  return reason === undefined
    ? error
    : new ConsoleError('ADDRESS_NOT_USABLE', reason(address), { cause: error });
}
