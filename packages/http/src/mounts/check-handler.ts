import { ConfigurationInvalid } from '@scheduler/contracts';
import { checkInput, isFunction } from '@scheduler/contracts/adapter';
import type { SchedulerHandler } from '../handler/create-handler.js';

/** Throws ConfigurationInvalid for what is no handler of this package. */
export function checkHandler(handler: SchedulerHandler): SchedulerHandler {
  const check = isFunction('the result of createHandler({ node, … })');
  checkInput({ value: handler, check, field: 'handler', error: ConfigurationInvalid });
  return handler;
}

/** Whether a path belongs to the API. */
export function isBelow({ basePath }: SchedulerHandler, path: string): boolean {
  return path === basePath || path.startsWith(`${basePath}/`) || path.startsWith(`${basePath}?`);
}
