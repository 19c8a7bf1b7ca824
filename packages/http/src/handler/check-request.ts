import { HttpError } from '../problems/http-error.js';
import type { Limits } from './limits.js';

/** Refuses addresses and headers that are larger than any that this API needs. */
export function checkSize(request: Request, limits: Limits): void {
  if (request.url.length > limits.urlLength)
    throw new HttpError(414, 'URL_TOO_LONG', `the address is longer than ${limits.urlLength} characters`);
  let size = 0;
  for (const [name, value] of request.headers) size += name.length + value.length;
  if (size > limits.headerBytes)
    throw new HttpError(431, 'HEADERS_TOO_LARGE', `the headers are larger than ${limits.headerBytes} bytes`);
}

/** The query as an object. A parameter that is given twice is refused, since one of the two would be lost. */
export function queryOf(url: URL): Readonly<Record<string, string>> {
  const query: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of url.searchParams) {
    if (name in query) {
      const issue = { field: name.slice(0, 100), value: undefined, problem: 'is given twice' };
      throw new HttpError(400, 'REQUEST_INVALID', `${issue.field}: is given twice`, { issues: [issue] });
    }
    query[name] = value;
  }
  return { ...query };
}
