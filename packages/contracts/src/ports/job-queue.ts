import type { Priority } from '../values/priority.js';

/**
 * Signals that executions can be claimed. The repository is the truth: a dispatch that is lost or comes twice costs time,
 * never an execution.
 */
export interface JobQueue {
  /**
   * `signal`: a delivery says that the queue has work, and consumers also poll the store at an interval.
   * `message`: a delivery names executions, and consumers wait for deliveries.
   */
  readonly delivery: 'signal' | 'message';

  /** Idempotent. A note may be for a later instant; it is delivered at that instant, or earlier. */
  dispatch(request: DispatchNotes): Promise<void>;

  /**
   * Delivers a signal to consumers of these queues, here or on other nodes: something that waited for a limit may be claimable now. A queue
   * with messages signals to one of its consumers. Missing: what waited is found by the next poll.
   */
  signal?(request: SignalQueues): Promise<void>;

  /** Calls `deliver` until the consumer is closed, with at most `concurrency` deliveries at a time. */
  consume(request: ConsumeQueue): Promise<QueueConsumer>;
}

export interface DispatchNotes {
  readonly notes: readonly DispatchNote[];
  /** True: the notes may have been dispatched before. A queue that groups notes into messages gives each of these a message of its own, so that a repeated note can be recognised. */
  readonly redelivery?: boolean;
  /** The store's time, because clocks of nodes may be wrong. Missing: the queue uses its own clock. */
  readonly now?: Date;
}

export interface SignalQueues {
  readonly queues: readonly string[];
}

export interface DispatchNote {
  readonly executionId: string;
  readonly queue: string;
  readonly priority: Priority;
  readonly availableAt: Date;
  /** The fence before the claim, which distinguishes the dispatches of one execution. */
  readonly fence: number;
}

export interface ConsumeQueue {
  readonly queue: string;
  readonly concurrency: number;
  /**
   * Ends when the delivered executions are claimed or cannot be claimed (`message`), or when the signal is noted (`signal`). Returns the
   * executions that the consumer had no capacity for: they are delivered again, here or elsewhere.
   */
  readonly deliver: (delivery: Delivery) => Promise<readonly string[]>;
}

export interface Delivery {
  readonly queue: string;
  /** The executions that the message names. Empty: a signal to claim from the store. */
  readonly executionIds: readonly string[];
}

export interface QueueConsumer {
  /** Sets how many executions the open deliveries may name together, about, and at least 1. Missing: the queue delivers signals. */
  resize?(concurrency: number): void;
  /** No delivery starts after this resolves. */
  close(): Promise<void>;
}
