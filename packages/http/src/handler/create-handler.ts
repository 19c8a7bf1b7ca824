import { RequestRate } from '../access/request-rate.js';
import type { Authenticator, ConnectionInfo } from '../access/connection.js';
import { localAccess } from '../access/local-access.js';
import type { Principal } from '../access/principal.js';
import { checkRoutes } from '../routes/check-routes.js';
import type { Route } from '../declare/route.js';
import { ROUTES } from '../routes/route-table.js';
import { withCalendarLinks } from '../access/calendar-links.js';
import { withApiKeys } from '../access/api-key-access.js';
import { Gate } from './gate.js';
import { handleRequest, type HandlerParts } from './handle-request.js';
import { Intake } from './intake.js';
import { type CheckedOptions, checkOptions, type HandlerOptions } from './handler-options.js';
import { redactPaths } from './redact-answer.js';
import { Router } from './router.js';
import { routeServices } from './route-services.js';

/** The API of a scheduler as one function over the Web's own requests and responses. */
export interface SchedulerHandler {
  /** `connection` is what the server knows about the peer. Without it a handler that nobody configured serves nobody. */
  (request: Request, connection?: ConnectionInfo): Promise<Response>;
  readonly basePath: string;
  /** The token of this machine, where access is not configured; null where it is. */
  readonly token: string | null;
  /**
   * From now on `/readyz` answers 503, and the event streams end, so that whoever balances load sends nothing more here. Everything else is
   * answered as before.
   */
  drain(): void;
  /**
   * Refuses further requests with 503, except probes, ends the event streams, interrupts bulk actions after their present item, and resolves
   * when the requests that were taken are answered. The node stays as it is.
   */
  close(): Promise<void>;
}

/**
 * The API of a node: SD's routes and those of everything else that the node can do, for every web framework. Nothing is open by default.
 *
 * @example
 * const handler = createHandler({ node, authenticate: (request) => principalOfSession(request) });
 * const response = await handler(new Request('http://localhost/api/v1/scheduler/jobs'));
 */
export function createHandler(options: HandlerOptions): SchedulerHandler {
  return handlerOf(ROUTES, options);
}

/** Throws ConfigurationInvalid for a route without a permission. */
export function handlerOf(routes: readonly Route[], given: HandlerOptions): SchedulerHandler {
  checkRoutes(routes);
  const options = checkOptions(given);
  const { node, limits, access, basePath, readOnly } = options;
  const local = isConfigured(options) ? null : localAccess();
  const gate = new Gate({
    authenticate: local?.authenticate ?? authenticatorOf(options),
    rate: new RequestRate({
      perMinute: limits.requestsPerMinute,
      burst: limits.requestBurst,
      monotonicMs: () => node.clock.monotonicMs(),
    }),
    readOnly,
    openProbes: local === null && access.protectProbes !== true,
  });
  const intake = new Intake();
  const services = routeServices(options, routes, intake);
  const parts: HandlerParts = {
    options,
    gate,
    intake,
    router: new Router(routes, basePath),
    redact: redactPaths(options.redact),
    services,
    guardLocal: local?.refuseOthers ?? null,
  };
  const handler = (request: Request, connection: ConnectionInfo = {}) =>
    handleRequest(parts, request, connection);
  return Object.assign(handler, {
    basePath,
    token: local?.token ?? null,
    drain: () => {
      intake.drain();
      services.drain();
    },
    close: () => {
      const answered = intake.close();
      services.close();
      return answered;
    },
  });
}

/** Whether somebody has decided who may come in. */
function isConfigured({ authenticate, access }: CheckedOptions): boolean {
  return authenticate !== undefined || access.apiKeys === true;
}

function authenticatorOf(options: CheckedOptions): Authenticator<Principal> {
  const { node, authenticate, access, basePath } = options;
  const people =
    access.apiKeys === true ? withApiKeys(node, authenticate) : (authenticate ?? ((): null => null));
  const secret = access.calendarSecret;
  if (secret === undefined) return people;
  return withCalendarLinks({ secret, basePath, now: () => node.clock.now() }, people);
}
