import type { Clock, IdGenerator } from '@scheduler/contracts';
import { NOON } from './fake-context.js';

export const clockAt = (now: Date = NOON): Pick<Clock, 'now'> => ({ now: () => now });

/** `prefix-1`, `prefix-2`, … */
export function countingIds(prefix: string): IdGenerator {
  let count = 0;
  return {
    next: () => {
      count += 1;
      return `${prefix}-${count}`;
    },
  };
}
