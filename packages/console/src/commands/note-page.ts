import type { Page } from '@scheduler/contracts';
import type { ConsoleIo } from '../output/console-io.js';

/** Notes how many rows a page leaves out. */
export function notePage(io: ConsoleIo, { items, total, offset }: Page<unknown>, thing: string): void {
  if (total === 0) io.info(`no ${thing}s match`);
  else if (items.length < total) {
    const range = items.length === 0 ? 'none' : `${offset + 1} to ${offset + items.length}`;
    io.note(`${range} of ${total} ${thing}s; use --limit and --offset for the others`);
  }
}
