/** What the API says about what will run. */
export interface Forecast {
  readonly from: string;
  readonly until: string;
  readonly is_cut: boolean;
  readonly jobs: number;
  readonly starts: number;
  readonly hours: readonly Hour[];
  readonly busiest: readonly Hour[];
  readonly queues: readonly QueueForecast[];
  readonly collisions: readonly Collision[];
  readonly unforeseen: readonly { readonly name: string; readonly why: string }[];
}

export interface Hour {
  readonly at: string;
  readonly starts: number;
  readonly busy_ms: number;
  readonly queues: Readonly<Record<string, number>>;
}

export interface QueueForecast {
  readonly queue: string;
  readonly starts: number;
  readonly busy_ms: number;
  readonly peak: { readonly at: string; readonly running: number };
  readonly slots: number | null;
  readonly is_too_narrow: boolean;
}

export interface Collision {
  readonly queue: string;
  readonly at: string;
  readonly times: number;
  readonly jobs: readonly { readonly id: string; readonly name: string }[];
  readonly slots: number | null;
  readonly waiting: number;
  readonly free_minutes: readonly number[];
  readonly jitter_ms: number;
}
