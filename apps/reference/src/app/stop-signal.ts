/** Where signals come from: `process`, or an emitter in tests. */
export interface SignalSource {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
}

export interface StopSignalOptions {
  readonly signals: SignalSource;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Called for a second signal. */
  readonly onSecondSignal: () => void;
}

export interface StopSignal {
  /** Resolves at the first signal. */
  readonly received: Promise<NodeJS.Signals>;
  /** From now on signals have no effect, because the program is about to end by itself. */
  finish(): void;
}

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];

/** On Ctrl-C the terminal signals every process, and npm passes the signal on once more. Signals within this time count as one. */
const SAME_SIGNAL_MS = 1_000;

/**
 * The first signal ends the program gracefully, the second at once. The listeners stay: without them, a late signal would kill a program
 * that has already ended successfully.
 */
export function onStopSignal({ signals, now, onSecondSignal }: StopSignalOptions): StopSignal {
  let firstAt: number | null = null;
  let finished = false;
  const received = new Promise<NodeJS.Signals>((resolve) => {
    const listener = (signal: NodeJS.Signals) => {
      if (firstAt === null) {
        firstAt = now();
        resolve(signal);
      } else if (!finished && now() - firstAt > SAME_SIGNAL_MS) {
        onSecondSignal();
      }
    };
    for (const signal of SIGNALS) signals.on(signal, listener);
  });
  return {
    received,
    finish: () => {
      finished = true;
    },
  };
}
