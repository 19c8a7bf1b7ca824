import type { Logger } from '@scheduler/contracts';
import type { EventHandlerRepository, EventHandlerResult } from '@scheduler/contracts/adapter';

export interface RecordResultsParts {
  readonly eventHandlers: Pick<EventHandlerRepository, 'record'>;
  readonly logger: Logger;
}

/** Counts what event handlers did. A failure is only logged: what was done is done, whether it can be counted or not. */
export async function recordResults(
  { eventHandlers, logger }: RecordResultsParts,
  results: readonly EventHandlerResult[],
): Promise<void> {
  if (results.length === 0) return;
  try {
    await eventHandlers.record({ results });
  } catch (error) {
    logger.warn('what event handlers did was not counted', { error: String(error) });
  }
}
