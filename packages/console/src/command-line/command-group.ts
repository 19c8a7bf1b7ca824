/** The part before the colon, which groups commands in lists. Empty: the command has no group. */
export function groupOf(name: string): string {
  return name.includes(':') ? name.slice(0, name.indexOf(':')) : '';
}
