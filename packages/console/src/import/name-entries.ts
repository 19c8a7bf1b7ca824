import { createHash } from 'node:crypto';
import type { ImportEntry } from './import-entry.js';

const MOST_OF_SLUG = 40;

/**
 * Names that are the same in the next import: from the name that the job had, or from its command, and never from its place or its schedule,
 * so that a schedule that was changed changes its job. What is written twice is numbered.
 */
export function nameEntries(entries: readonly ImportEntry[], prefix: string): readonly string[] {
  const counts = new Map<string, number>();
  return entries.map((entry) => {
    const name = `${prefix}-${baseOf(entry)}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}-${count}`;
  });
}

function baseOf({ name, command, stdin }: ImportEntry): string {
  const text = name ?? `${command}\n${stdin}`;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const slug = slugOf(name ?? programOf(command ?? ''));
  if (name !== null && slug === name) return name;
  return slug === '' ? hash : `${slug}-${hash}`;
}

/** The command without folders and redirections: `/opt/backup/run.sh --full >/dev/null` → `run.sh --full`. */
function programOf(command: string): string {
  return command
    .replace(/\s*\d?>.*$/s, '')
    .split(/\s+/)
    .map((word) => word.replace(/^.*\//, ''))
    .join(' ');
}

function slugOf(text: string): string {
  const slug = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MOST_OF_SLUG);
  return slug.replace(/^-+|-+$/g, '');
}
