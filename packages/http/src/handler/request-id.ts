import { randomUUID } from 'node:crypto';

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** The id under which a request is found in logs: that of a proxy in front of this API, or a new one. */
export function requestIdOf({ headers }: Request): string {
  const given = headers.get('x-request-id') ?? '';
  return REQUEST_ID.test(given) ? given : randomUUID();
}
