import { setTimeout as sleep } from 'node:timers/promises';
import { GroupCommit } from '@scheduler/contracts/adapter';

/** Between two publications. The first after a pause goes at once, so that an idle worker wakes up at once. */
const INTERVAL_MS = 5;
/** From so many on their senders wait for them, so that Redis is not outrun. */
const MOST_UNSENT = 1_000;

export interface PublicationsOptions<TItem> {
  readonly send: (items: readonly TItem[]) => Promise<void>;
  /** Whether Redis can be reached, so that nobody has to wait for its answer. */
  readonly isReachable: () => boolean;
  /** Called with errors of what nobody waits for. */
  readonly onError: (error: unknown) => void;
}

/**
 * Tells workers that there is work. They have to be woken, not to be told of each execution: the store has these already. So what comes within
 * a few milliseconds is sent together, and who stores work does not wait until it is.
 */
export class Publications<TItem> {
  private readonly groups: GroupCommit<readonly TItem[], null>;
  private unsent = 0;
  private sentAtMs = -INTERVAL_MS;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: PublicationsOptions<TItem>) {
    this.groups = new GroupCommit({ write: (items) => this.send(items), pause: () => this.pause() });
  }

  /** Resolves when the items are sent, or as soon as they wait to be sent if that is soon. Rejects while Redis is out of reach. */
  async add(items: readonly TItem[]): Promise<void> {
    const { isReachable, onError } = this.options;
    const isSoon = isReachable() && this.unsent < MOST_UNSENT;
    this.unsent += items.length;
    const sent = this.groups.add(items).finally(() => (this.unsent -= items.length));
    this.last = sent.catch(isSoon ? onError : () => undefined);
    if (!isSoon) await sent;
  }

  /** Resolves when everything is sent. */
  async flush(): Promise<void> {
    await this.last;
  }

  private async send(items: readonly (readonly TItem[])[]): Promise<readonly null[]> {
    this.sentAtMs = performance.now();
    await this.options.send(items.flat());
    return items.map(() => null);
  }

  private pause(): Promise<void> | null {
    const waitMs = this.sentAtMs + INTERVAL_MS - performance.now();
    return waitMs <= 0 ? null : sleep(waitMs);
  }
}
