/** A word that no shell of ours changes: in single quotes. Bash and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The same for fish, which knows two escapes in single quotes. */
export function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** How a script asks for what is stored. Errors would stand in the middle of a command line. */
export function asking(kind: string): string {
  return `scheduler completion:values ${kind} 2>/dev/null`;
}
