/** Time and timers. Core uses no others, which makes tests exact and a simulator possible. */
export interface Clock {
  /** The wall clock, as a UTC instant. */
  now(): Date;
  /** Milliseconds that never go back, whatever happens to the wall clock. For deadlines inside one process. */
  monotonicMs(): number;
  /** Calls back once, after at least `delayMs`. With a delay of 0, work that is queued already still runs first. */
  setTimer(request: TimerRequest): Timer;
  /**
   * How long the current turn of the event loop has taken, so that work which never waits can be put off to the next turn. Missing: time
   * does not pass while code runs, as with the clocks of tests.
   */
  blockedForMs?(): number;
}

export interface TimerRequest {
  readonly delayMs: number;
  readonly callback: () => void;
}

export interface Timer {
  /** Does nothing after the timer has fired. */
  cancel(): void;
}
