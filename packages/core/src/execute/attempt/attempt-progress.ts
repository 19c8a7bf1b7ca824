import type { Clock, ExecutionProgress, JsonValue, Timer } from '@scheduler/contracts';

export interface AttemptProgressParts {
  readonly clock: Clock;
  /** What an earlier attempt had saved. */
  readonly known: ExecutionProgress | null;
  /** False: refused, the lease is another's. */
  readonly save: (progress: ExecutionProgress) => Promise<boolean>;
  /** Called where what a handler reported could not be written; the work itself goes on. */
  readonly onError: (error: unknown) => void;
}

const NOTHING: ExecutionProgress = Object.freeze({ done: 0, total: null, checkpoint: null });
/** A handler may report every item; people do not look more often than this. */
const WRITE_EVERY_MS = 1_000;

/** How far an attempt has come: reports are written now and then, checkpoints at once, one after the other. */
export class AttemptProgress {
  private current: ExecutionProgress;
  private isWritten = true;
  private writing: Promise<unknown> = Promise.resolve();
  private nextWriteMs = Number.NEGATIVE_INFINITY;
  private timer: Timer | null = null;

  constructor(private readonly parts: AttemptProgressParts) {
    this.current = parts.known ?? NOTHING;
  }

  report(done: number, total: number | null): void {
    this.current = { ...this.current, done: count(done), total: total === null ? null : count(total) };
    this.isWritten = false;
    if (this.timer !== null) return;
    const delayMs = this.nextWriteMs - this.parts.clock.monotonicMs();
    if (delayMs <= 0) void this.flush();
    else this.timer = this.parts.clock.setTimer({ delayMs, callback: () => void this.flush() });
  }

  /** False: refused, the lease is another's. Rejects where the store is out of reach. */
  checkpoint(value: JsonValue): Promise<boolean> {
    this.current = { ...this.current, checkpoint: value };
    return this.write();
  }

  /** Writes what is not written yet. Never rejects. */
  async flush(): Promise<void> {
    this.timer?.cancel();
    this.timer = null;
    try {
      await (this.isWritten ? this.writing : this.write());
    } catch (error) {
      this.parts.onError(error);
    }
  }

  /** In the order of the calls: an older state must not come after a newer one. */
  private write(): Promise<boolean> {
    const { current } = this;
    this.isWritten = true;
    this.nextWriteMs = this.parts.clock.monotonicMs() + WRITE_EVERY_MS;
    const written = this.writing.then(() => this.parts.save(current));
    this.writing = written.catch(() => undefined);
    return written;
  }
}

function count(value: number): number {
  return Number.isFinite(value) && value > 0 ? value : 0;
}
