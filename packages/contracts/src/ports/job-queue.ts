import type { Priority } from '../values/priority.js';

/**
 * Carries the news that executions can be claimed. The repository is the truth: a dispatch that is lost or comes twice costs time,
 * never an execution.
 */
export interface JobQueue {
  /**
   * `signal`: a delivery says "look into this queue", and consumers also look by themselves now and then.
   * `message`: a delivery names executions, and consumers wait for deliveries.
   */
  readonly delivery: 'signal' | 'message';

  /** Idempotent. A note may lie in the future; it is delivered when its time has come, or earlier. */
  dispatch(request: DispatchNotes): Promise<void>;

  /** Calls `deliver` until the consumer is closed; never more than `concurrency` deliveries that have not ended. */
  consume(request: ConsumeQueue): Promise<QueueConsumer>;
}

export interface DispatchNotes {
  readonly notes: readonly DispatchNote[];
  /** True: they may have been dispatched before, in another company. A queue that puts notes together leaves these apart, so that each is known again. */
  readonly redelivery?: boolean;
  /** The store's time: clocks of nodes may be wrong, and nothing may be late for that. Missing: the queue asks its own clock. */
  readonly now?: Date;
}

export interface DispatchNote {
  readonly executionId: string;
  readonly queue: string;
  readonly priority: Priority;
  readonly availableAt: Date;
  /** The fence before the claim: tells the dispatches of one execution apart. */
  readonly fence: number;
}

export interface ConsumeQueue {
  readonly queue: string;
  readonly concurrency: number;
  /**
   * Ends when what was delivered is claimed, or known not to be there to be claimed (`message`), or noted (`signal`). Answers the
   * executions that it had no room for: they are delivered again, here or elsewhere.
   */
  readonly deliver: (delivery: Delivery) => Promise<readonly string[]>;
}

export interface Delivery {
  readonly queue: string;
  /** Empty: look for yourself. */
  readonly executionIds: readonly string[];
}

export interface QueueConsumer {
  /** How many executions deliveries under way may name from now on, about, and at least 1. Missing: one signal is as good as many. */
  resize?(concurrency: number): void;
  /** No delivery starts after this resolves. */
  close(): Promise<void>;
}
