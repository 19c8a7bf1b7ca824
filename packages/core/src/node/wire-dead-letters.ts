import type { Execution, JobType } from '@scheduler/contracts';
import { announceNew, executionOfRequest } from '../schedule/enqueue.js';
import type { ManagerParts } from '../schedule/manager-parts.js';
import { DeadLetters } from '../maintain/dead-letters/dead-letters.js';
import { handOverDeadLetters } from '../maintain/dead-letters/hand-over.js';

export function deadLettersOf(parts: ManagerParts): DeadLetters {
  const { executions, storeTime } = parts;
  return new DeadLetters({ executions, storeTime, announceNew: announcing(parts) });
}

/** Null: this node has no handler for dead letters. */
export function handOverOf(parts: ManagerParts): (() => Promise<number>) | null {
  const { queue, handler: handlerType } = parts.config.deadLetters;
  if (handlerType === null || !parts.handlers.supports(handlerType as JobType)) return null;
  return () =>
    handOverDeadLetters({
      executions: parts.executions,
      handlerType,
      announceNew: announcing(parts),
      executionFor: (payload, { id, tenant }) => ({
        ...executionOfRequest(parts, { type: handlerType, queue, payload }, tenant),
        originalExecutionId: id,
      }),
    });
}

function announcing(parts: ManagerParts) {
  return (executions: readonly Execution[]) => announceNew(parts, executions);
}
