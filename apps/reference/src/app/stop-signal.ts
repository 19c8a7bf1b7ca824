/** Where signals come from: `process`, or an emitter in tests. */
export interface SignalSource {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
}

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];

export interface StopSignal {
  /** Resolves at the first signal. */
  readonly received: Promise<NodeJS.Signals>;
  /** Leaves signals to their default again. */
  release(): void;
}

/** The first signal asks to end, the second insists. */
export function onStopSignal(signals: SignalSource, insist: () => void): StopSignal {
  let release = () => undefined as void;
  const received = new Promise<NodeJS.Signals>((resolve) => {
    let asked = false;
    const listener = (signal: NodeJS.Signals) => {
      if (asked) return insist();
      asked = true;
      resolve(signal);
    };
    for (const signal of SIGNALS) signals.on(signal, listener);
    release = () => {
      for (const signal of SIGNALS) signals.off(signal, listener);
    };
  });
  return { received, release: () => release() };
}
