import type { Logger } from '@scheduler/contracts';
import type { AdvancedRuns } from '@scheduler/contracts/adapter';
import { Listeners } from '../../wake-up/listeners.js';
import type { WakeUps } from '../../wake-up/wake-ups.js';
import { KnownGraphs } from './known-graphs.js';
import { KnownRuns } from './known-runs.js';

type Fold = (ids: readonly string[]) => Promise<unknown>;

/** What changes of runs use beside the database: the graphs and runs that are known, the notification of other nodes, and the listeners of this process. */
export class Workflows {
  readonly graphs = new KnownGraphs();
  readonly runs = new KnownRuns();
  readonly listeners: Listeners<AdvancedRuns>;
  private fold: Fold | null = null;
  private readonly folding = new Set<Promise<void>>();

  constructor(
    readonly wakeUps: WakeUps,
    private readonly logger: Logger,
  ) {
    this.listeners = new Listeners(logger);
  }

  /** Says how runs are advanced of which executions were noted. */
  foldWith(fold: Fold): void {
    this.fold = fold;
  }

  /** Advances the runs of noted executions as soon as the transaction of the caller has committed. What fails here is done by maintenance later. */
  foldAfter(committed: Promise<boolean>, ids: readonly string[]): void {
    if (ids.length === 0) return;
    const folded = committed
      .then((isCommitted) => (isCommitted ? this.fold?.(ids) : undefined))
      .then(() => undefined)
      .catch((error: unknown) => {
        this.logger.warn('a workflow was not advanced after a transaction; maintenance does it', {
          error: String(error),
        });
      })
      .finally(() => this.folding.delete(folded));
    this.folding.add(folded);
  }

  /** Resolves when no run is being advanced after a transaction of a caller. */
  async folded(): Promise<void> {
    await Promise.all(this.folding);
  }
}
