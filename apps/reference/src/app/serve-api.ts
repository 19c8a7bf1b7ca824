import type { SchedulerNode } from '@scheduler/core';
import { createHandler } from '@scheduler/http';
import { serve, type ServedHandler } from '@scheduler/http/node';

/**
 * Serves the API of the application beside its work. A port that another program has must not keep the application from starting: then any
 * free one is taken.
 */
export async function serveApi(node: SchedulerNode, print: (line: string) => void): Promise<ServedHandler> {
  const { host, port, basePath, readOnly, apiKeys } = node.config.http;
  const handler = createHandler({
    node,
    readOnly,
    ...(apiKeys ? { access: { apiKeys } } : {}),
    ...(basePath === null ? {} : { basePath }),
    onError: ({ error, operation }) =>
      print(`a request failed (${operation ?? 'no operation'}): ${String(error)}`),
  });
  const wanted = await serve(handler, { host, port }).catch(nullIfTaken);
  const served = wanted ?? (await serve(handler, { host, port: 0 }));
  print(`  API    ${served.url}${wanted === null ? ` (port ${port} is taken)` : ''}`);
  print(`  docs   ${served.url}/docs`);
  if (handler.token !== null) print(`  token  ${handler.token}`);
  return served;
}

function nullIfTaken(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null;
  throw error;
}
