import type { Clock, ExecutionRepository, Logger, Settlement, SettleResult } from '@scheduler/contracts';
import { GroupCommit } from '../support/group-commit.js';
import { sleep } from '../support/sleep.js';

export interface SettleBufferOptions {
  readonly executions: ExecutionRepository;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Trying longer than a lease lasts makes no sense: by then the execution is another's. */
  readonly giveUpAfterMs: number;
}

const MOST_AT_ONCE = 500;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 2_000;
/** After so many failures in a row a group is tried one by one: one bad settlement must not hold up the others. */
const FAILURES_BEFORE_SPLIT = 3;

/** Writes outcomes in groups, and again while the store is out of reach. */
export class SettleBuffer {
  private readonly group: GroupCommit<Settlement, { readonly settled: SettleResult }>;

  constructor(private readonly options: SettleBufferOptions) {
    this.group = new GroupCommit({
      write: (settlements) => this.write(settlements),
      maxGroup: MOST_AT_ONCE,
      isRefusal: () => false,
    });
  }

  /** Null: the lease was lost, and nothing was recorded. */
  async settle(settlement: Settlement): Promise<SettleResult> {
    return (await this.group.add(settlement)).settled;
  }

  private async write(settlements: readonly Settlement[]) {
    const results = await this.writeWithRetries(settlements);
    return results.map((settled) => ({ settled }));
  }

  /** `tried`: an earlier write of these may have been applied. */
  private async writeWithRetries(
    settlements: readonly Settlement[],
    tried = false,
  ): Promise<readonly SettleResult[]> {
    const { clock, executions, logger, giveUpAfterMs } = this.options;
    const startedMs = clock.monotonicMs();
    for (let failures = 0; ;) {
      try {
        const results = await executions.settle({ settlements });
        return failures === 0 && !tried ? results : await this.confirm(settlements, results);
      } catch (error) {
        failures += 1;
        logger.warn('settling failed', { executions: settlements.length, failures, error: String(error) });
        if (clock.monotonicMs() - startedMs >= giveUpAfterMs) return settlements.map(() => null);
        if (failures === FAILURES_BEFORE_SPLIT && settlements.length > 1) return this.oneByOne(settlements);
        await sleep(clock, Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS));
      }
    }
  }

  private async oneByOne(settlements: readonly Settlement[]): Promise<readonly SettleResult[]> {
    const results = await Promise.all(
      settlements.map((settlement) => this.writeWithRetries([settlement], true)),
    );
    return results.map(([result = null]) => result);
  }

  /** A write that failed may have been applied: a refusal is then our own success, which the list of attempts shows. */
  private confirm(
    settlements: readonly Settlement[],
    results: readonly SettleResult[],
  ): Promise<readonly SettleResult[]> {
    return Promise.all(
      settlements.map(async ({ execution: { id, fence } }, index) => {
        const result = results[index] ?? null;
        if (result !== null) return result;
        const stored = await this.options.executions.get({ id, tenant: null });
        const ours = stored?.attempts.some((attempt) => attempt.fence === fence && attempt.status !== 'lost');
        return ours === true ? stored : null;
      }),
    );
  }
}
