import { type PayloadMatch, requirePermission } from '@scheduler/core';
import { z } from 'zod';
import type { Principal } from '../access/principal.js';
import { HttpError } from '../problems/http-error.js';

const LONGEST = 1_000;
const MATCH = /^([^.=]+(?:\.[^.=]+){0,19})=(.*)$/s;

/** A value at a path of the payload, such as `customer.id=42`. */
export const payloadMatch = z
  .string()
  .max(LONGEST, `is longer than ${LONGEST} characters`)
  .transform((text, context): PayloadMatch => {
    const [, path, value] = MATCH.exec(text) ?? [];
    if (path !== undefined && value !== undefined) return { path, value };
    context.addIssue({ code: 'custom', message: 'is not a path and a value, such as customer.id=42' });
    return z.NEVER;
  })
  .meta({ type: 'string', description: 'A path of the payload and the value there, such as customer.id=42' });

interface Searcher {
  readonly principal: Principal;
  readonly services: { readonly isHidden: (path: string) => boolean };
}

/** What cannot be seen cannot be searched either: whether something is found would tell it. */
export function refuseHiddenSearch({ principal, services }: Searcher, match: PayloadMatch | undefined): void {
  if (match === undefined) return;
  requirePermission(principal, 'payloads:read');
  if (!services.isHidden(`payload.${match.path}`)) return;
  const issue = { field: 'payload', value: undefined, problem: 'is a path that is hidden here' };
  throw new HttpError(400, 'REQUEST_INVALID', `payload: ${issue.problem}`, { issues: [issue] });
}
