import type { Execution } from '@scheduler/contracts';
import type { RunningAttempt } from './running-attempt.js';

/** Whoever starts attempts is told how they go. By calls and not by promises: there are tens of thousands of them a second. */
export interface AttemptFollower {
  /** The handler has really come to its end: one that ignores its signal may do so after its attempt was settled. */
  handled(attempt: RunningAttempt): void;
  /** As it was recorded. Null: the lease was lost, and whatever the handler did is not recorded. */
  settled(attempt: RunningAttempt, settled: Execution | null): void;
  /** It could not be brought to its end. */
  failed(attempt: RunningAttempt, error: unknown): void;
}

const nothing = () => undefined;

/** Follows one attempt for somebody who waits for its end only. */
export function untilSettled(start: (follower: AttemptFollower) => void): Promise<Execution | null> {
  return new Promise((resolve, reject) =>
    start({
      handled: nothing,
      settled: (_, settled) => resolve(settled),
      failed: (_, error) => reject(error),
    }),
  );
}

/** For attempts that nobody started in earnest. */
export const NOBODY: AttemptFollower = { handled: nothing, settled: nothing, failed: nothing };
