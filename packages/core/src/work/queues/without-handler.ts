import type { JobType } from '@scheduler/contracts';
import type { QueueRepository, WaitingType } from '@scheduler/contracts/adapter';

export interface WithoutHandlerParts {
  readonly queues: Pick<QueueRepository, 'waitingTypes'>;
  readonly handlers: { supports(type: JobType): boolean };
}

/** What waits in these queues, is available now, and has no handler on this node. It waits for a node that has one. */
export async function waitingWithoutHandler(
  { queues, handlers }: WithoutHandlerParts,
  names: readonly string[],
): Promise<readonly WaitingType[]> {
  if (names.length === 0) return [];
  const waiting = await queues.waitingTypes({ queues: names });
  return waiting.filter(({ type }) => !handlers.supports(type as JobType));
}
