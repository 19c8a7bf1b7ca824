import type { ConsoleIo } from '../output/console-io.js';
import { styled } from '../output/text.js';

/** What is served, and how. */
export interface ServedView {
  readonly served: { readonly url: string };
  readonly hasDashboard: boolean;
  readonly readOnly: boolean;
  readonly apiKeys: boolean;
}

export interface ServedState {
  /** Null: access is configured. */
  readonly token: string | null;
  /** Whether this process runs jobs. */
  readonly works: boolean;
}

/** Says where the API is, and how to call it. */
export function printServed(io: ConsoleIo, view: ServedView, { token, works }: ServedState): void {
  const { url } = view.served;
  const docs = `${url}/docs`;
  const { hasDashboard, readOnly, apiKeys } = view;
  // A fragment never leaves the browser, and the page erases it from the address.
  const fragment = token === null ? '' : `#token=${token}`;
  const dashboard = hasDashboard ? `${url}/dashboard/` : null;
  if (io.json)
    return io.jsonLine({ event: 'serving', url, docs, dashboard, token, readOnly, apiKeys, works });
  const row = (name: string, value: string) => io.line(styled('dim', name.padEnd(7)), value);
  row('API', url);
  row('docs', docs);
  if (token !== null) row('token', token);
  if (dashboard !== null) row('open', `${dashboard}${fragment}`);
  row('try', `curl -H "Authorization: Bearer ${token ?? (apiKeys ? '$API_KEY' : '$TOKEN')}" ${url}/jobs`);
  if (token !== null)
    io.note(
      'access is not configured: only this machine is served, with this token, which ends with the process',
    );
  else if (apiKeys) io.note('key:create creates an API key');
  if (readOnly) io.note('read-only: every write is refused');
  io.note(
    works
      ? 'jobs run in this process'
      : 'nothing works on jobs in this process: --work does, or schedule:work in another one',
  );
  io.note('Ctrl-C stops it');
}
