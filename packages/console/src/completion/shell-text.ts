/** Quotes a word for bash and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Quotes a word for fish, which knows two escapes in single quotes. */
export function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** The shell command that lists stored names. Its errors are dropped: they would appear in the middle of a command line. */
export function listNamesCommand(kind: string): string {
  return `scheduler completion:values ${kind} 2>/dev/null`;
}
