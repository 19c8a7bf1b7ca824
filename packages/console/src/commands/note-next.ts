import type { CursorPage } from '@scheduler/core';
import type { ConsoleIo } from '../output/console-io.js';

/** Notes where the next page begins. */
export function noteNext(io: ConsoleIo, { items, next }: CursorPage<unknown>, thing: string): void {
  if (items.length === 0) io.info(`no ${thing}s match`);
  else if (next !== null) io.note(`there may be more ${thing}s; --after ${next} shows them`);
}
