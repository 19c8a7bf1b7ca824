import type { CallerTransaction, DurationInput, EventBus, SchedulerStore } from '@scheduler/contracts';
import type { JobQueue, LeaderElection } from '@scheduler/contracts/adapter';

/** Moves the time of what is tested. A SettableClock does; an adapter on a database may shift the time that it asks for. */
export interface TimeControl {
  advance(duration: DurationInput): void | Promise<void>;
}

/** A fresh, empty store for one test. */
export interface StoreHarness {
  readonly store: SchedulerStore;
  readonly clock: TimeControl;
  /** Gives up what the harness made. The store was closed before. */
  close?(): void | Promise<void>;
  /**
   * Runs a function in a transaction of the caller: commits when it resolves, rolls back when it rejects, and passes the result or the
   * rejection on. Needed where `capabilities.transactions` is true.
   */
  inTransaction?<T>(work: (transaction: CallerTransaction) => Promise<T>): Promise<T>;
}

export interface QueueHarness {
  readonly queue: JobQueue;
  readonly clock: TimeControl;
  close?(): void | Promise<void>;
}

export interface LeadershipHarness {
  readonly leadership: LeaderElection;
  readonly clock: TimeControl;
  close?(): void | Promise<void>;
}

export interface EventBusHarness {
  readonly events: EventBus;
  close?(): void | Promise<void>;
}
