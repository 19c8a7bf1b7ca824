import type { Principal } from '../access/principal.js';
import { HttpError } from '../problems/http-error.js';
import type { Answer, Call, Route, RouteServices } from '../routes/route.js';
import type { CheckedOptions } from './handler-options.js';

export interface HandlerServices extends RouteServices {
  /** Calls the route. */
  perform(route: Route, call: Call): Promise<Answer>;
  close(): void;
}

export function routeServices({ access }: CheckedOptions, _routes: readonly Route[]): HandlerServices {
  return {
    checkType: (principal, type) => checkType(access.mayUseType, principal, type),
    perform: (route, call) => route.handle(call),
    close: () => undefined,
  };
}

async function checkType(
  mayUseType: CheckedOptions['access']['mayUseType'],
  principal: Principal,
  type: string,
): Promise<void> {
  if (mayUseType === undefined || (await mayUseType(principal, type)) === true) return;
  throw new HttpError(403, 'JOB_TYPE_NOT_ALLOWED', 'this job type may not be used with this credential');
}
