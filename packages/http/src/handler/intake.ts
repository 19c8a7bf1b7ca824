import { HttpError } from '../problems/http-error.js';

const RETRY_AFTER_SECONDS = '5';

/** What a handler still takes: everything; everything, but it says that it is not ready; nothing but probes. */
export class Intake {
  private state: 'open' | 'draining' | 'closed' = 'open';
  private underWay = 0;
  private idle: (() => void)[] = [];

  /** Whether requests should be sent here. */
  get isReady(): boolean {
    return this.state === 'open';
  }

  drain(): void {
    if (this.state === 'open') this.state = 'draining';
  }

  /** Takes no more requests but probes. Resolves when those that were taken are answered. */
  close(): Promise<void> {
    this.state = 'closed';
    return this.underWay === 0 ? Promise.resolve() : new Promise((resolve) => this.idle.push(resolve));
  }

  /** Throws a problem 503 for a request that came too late. It is asked before who sends it, since it is the same for everybody. */
  refuseLate(): void {
    if (this.state !== 'closed') return;
    throw new HttpError(
      503,
      'SHUTTING_DOWN',
      'this process is shutting down; ask another one, or try again later',
      { headers: { 'retry-after': RETRY_AFTER_SECONDS } },
    );
  }

  /** Counts a request until it is answered. */
  async answer<T>(task: () => Promise<T>): Promise<T> {
    this.underWay += 1;
    try {
      return await task();
    } finally {
      this.underWay -= 1;
      if (this.underWay === 0) for (const resolve of this.idle.splice(0)) resolve();
    }
  }
}
