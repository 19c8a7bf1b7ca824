import { ConfigurationInvalid, type InputIssue } from '@scheduler/contracts';
import { isPermission, PERMISSIONS } from '@scheduler/core';
import { ANY_PRINCIPAL, METHODS, PUBLIC, type Route } from '../declare/route.js';

const PERMISSION_RULE = `one of ${PERMISSIONS.join(', ')}, '${ANY_PRINCIPAL}' or '${PUBLIC}'`;

/** Throws ConfigurationInvalid for a table with a route that nobody has decided about, or with the same route twice. */
export function checkRoutes(routes: readonly Route[]): void {
  const issues = [...routes.flatMap(issuesOf), ...repeated(routes)];
  if (issues.length > 0) throw new ConfigurationInvalid(issues);
}

function issuesOf({ method, path, permission }: Route): readonly InputIssue[] {
  const field = `routes[${method} ${path}]`;
  const issues: InputIssue[] = [];
  if (!METHODS.includes(method))
    issues.push({
      field: `${field}.method`,
      value: method,
      problem: 'is not known',
      accepted: METHODS.join(', '),
    });
  if (permission !== PUBLIC && permission !== ANY_PRINCIPAL && !isPermission(permission))
    issues.push({
      field: `${field}.permission`,
      value: permission,
      problem: permission === undefined ? 'is missing' : 'is not known',
      accepted: PERMISSION_RULE,
    });
  return issues;
}

function repeated(routes: readonly Route[]): readonly InputIssue[] {
  const seen = new Set<string>();
  return routes.flatMap(({ method, path, operation }) => {
    const keys = [`${method} ${path.replace(/:\w+/g, ':')}`, operation];
    const isRepeated = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isRepeated
      ? [{ field: `routes[${method} ${path}]`, value: operation, problem: 'exists twice' }]
      : [];
  });
}
