import type { Clock, LoggedEvent, Timer } from '@scheduler/contracts';
import type { EventFilter, EventLog } from '@scheduler/contracts/adapter';
import type { LogChanges } from './log-changes.js';
import { upcast } from './schemas/upcast.js';

export interface FollowLogParts {
  readonly log: Pick<EventLog, 'read' | 'bounds'>;
  readonly clock: Clock;
  readonly changes: LogChanges;
  readonly pollIntervalMs: number;
  /** Calls the listener when other processes have changed something, where the store tells them. Returns how to stop it. */
  readonly onRemoteChange: (listener: () => void) => () => void;
}

export interface FollowRequest extends EventFilter {
  /** Null: with the oldest event. Missing: with what happens from now on. */
  readonly after?: string | null;
}

const AT_ONCE = 100;

/** Events as they are appended, until the signal is aborted. It polls, and looks at once when it learns of a change. */
export async function* followLog(
  parts: FollowLogParts,
  { after, ...filter }: FollowRequest,
  signal: AbortSignal | null,
): AsyncGenerator<LoggedEvent, void, undefined> {
  const { log, changes } = parts;
  const doorbell = new Doorbell(parts, signal);
  try {
    let position = after === undefined ? (await log.bounds()).latest : after;
    while (!isAborted(signal)) {
      const seen = changes.count;
      const page = await log.read({ ...filter, after: position, limit: AT_ONCE });
      for (const event of page.events) {
        yield upcast(event);
        if (isAborted(signal)) return;
      }
      position = page.next ?? position;
      if (page.atEnd && changes.count === seen) await doorbell.wait();
    }
  } finally {
    doorbell.close();
  }
}

/** A signal changes while somebody waits. */
function isAborted(signal: AbortSignal | null): boolean {
  return signal?.aborted === true;
}

/** Waits until there may be more: for a change, for the signal, or for the next poll. */
class Doorbell {
  private rung = false;
  private timer: Timer | null = null;
  private waiting: (() => void) | null = null;
  private readonly leave: readonly (() => void)[];

  constructor(
    private readonly parts: FollowLogParts,
    signal: AbortSignal | null,
  ) {
    const ring = () => this.ring();
    signal?.addEventListener('abort', ring, { once: true });
    this.leave = [
      parts.changes.onChange(ring),
      parts.onRemoteChange(ring),
      () => signal?.removeEventListener('abort', ring),
    ];
  }

  async wait(): Promise<void> {
    if (!this.rung)
      await new Promise<void>((resolve) => {
        this.waiting = resolve;
        this.timer = this.parts.clock.setTimer({
          delayMs: this.parts.pollIntervalMs,
          callback: () => this.ring(),
        });
      });
    this.rung = false;
  }

  close(): void {
    this.timer?.cancel();
    for (const stop of this.leave) stop();
  }

  private ring(): void {
    this.rung = true;
    this.timer?.cancel();
    this.waiting?.();
    this.waiting = null;
  }
}
