import type { Logger } from '@scheduler/contracts';
import type { EventHandlerRepository, EventHandlerResult } from '@scheduler/contracts/adapter';

export interface RecordResultsParts {
  readonly eventHandlers: Pick<EventHandlerRepository, 'record'>;
  readonly logger: Logger;
}

/** Adds results to the counters of event handlers. An error is only logged, since the handlers have done their work already. */
export async function recordResults(
  { eventHandlers, logger }: RecordResultsParts,
  results: readonly EventHandlerResult[],
): Promise<void> {
  if (results.length === 0) return;
  try {
    await eventHandlers.record({ results });
  } catch (error) {
    logger.warn('the results of event handlers were not recorded', { error: String(error) });
  }
}
