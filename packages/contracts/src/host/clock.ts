/** Time and timers. Core takes both only from here, which makes tests exact and a simulator possible. */
export interface Clock {
  /** The wall clock, as a UTC instant. */
  now(): Date;
  /** Milliseconds that only grow, whatever happens to the wall clock. For deadlines inside one process. */
  monotonicMs(): number;
  /** Calls back once, after at least `delayMs`. A delay of 0 still lets other work go first. */
  setTimer(request: TimerRequest): Timer;
}

export interface TimerRequest {
  readonly delayMs: number;
  readonly callback: () => void;
}

export interface Timer {
  /** Harmless after the timer went off. */
  cancel(): void;
}
