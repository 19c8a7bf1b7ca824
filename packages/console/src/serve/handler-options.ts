import type { SchedulerNode } from '@scheduler/core';
import type { HandlerOptions } from '@scheduler/http';
import type { HttpOptions } from '../command/http-options.js';
import type { ServeChoice } from './serve-choice.js';

/**
 * The options of the handler: those of the command line, then those of the application, then those of the configuration. What restricts or
 * opens by a switch needs to be said once: read-only if anybody says so, and API keys if anybody does.
 */
export function handlerOptionsOf(
  node: SchedulerNode,
  application: HttpOptions,
  chosen: ServeChoice,
): HandlerOptions {
  const { http } = node.config;
  const basePath = chosen.basePath ?? application.basePath ?? http.basePath;
  const apiKeys = chosen.apiKeys || http.apiKeys || application.access?.apiKeys === true;
  return {
    ...application,
    node,
    readOnly: chosen.readOnly || http.readOnly || application.readOnly === true,
    ...(basePath === null ? {} : { basePath }),
    ...(apiKeys ? { access: { ...application.access, apiKeys } } : {}),
  };
}
