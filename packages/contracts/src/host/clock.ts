/** Time and timers. Core uses no others, which makes tests exact and a simulator possible. */
export interface Clock {
  /** The wall clock, as a UTC instant. */
  now(): Date;
  /** Milliseconds that never go back, whatever happens to the wall clock. For deadlines inside one process. */
  monotonicMs(): number;
  /** Calls back once, after at least `delayMs`. With a delay of 0, work that is queued already still runs first. */
  setTimer(request: TimerRequest): Timer;
}

export interface TimerRequest {
  readonly delayMs: number;
  readonly callback: () => void;
}

export interface Timer {
  /** Does nothing after the timer has fired. */
  cancel(): void;
}
