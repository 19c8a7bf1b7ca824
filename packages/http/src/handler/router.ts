import { HttpError, notFound } from '../problems/http-error.js';
import type { Route } from '../declare/route.js';

export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

interface Entry {
  readonly route: Route;
  readonly segments: readonly string[];
}

/** Finds the route of a request. A path with a fixed segment comes before one with a parameter in its place. */
export class Router {
  private readonly entries: readonly Entry[];

  constructor(
    routes: readonly Route[],
    private readonly basePath: string,
  ) {
    this.entries = routes
      .map((route) => ({ route, segments: route.path.split('/').slice(1) }))
      .sort((a, b) => weightOf(a.segments).localeCompare(weightOf(b.segments)));
  }

  /** Throws a problem 404 for an unknown path, 405 for a method that the path does not have, and 400 for a path that cannot be read. */
  find(method: string, pathname: string): Match {
    const segments = this.segmentsOf(pathname);
    const wanted = method === 'HEAD' ? 'GET' : method;
    const allowed = new Set<string>();
    for (const { route, segments: pattern } of this.entries) {
      const params = match(pattern, segments);
      if (params === null) continue;
      if (route.method === wanted) return { route, params };
      allowed.add(route.method);
      if (route.method === 'GET') allowed.add('HEAD');
    }
    if (allowed.size === 0) throw notFound();
    throw new HttpError(405, 'METHOD_NOT_ALLOWED', `this path has ${[...allowed].join(', ')} only`, {
      headers: { allow: [...allowed].join(', ') },
    });
  }

  private segmentsOf(pathname: string): readonly string[] {
    if (pathname !== this.basePath && !pathname.startsWith(`${this.basePath}/`)) throw notFound();
    return pathname
      .slice(this.basePath.length + 1)
      .split('/')
      .map(decoded);
  }
}

/** Sorts fixed segments before parameters. */
function weightOf(segments: readonly string[]): string {
  return segments.map((segment) => (segment.startsWith(':') ? '1' : '0')).join('');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new HttpError(400, 'REQUEST_INVALID', 'the path has an escape that is not UTF-8');
  }
}

function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':')) {
      if (segment === '') return null;
      params[part.slice(1)] = segment;
    } else if (part !== segment) return null;
  }
  return params;
}
