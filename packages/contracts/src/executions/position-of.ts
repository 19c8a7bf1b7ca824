import type { ListPosition } from '../values/page.js';
import type { Execution } from './execution.js';

/**
 * The place of an execution in lists, after which the next page begins.
 *
 * @example
 * const last = page.items.at(-1);
 * if (last) await scheduler.listExecutions({ after: positionOf(last) });
 */
export function positionOf(execution: Pick<Execution, 'id' | 'startedAt' | 'scheduledAt'>): ListPosition {
  const { id, startedAt, scheduledAt } = execution;
  return { at: startedAt ?? scheduledAt, id };
}
