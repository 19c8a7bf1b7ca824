import type { Clock, Execution, Logger } from '@scheduler/contracts';
import type { ExecutionRepository } from '@scheduler/contracts/adapter';
import { emitHeldBack } from '../../signals/telemetry/emit-executions.js';
import { telemetry } from '../../signals/telemetry/telemetry.js';

export interface HeldBackParts {
  readonly node: string;
  readonly executions: Pick<ExecutionRepository, 'list'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The first of a queue stand for all that wait behind its limit. */
const MOST_EMITTED = 10;
/** A queue that stays at its limit is not read at every poll. */
const SHORTEST_PAUSE_MS = 1_000;

/**
 * Emits which executions the limit of a queue holds back. They are not claimed, so that the gate does not know them: they are read from the
 * store, and only while somebody subscribes.
 */
export class HeldBackTelemetry {
  private readonly silentUntil = new Map<string, number>();

  constructor(private readonly parts: HeldBackParts) {}

  heldBack(queue: string, retryAfterMs: number): void {
    if (!telemetry.hasSubscribers('scheduler:job:skip')) return;
    const { clock, logger } = this.parts;
    const now = clock.monotonicMs();
    if (now < (this.silentUntil.get(queue) ?? 0)) return;
    this.silentUntil.set(queue, now + Math.max(retryAfterMs, SHORTEST_PAUSE_MS));
    this.emit(queue, retryAfterMs).catch((error: unknown) =>
      logger.warn('what a rate limit holds back was not read', { queue, error: String(error) }),
    );
  }

  private async emit(queue: string, retryAfterMs: number): Promise<void> {
    const { executions, clock, node } = this.parts;
    const { items } = await executions.list({
      tenant: null,
      queues: [queue],
      statuses: ['pending'],
      sortOrder: 'asc',
      limit: MOST_EMITTED,
      offset: 0,
    });
    const now = clock.now();
    const retryAt = new Date(now.getTime() + retryAfterMs);
    const isWaiting = ({ availableAt }: Execution) => availableAt <= now;
    for (const execution of items.filter(isWaiting)) emitHeldBack(node, execution, { queue, retryAt });
  }
}
