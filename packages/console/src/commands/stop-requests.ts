import { EndAtOnce } from '../output/console-error.js';
import type { ConsoleIo, StopSignal } from '../output/console-io.js';

export type StopReason = StopSignal | 'output closed';

const EXIT_CODES: Readonly<Record<StopSignal, number>> = { SIGINT: 130, SIGTERM: 143 };

/** Listens for requests to stop, from its making until it is disposed of. */
export class StopRequests {
  /** Resolves with the first request, which asks to end gracefully. */
  readonly first: Promise<StopReason>;
  /** Rejects with EndAtOnce at a second signal. */
  readonly second: Promise<never>;
  private requested: StopReason | null = null;
  private accept: (reason: StopReason) => void = () => undefined;
  private abort: (error: EndAtOnce) => void = () => undefined;
  private readonly listeners = {
    SIGINT: () => this.onSignal('SIGINT'),
    SIGTERM: () => this.onSignal('SIGTERM'),
  };

  constructor(private readonly io: ConsoleIo) {
    this.first = new Promise((resolve) => (this.accept = resolve));
    this.second = new Promise((_, reject) => (this.abort = reject));
    // Nobody may be waiting when it comes.
    this.second.catch(() => undefined);
    io.signals.on('SIGINT', this.listeners.SIGINT);
    io.signals.on('SIGTERM', this.listeners.SIGTERM);
    io.onOutputClosed(() => this.request('output closed'));
  }

  /** What a process that was stopped by this request ends with. Null: nobody asked, or nobody was left to read. */
  get exitCode(): number | null {
    return this.requested === null || this.requested === 'output closed' ? null : EXIT_CODES[this.requested];
  }

  dispose(): void {
    this.io.signals.off('SIGINT', this.listeners.SIGINT);
    this.io.signals.off('SIGTERM', this.listeners.SIGTERM);
  }

  private onSignal(signal: StopSignal): void {
    if (this.requested !== null) this.abort(new EndAtOnce(EXIT_CODES[signal]));
    this.request(signal);
  }

  private request(reason: StopReason): void {
    this.requested ??= reason;
    this.accept(reason);
  }
}
