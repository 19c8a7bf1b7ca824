import { EndAtOnce } from '../output/console-error.js';
import type { ConsoleIo, StopSignal } from '../output/console-io.js';
import type { EndReason } from './messages.js';

export type StopReason = StopSignal | EndReason;

const EXIT_CODES: Readonly<Record<StopSignal, number>> = { SIGINT: 130, SIGTERM: 143 };

/** Listens for requests to stop, from its construction until `dispose`. */
export class StopRequests {
  /** Resolves with the first request, which asks to end gracefully. */
  readonly first: Promise<StopReason>;
  /** Rejects with EndAtOnce at a second signal. */
  readonly second: Promise<never>;
  /** A supervisor is in charge: it alone ends a process at once, because signals of a terminal or a service manager reach both. */
  supervised = false;
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
    // A rejection that nothing awaits must not end the process.
    this.second.catch(() => undefined);
    io.signals.on('SIGINT', this.listeners.SIGINT);
    io.signals.on('SIGTERM', this.listeners.SIGTERM);
    io.onOutputClosed(() => this.request('output closed'));
  }

  get isRequested(): boolean {
    return this.requested !== null;
  }

  /** The exit code of a process that this request stopped. Null: no request came, or only the output was closed. */
  get exitCode(): number | null {
    return this.requested === 'SIGINT' || this.requested === 'SIGTERM' ? EXIT_CODES[this.requested] : null;
  }

  dispose(): void {
    this.io.signals.off('SIGINT', this.listeners.SIGINT);
    this.io.signals.off('SIGTERM', this.listeners.SIGTERM);
  }

  private onSignal(signal: StopSignal): void {
    if (this.requested !== null && !this.supervised) this.abort(new EndAtOnce(EXIT_CODES[signal]));
    this.request(signal);
  }

  /** Asks to end gracefully, as a first signal does. */
  request(reason: StopReason): void {
    this.requested ??= reason;
    this.accept(reason);
  }
}
