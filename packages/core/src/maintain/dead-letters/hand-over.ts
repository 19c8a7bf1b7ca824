import type { Execution, JsonObject } from '@scheduler/contracts';
import type { ExecutionRepository } from '@scheduler/contracts/adapter';
import { deadLetterOf } from './dead-letter.js';

export interface HandOverParts {
  readonly executions: ExecutionRepository;
  /** The job type that handles dead letters. */
  readonly handlerType: string;
  /** The execution that handles one dead letter. */
  readonly executionFor: (payload: JsonObject, dead: Execution) => Execution;
  readonly announceNew: (executions: readonly Execution[]) => Promise<void>;
}

const PAGE_SIZE = 100;

/** Replaces each dead letter by an execution of the handler for dead letters, atomically. Dead letters of that handler itself stay. Returns how many. */
export async function handOverDeadLetters(parts: HandOverParts): Promise<number> {
  const { executions, handlerType, announceNew } = parts;
  const created: Execution[] = [];
  // What is handed over leaves the list, so that the next page begins after those that stay.
  for (let own = 0; ;) {
    const { items } = await executions.list({
      deadLettered: true,
      tenant: null,
      sortOrder: 'asc',
      limit: PAGE_SIZE,
      offset: own,
    });
    const others = items.filter(({ type }) => type !== handlerType);
    own += items.length - others.length;
    for (const dead of others) created.push(...(await handOver(parts, dead)));
    if (items.length < PAGE_SIZE) break;
  }
  if (created.length > 0) await announceNew(created);
  return created.length;
}

async function handOver(
  { executions, executionFor }: HandOverParts,
  dead: Execution,
): Promise<readonly Execution[]> {
  const execution = executionFor(payloadOf(dead), dead);
  const isFirst = await executions.replaceDeadLetter({ id: dead.id, tenant: null, execution });
  return isFirst ? [execution] : [];
}

/** The payload for the handler; errors are capped and without credentials already. */
function payloadOf(dead: Execution): JsonObject {
  const letter = deadLetterOf(dead);
  return {
    executionId: letter.id,
    jobId: letter.jobId,
    jobName: letter.jobName,
    type: letter.type,
    queue: letter.queue,
    tenant: letter.tenant,
    payload: letter.payload,
    error: letter.error === null ? null : { ...letter.error },
    errorClass: letter.errorClass,
    attempts: letter.attempts,
    firstFailedAt: letter.firstFailedAt.toISOString(),
    lastFailedAt: letter.lastFailedAt.toISOString(),
  };
}
