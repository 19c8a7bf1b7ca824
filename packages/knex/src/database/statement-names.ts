import { createHash } from 'node:crypto';

const MOST_NAMES = 500;
const names = new Map<string, string>();

/**
 * The name under which a connection remembers a statement: the same for the same text, whoever shares the connection. Null: so many
 * texts have come that they do not seem to recur.
 */
export function nameOf(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MOST_NAMES) return null;
  const name = `scheduler_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}
