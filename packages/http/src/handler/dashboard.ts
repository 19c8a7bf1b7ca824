import type { DashboardFile, DashboardFiles } from '../declare/dashboard-files.js';
import type { Answer } from '../declare/route.js';
import { HttpError, notFound } from '../problems/http-error.js';

const FOLDER = '/dashboard';
const A_YEAR = 'public, max-age=31536000, immutable';

/**
 * The answer to a request for a file of the dashboard. Null: it asks for something else. The files are the same for everybody and show
 * nothing that is stored: what is in them comes from the API, with the credential of whoever looks.
 */
export function dashboardAnswer(
  { dashboard, basePath }: { readonly dashboard: DashboardFiles; readonly basePath: string },
  request: Request,
): Answer | null {
  const { pathname } = new URL(request.url);
  const root = basePath + FOLDER;
  if (pathname !== root && !pathname.startsWith(`${root}/`)) return null;
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new HttpError(405, 'METHOD_NOT_ALLOWED', 'this path has GET, HEAD only', {
      headers: { allow: 'GET, HEAD' },
    });
  // Relative, because a proxy may have taken away the beginning of the address.
  if (pathname === root) return { status: 308, headers: { location: `.${FOLDER}/` } };
  const path = pathname.slice(root.length + 1);
  const file = dashboard.files.get(path);
  if (file !== undefined) return fileAnswer(file, request);
  if (path.startsWith('assets/')) throw notFound();
  return pageAnswer(dashboard, path);
}

function fileAnswer({ contentType, body, gzip }: DashboardFile, { headers }: Request): Answer {
  const takesGzip = /\bgzip\b/.test(headers.get('accept-encoding') ?? '');
  return {
    status: 200,
    body: takesGzip ? gzip : body,
    headers: {
      'content-type': contentType,
      'cache-control': A_YEAR,
      vary: 'accept-encoding',
      ...(takesGzip ? { 'content-encoding': 'gzip' } : {}),
    },
  };
}

/** Each address of the dashboard has the same page, which finds its files by a relative address. */
function pageAnswer(dashboard: DashboardFiles, path: string): Answer {
  const depth = path.split('/').length - 1;
  return {
    status: 200,
    body: dashboard.page(depth === 0 ? './' : '../'.repeat(depth)),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(dashboard),
    },
  };
}

function policyOf({ frameAncestors }: DashboardFiles): string {
  const ancestors = frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');
}
