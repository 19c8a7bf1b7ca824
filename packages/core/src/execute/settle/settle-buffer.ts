import { type Clock, type Execution, isSchedulerError, type Logger } from '@scheduler/contracts';
import {
  type ClaimReleased,
  type Completion,
  type ExecutionRepository,
  GroupCommit,
  type Settlement,
  type SettleResult,
  OutageLog,
} from '@scheduler/contracts/adapter';
import { nextTurnIfBlocked } from '../../support/next-turn.js';
import { sleep } from '../../support/sleep.js';

/** What a settlement may claim of the steps that it releases. */
export interface ReleasedOffer {
  readonly released: ClaimReleased;
  /** Called when the settlement has ended, however it did. */
  close(): void;
}

export type OfferReleased = (settlements: readonly Settlement[]) => ReleasedOffer | null;

export interface SettleBufferOptions {
  readonly executions: ExecutionRepository;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long a write is retried. Longer than a lease lasts makes no sense, since another node holds the execution by then. */
  readonly giveUpAfterMs: number;
  /** Asked for each settlement of steps of workflows. Default: nothing is claimed by settlements. */
  readonly offerReleased?: OfferReleased;
}

export interface PendingSettlement {
  readonly settlement: Settlement;
  /** An earlier write of it may have been applied although its confirmation was lost. */
  readonly mayBeSettled: boolean;
}

const MOST_AT_ONCE = 1_000;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 2_000;
/** After this many failures in a row the settlements of a group are written one by one, so that a bad one does not block the others. */
const FAILURES_BEFORE_SPLIT = 3;

/** Writes outcomes in groups, and retries while the store is out of reach. */
export class SettleBuffer {
  private readonly group: GroupCommit<PendingSettlement, SettleResult>;

  constructor(private readonly options: SettleBufferOptions) {
    this.group = new GroupCommit({
      write: (items) => this.writeWithRetries(items),
      maxGroup: MOST_AT_ONCE,
      pause: () => nextTurnIfBlocked(options.clock),
      isRefusal: () => false,
    });
  }

  /**
   * Null: the lease was lost, and nothing was recorded. `mayBeSettled`: the handler has completed it in a transaction of its own, whose
   * end decides. The write waits for that end, so that it goes by itself and holds up no other.
   */
  settle(settlement: Settlement, { mayBeSettled = false } = {}): Promise<SettleResult> {
    return new Promise((resolve, reject) => this.put({ settlement, mayBeSettled }, { resolve, reject }));
  }

  /** The same with a completion object instead of a promise. */
  put(item: PendingSettlement, completion: Completion<SettleResult>): void {
    if (!item.mayBeSettled) return this.group.put(item, completion);
    this.writeWithRetries([item]).then(
      ([result = null]) => completion.resolve(result),
      (error: unknown) => completion.reject(error),
    );
  }

  /** The execution, if our attempt was settled already. Null: it was not, or the store could not be asked. */
  async settledBefore(execution: Execution): Promise<SettleResult> {
    try {
      return await this.ownSettlement(execution);
    } catch (error) {
      this.options.logger.warn('reading an execution failed', {
        executionId: execution.id,
        error: String(error),
      });
      return null;
    }
  }

  private async writeWithRetries(items: readonly PendingSettlement[]): Promise<readonly SettleResult[]> {
    const { clock, logger, giveUpAfterMs } = this.options;
    const outages = OutageLog.of(logger, clock);
    const settlements = items.map(({ settlement }) => settlement);
    const startedMs = clock.monotonicMs();
    for (let failures = 0; ;) {
      try {
        const results = await this.write(settlements);
        outages.worked('settling');
        return await this.confirm(failures === 0 ? items : items.map(mayBeApplied), results);
      } catch (error) {
        // The node has stopped: what is not written by now is rescued when its lease is over.
        if (isSchedulerError(error) && error.code === 'NOT_OPEN') return items.map(() => null);
        failures += 1;
        outages.failed({
          activity: 'settling',
          message: 'settling failed',
          level: 'warn',
          fields: { executions: items.length },
          error,
        });
        if (clock.monotonicMs() - startedMs >= giveUpAfterMs) return items.map(() => null);
        if (failures === FAILURES_BEFORE_SPLIT && items.length > 1) return this.oneByOne(items);
        await sleep(clock, Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS));
      }
    }
  }

  private async write(settlements: readonly Settlement[]): Promise<readonly SettleResult[]> {
    const { executions, offerReleased } = this.options;
    const hasSteps = settlements.some(({ execution }) => execution.workflow !== null);
    const offer = hasSteps ? (offerReleased?.(settlements) ?? null) : null;
    if (offer === null) return executions.settle({ settlements });
    try {
      return await executions.settle({ settlements, released: offer.released });
    } finally {
      offer.close();
    }
  }

  private async oneByOne(items: readonly PendingSettlement[]): Promise<readonly SettleResult[]> {
    const results = await Promise.all(items.map((item) => this.writeWithRetries([mayBeApplied(item)])));
    return results.map(([result = null]) => result);
  }

  /** A settlement that is refused may have been applied by an earlier write of ours. */
  private async confirm(
    items: readonly PendingSettlement[],
    results: readonly SettleResult[],
  ): Promise<readonly SettleResult[]> {
    if (!items.some(({ mayBeSettled }) => mayBeSettled)) return results;
    return Promise.all(
      items.map(async ({ settlement, mayBeSettled }, index) => {
        const result = results[index] ?? null;
        return result === null && mayBeSettled ? this.ownSettlement(settlement.execution) : result;
      }),
    );
  }

  /** The stored list of attempts shows whether the lease was ours until the attempt ended. */
  private async ownSettlement({ id, fence }: Execution): Promise<SettleResult> {
    const stored = await this.options.executions.get({ id, tenant: null });
    const ours = stored?.attempts.some((attempt) => attempt.fence === fence && attempt.status !== 'lost');
    return ours === true ? stored : null;
  }
}

function mayBeApplied({ settlement }: PendingSettlement): PendingSettlement {
  return { settlement, mayBeSettled: true };
}
