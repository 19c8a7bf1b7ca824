/** Separates a tenant from a name. Neither can contain it. */
const SEPARATOR = '\u001f';

/** The stored name of a limit or a circuit of a tenant. Null: it belongs to no tenant. */
export function ownedName(tenant: string | null, name: string): string {
  return tenant === null ? name : `${ownedPrefix(tenant)}${name}`;
}

/** What the stored names of the limits and circuits of a tenant begin with. */
export function ownedPrefix(tenant: string): string {
  return `${tenant}${SEPARATOR}`;
}

export function readOwnedName(stored: string): { readonly tenant: string | null; readonly name: string } {
  const end = stored.indexOf(SEPARATOR);
  return end === -1
    ? { tenant: null, name: stored }
    : { tenant: stored.slice(0, end), name: stored.slice(end + 1) };
}
