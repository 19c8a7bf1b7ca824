import type { Clock, EventBus, Logger, SchedulerEventName } from '@scheduler/contracts';
import type { ScheduleRepository, StoreTime } from '@scheduler/contracts/adapter';
import { Loop } from '../support/loop.js';
import { loggedFailures } from '../support/logged-failures.js';
import type { DueJobDispatcher } from './due-job-dispatcher.js';

export interface DispatchLoopParts {
  readonly dispatcher: DueJobDispatcher;
  readonly schedules: ScheduleRepository;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly storeTime: StoreTime;
  readonly logger: Logger;
  readonly pollIntervalMs: number;
  /** False: another node ticks. */
  readonly mayTick: () => boolean;
}

const MOVES_THE_NEXT_RUN: readonly SchedulerEventName[] = [
  'scheduler:job.created',
  'scheduler:job.updated',
  'scheduler:job.resumed',
];

const WAIT_FOR_OTHERS_MS = 50;

/** Ticks at the very instant the next job is due, when a job is scheduled, and at the latest after the poll interval. */
export class DispatchLoop {
  private readonly loop: Loop;
  private unsubscribe: (() => void) | null = null;

  constructor(private readonly parts: DispatchLoopParts) {
    this.loop = new Loop({
      clock: parts.clock,
      tick: () => this.tick(),
      ...loggedFailures({ ...parts, activity: 'tick', message: 'tick failed' }),
      retryMs: parts.pollIntervalMs,
    });
  }

  start(): void {
    this.unsubscribe = this.parts.events.subscribe({
      names: MOVES_THE_NEXT_RUN,
      listener: () => this.loop.wake(),
    });
    this.loop.start();
  }

  wake(): void {
    this.loop.wake();
  }

  async stop(): Promise<void> {
    this.unsubscribe?.();
    await this.loop.stop();
  }

  private async tick(): Promise<number> {
    const { dispatcher, schedules, storeTime, pollIntervalMs, mayTick } = this.parts;
    if (!mayTick()) return pollIntervalMs;
    const { fired, skipped, conflicts } = await dispatcher.tick();
    const nextDueAt = await schedules.nextDueAt();
    if (nextDueAt === null) return pollIntervalMs;
    // Jobs that are due and cannot be fired are being changed by somebody else: to ask again at once would only add contention.
    const shortestMs = conflicts > 0 && fired.length + skipped.length === 0 ? WAIT_FOR_OTHERS_MS : 1;
    return Math.min(Math.max(shortestMs, storeTime.until(nextDueAt)), pollIntervalMs);
  }
}
