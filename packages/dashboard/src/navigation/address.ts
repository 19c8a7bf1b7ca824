/** Where the dashboard begins, with a slash at its end. The server has told it by the base element of the page. */
export const ROOT = new URL(document.baseURI).pathname;

export type SearchValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The address of a screen: `hrefOf('executions', { status: ['failed'] })`. Values that are empty are left out. */
export function hrefOf(path: string, search: SearchValues = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    const text = typeof value === 'object' ? value.join(',') : value;
    if (text !== undefined && text !== '') params.set(name, text);
  }
  const query = params.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return `${ROOT}${path}${query === '' ? '' : `?${query}`}`;
}

export const jobHref = (id: string): string => hrefOf(`jobs/${encodeURIComponent(id)}`);
export const executionHref = (id: string): string => hrefOf(`executions/${encodeURIComponent(id)}`);
