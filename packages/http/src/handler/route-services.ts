import type { Principal } from '../access/principal.js';
import { HttpError } from '../problems/http-error.js';
import type { Route, RouteServices } from '../routes/route.js';
import type { CheckedOptions } from './handler-options.js';

export interface HandlerServices extends RouteServices {
  close(): void;
}

export function routeServices({ access }: CheckedOptions, _routes: readonly Route[]): HandlerServices {
  return {
    checkType: (principal, type) => checkType(access.mayUseType, principal, type),
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
