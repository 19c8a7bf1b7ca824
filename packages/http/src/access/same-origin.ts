import { HttpError } from '../problems/http-error.js';

/**
 * Refuses writes that another site may have caused. A browser sends cookies by itself, so that a request whose only credential is a cookie
 * must come from a page of this origin; one that says it comes from elsewhere is refused whatever its credential.
 */
export function refuseForeignWrite({ headers }: Request): void {
  const site = headers.get('sec-fetch-site');
  const byCookie = headers.has('cookie') && !headers.has('authorization');
  if (site === 'same-origin' || (!byCookie && (site === null || site === 'none'))) return;
  throw new HttpError(
    403,
    'CROSS_ORIGIN',
    'writes with a cookie are taken from pages of the same origin only; send a token in Authorization instead',
  );
}
