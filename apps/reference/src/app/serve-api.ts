import type { SchedulerNode } from '@scheduler/core';
import { dashboardFiles, type DashboardFiles } from '@scheduler/dashboard';
import { createHandler } from '@scheduler/http';
import { serve, type ServedHandler } from '@scheduler/http/node';

/**
 * Serves the API of the application beside its work. A port that another program has must not keep the application from starting: then any
 * free one is taken.
 */
export async function serveApi(node: SchedulerNode, print: (line: string) => void): Promise<ServedHandler> {
  const { host, port, basePath, readOnly, apiKeys } = node.config.http;
  const dashboard = builtDashboard();
  const handler = createHandler({
    node,
    readOnly,
    ...(dashboard && { dashboard }),
    environment: { name: 'reference', color: 'green' },
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
  // The page takes the token out of the address; a fragment never leaves the browser.
  const fragment = handler.token === null ? '' : `#token=${handler.token}`;
  if (dashboard !== null) print(`  open   ${served.url}/dashboard/${fragment}`);
  return served;
}

/** `npm start` builds it first; a program that is run from its sources may go without. */
function builtDashboard(): DashboardFiles | null {
  try {
    return dashboardFiles();
  } catch {
    return null;
  }
}

function nullIfTaken(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null;
  throw error;
}
