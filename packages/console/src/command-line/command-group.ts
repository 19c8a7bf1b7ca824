/** The part before the colon, which groups commands in lists. Empty: none. */
export function groupOf(name: string): string {
  return name.includes(':') ? name.slice(0, name.indexOf(':')) : '';
}
