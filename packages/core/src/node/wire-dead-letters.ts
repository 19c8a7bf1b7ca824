import type { Execution, JobType, JsonObject } from '@scheduler/contracts';
import { announceNew, executionOfRequest } from '../schedule/enqueue.js';
import type { ManagerParts } from '../schedule/manager-parts.js';
import { DeadLetters } from '../maintain/dead-letters/dead-letters.js';
import { handOverDeadLetters } from '../maintain/dead-letters/hand-over.js';

export function deadLettersOf(parts: ManagerParts): DeadLetters {
  const { executions, storeTime, quotas, workflows } = parts;
  return new DeadLetters({ executions, storeTime, quotas, workflows, announceNew: announcing(parts) });
}

/** Null: no handler for dead letters is configured. It does nothing until this node has the handler, which may be registered later. */
export function handOverOf(parts: ManagerParts): (() => Promise<number>) | null {
  const { queue, handler: handlerType } = parts.config.deadLetters;
  if (handlerType === null) return null;
  const executionFor = (payload: JsonObject, { id, tenant }: Execution) => ({
    ...executionOfRequest(parts, { type: handlerType, queue, payload }, tenant),
    originalExecutionId: id,
  });
  const { executions } = parts;
  return async () =>
    parts.handlers.supports(handlerType as JobType)
      ? handOverDeadLetters({ executions, handlerType, announceNew: announcing(parts), executionFor })
      : 0;
}

function announcing(parts: ManagerParts) {
  return (executions: readonly Execution[]) => announceNew(parts, executions);
}
