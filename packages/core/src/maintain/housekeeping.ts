import type { Clock } from '@scheduler/contracts';
import type {
  EventLog,
  ScheduleRepository,
  StoreTime,
  WorkflowRepository,
} from '@scheduler/contracts/adapter';
import { Loop } from '../support/loop.js';
import { loggedFailures } from '../support/logged-failures.js';
import { foldArrivals } from './fold-arrivals.js';
import { type AccessToPrune, type AlertsToPrune, prune, type PruneRequest } from './prune.js';
import { republish } from './republish.js';
import { rescue, type RescueParts } from './rescue.js';

export interface HousekeepingParts extends RescueParts {
  readonly schedules: ScheduleRepository;
  /** Null: the store has no workflows. */
  readonly workflows: Pick<WorkflowRepository, 'foldArrivals' | 'prune'> | null;
  /** Null: the store has no access. */
  readonly access: AccessToPrune | null;
  /** Null: the store has no event log. */
  readonly eventLog: Pick<EventLog, 'prune'> | null;
  /** Null: the store keeps no alerts. */
  readonly alerts: AlertsToPrune | null;
  readonly clock: Clock;
  readonly storeTime: StoreTime;
  /** False: another node does the housekeeping. */
  readonly mayKeepHouse: () => boolean;
  /** Null: no handler for dead letters is configured. */
  readonly handOverDeadLetters: (() => Promise<number>) | null;
}

const PRUNE_EVERY_MS = 60_000;
/** Jobs and alerts are kept for months, and looking for jobs whose time is over reads many that stay. */
const PRUNE_JOBS_EVERY_MS = 3_600_000;
/** As parts of the lease duration, since a lost message delays an execution like a dead node does. By default 10 s, every 15 s. */
const LONG_WAIT = 1 / 3;
const REPUBLISH_EVERY = 1 / 2;

/**
 * Rescues executions and advances the workflows of those that ended in transactions of callers every few seconds, dispatches lost messages
 * again twice in a lease, and prunes executions, workflows and what is kept of the API every minute and jobs and alerts every hour.
 */
export class Housekeeping {
  private readonly loop: Loop;
  private prunedAtMs = Number.NEGATIVE_INFINITY;
  private prunedJobsAtMs = Number.NEGATIVE_INFINITY;
  private republishedAtMs: number;

  constructor(private readonly parts: HousekeepingParts) {
    this.republishedAtMs = parts.clock.monotonicMs();
    this.loop = new Loop({
      clock: parts.clock,
      tick: () => this.tick(),
      ...loggedFailures({ ...parts, activity: 'housekeeping', message: 'housekeeping failed' }),
      retryMs: parts.config.lease.rescueIntervalMs,
    });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  private async tick(): Promise<number> {
    const { clock, config, schedules, workflows, storeTime, mayKeepHouse } = this.parts;
    const storeNow = await storeTime.asking(
      () => schedules.now(),
      (now) => now,
    );
    if (mayKeepHouse()) {
      await rescue(this.parts);
      if (workflows !== null) await foldArrivals(workflows);
      const { durationMs } = config.lease;
      if (clock.monotonicMs() - this.republishedAtMs >= durationMs * REPUBLISH_EVERY) {
        this.republishedAtMs = clock.monotonicMs();
        await republish({ ...this.parts, now: storeNow, minWaitMs: durationMs * LONG_WAIT });
      }
      if (clock.monotonicMs() - this.prunedAtMs >= PRUNE_EVERY_MS) {
        this.prunedAtMs = clock.monotonicMs();
        await prune({ ...this.parts, ...this.prunedHourly(), now: storeNow });
      }
    }
    // Every node with the handler does it, since the one that keeps house may not have it; each letter is handed over once.
    await this.parts.handOverDeadLetters?.();
    return config.lease.rescueIntervalMs;
  }

  /** Null: jobs and alerts were pruned within the hour. */
  private prunedHourly(): Pick<PruneRequest, 'schedules' | 'alerts'> {
    const nowMs = this.parts.clock.monotonicMs();
    if (nowMs - this.prunedJobsAtMs < PRUNE_JOBS_EVERY_MS) return { schedules: null, alerts: null };
    this.prunedJobsAtMs = nowMs;
    const { schedules, alerts } = this.parts;
    return { schedules, alerts };
  }
}
