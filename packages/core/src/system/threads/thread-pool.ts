import { availableParallelism } from 'node:os';
import { Thread, type ThreadCall } from './thread.js';

/** A thread that had nothing to do for so long is ended. */
const IDLE_MS = 5_000;

/** At most so many threads as there are cores, started when they are needed. A call waits for a free one. */
export class ThreadPool {
  private readonly idle = new Map<Thread, NodeJS.Timeout>();
  private readonly waiting = new Set<(thread: Thread) => void>();
  private threads = 0;

  constructor(private readonly size = availableParallelism()) {}

  async run(call: ThreadCall): Promise<unknown> {
    const thread = await this.take(call.signal);
    try {
      return await thread.run(call);
    } finally {
      this.giveBack(thread);
    }
  }

  private take(signal: AbortSignal): Thread | Promise<Thread> {
    signal.throwIfAborted();
    for (const [thread, timer] of this.idle) {
      clearTimeout(timer);
      this.idle.delete(thread);
      if (!thread.isEnded) return thread;
      this.threads -= 1;
    }
    if (this.threads < this.size) {
      this.threads += 1;
      return new Thread();
    }
    return this.wait(signal);
  }

  private wait(signal: AbortSignal): Promise<Thread> {
    return new Promise((resolve, reject) => {
      const take = (thread: Thread) => {
        signal.removeEventListener('abort', giveUp);
        resolve(thread);
      };
      const giveUp = () => {
        this.waiting.delete(take);
        reject(signal.reason as Error);
      };
      this.waiting.add(take);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  private giveBack(thread: Thread): void {
    const [next] = this.waiting;
    if (next !== undefined) {
      this.waiting.delete(next);
      return next(thread.isEnded ? new Thread() : thread);
    }
    if (thread.isEnded) {
      this.threads -= 1;
      return;
    }
    const timer = setTimeout(() => {
      this.idle.delete(thread);
      this.threads -= 1;
      thread.end(null);
    }, IDLE_MS).unref();
    this.idle.set(thread, timer);
  }
}
