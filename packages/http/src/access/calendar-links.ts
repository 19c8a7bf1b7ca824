import { createHmac } from 'node:crypto';
import { isTenant } from '@scheduler/contracts';
import { equalSecrets } from './bearer-token.js';
import type { Authenticator } from './connection.js';
import type { Principal } from './principal.js';

/** What a link to a calendar shows. */
export interface CalendarLink {
  /** Null: the jobs of all tenants. */
  readonly tenant: string | null;
  readonly job?: string | undefined;
  readonly tags: readonly string[];
  /** Null: the link does not end. */
  readonly expiresAt: Date | null;
}

const PATH = '/calendar.ics';
const SIGNATURE = 'signature';
const SIGNED = ['job', 'tag', 'platform_id', 'expires'] as const;

/** The path of a link with its signature, below the base path. Calendars cannot send headers, so that the address itself is the credential. */
export function signedCalendarPath(secret: string, { tenant, job, tags, expiresAt }: CalendarLink): string {
  const query = new URLSearchParams();
  if (job !== undefined) query.set('job', job);
  if (tags.length > 0) query.set('tag', tags.join(','));
  if (tenant !== null) query.set('platform_id', tenant);
  if (expiresAt !== null) query.set('expires', expiresAt.toISOString());
  query.set(SIGNATURE, signatureOf(secret, query));
  return `${PATH}?${query.toString()}`;
}

/** Lets in who shows a signed address, to read that calendar and nothing else, and asks the others' credentials elsewhere. */
export function withCalendarLinks(
  { secret, basePath, now }: { readonly secret: string; readonly basePath: string; readonly now: () => Date },
  others: Authenticator<Principal>,
): Authenticator<Principal> {
  return (request, connection) => {
    const url = new URL(request.url);
    const given = url.searchParams.get(SIGNATURE);
    if (given === null || url.pathname !== `${basePath}${PATH}`) return others(request, connection);
    const expires = url.searchParams.get('expires');
    const tenant = url.searchParams.get('platform_id');
    const isRight = equalSecrets(given, signatureOf(secret, url.searchParams));
    const isOver = expires !== null && !(Date.parse(expires) > now().getTime());
    if (!isRight || isOver || (tenant !== null && !isTenant(tenant))) return null;
    return { id: 'calendar-link', kind: 'application', tenant, permissions: ['calendar:read'] };
  };
}

/** Over every parameter with all of its values, each with its name, so that none can be added, left out or moved to another. */
function signatureOf(secret: string, query: URLSearchParams): string {
  const signed = JSON.stringify(SIGNED.map((name) => [name, query.getAll(name)]));
  return createHmac('sha256', secret).update(signed).digest('base64url');
}
