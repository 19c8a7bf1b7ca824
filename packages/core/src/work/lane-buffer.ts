import type { Clock, Execution, Priority } from '@scheduler/contracts';

/** Two claims: while one is worked off, the next is under way. */
const LARGEST_BUFFER = 2_000;
const LARGEST_CLAIM = 1_000;
/** A buffer that is empty again so soon was too small; one that lasts longer than that was too big. */
const TOO_SOON_MS = 200;
const TOO_LONG_MS = 1_000;
/** How much faster it grows: in any case, and at most, where it has shown that it works off more. */
const GROWTH = 4;
const LARGEST_GROWTH = 16;
/** So many that messages name are claimed together, where they are worked off fast. */
const FAST_DELIVERIES = 1_000;

export interface LaneSettings {
  readonly paused: boolean;
  readonly concurrency: number;
}

/**
 * The executions of one queue in this process: those that run, and claimed ones that wait for a slot. It claims ahead only what it
 * has shown to work off at once, so that slow work is never hoarded away from other nodes.
 */
export class LaneBuffer {
  private waiting: Execution[] = [];
  private head = 0;
  private running = 0;
  private ahead = 0;
  private filledAtMs = Number.NEGATIVE_INFINITY;
  private drained = true;
  /** So many have ended since the last claim that told how fast that is. */
  private ended = 0;
  private paused = false;

  constructor(
    readonly queue: string,
    private slots: number,
    private readonly clock: Clock,
  ) {}

  /** How many of it run at once. */
  get concurrency(): number {
    return this.slots;
  }

  /** Nothing of it is claimed or started. */
  get isPaused(): boolean {
    return this.paused;
  }

  /** What runs goes on, even if it is more than may run from now on. Returns whether anything changed. */
  adjust({ paused, concurrency }: LaneSettings): boolean {
    if (paused === this.paused && concurrency === this.slots) return false;
    this.paused = paused;
    this.slots = concurrency;
    return true;
  }

  /** How many more to claim now. */
  get capacity(): number {
    if (this.paused) return 0;
    const room = this.concurrency + this.ahead - this.running - this.buffered;
    return Math.max(0, Math.min(room, Math.max(LARGEST_CLAIM, this.concurrency)));
  }

  /**
   * How many executions to hear of at once. Where work is worked off fast it is a number that stays, because queues are slow to change
   * it; where it is slow no more than there is room for, and one, so that the lane hears of others.
   */
  get deliveries(): number {
    const isFast = this.ahead > this.concurrency;
    return isFast ? Math.max(this.concurrency, FAST_DELIVERIES) : Math.max(1, this.capacity);
  }

  /** Claimed because messages named them, while others may still wait here. */
  add(executions: readonly Execution[]): void {
    if (executions.length === 0) return;
    this.drained = false;
    if (this.isLow && (this.ended > 0 || this.isFirst)) this.adapt();
    for (const execution of executions) this.waiting.push(execution);
  }

  /** Time to claim more: a free slot, or half of what is claimed ahead is gone. */
  get isLow(): boolean {
    return this.buffered * 2 <= this.ahead;
  }

  /** Claimed, and waiting for a slot. */
  get buffered(): number {
    return this.waiting.length - this.head;
  }

  /** Whether the last claim brought less than there was room for. */
  get wasDrained(): boolean {
    return this.drained;
  }

  /** What a claim of so many brought. */
  put(executions: readonly Execution[], wanted: number): void {
    this.drained = executions.length < wanted;
    if (executions.length === 0) return;
    this.adapt();
    this.waiting =
      this.head === 0 ? this.waiting.concat(executions) : [...this.waiting.slice(this.head), ...executions];
    this.head = 0;
  }

  /** Before all that waits: it is more urgent. */
  putFirst(executions: readonly Execution[]): void {
    this.waiting = [...executions, ...this.waiting.slice(this.head)];
    this.head = 0;
  }

  /** Of the next one that waits. Null: none does. */
  get nextPriority(): Priority | null {
    return this.waiting[this.head]?.priority ?? null;
  }

  get hasFreeSlot(): boolean {
    return this.running < this.concurrency;
  }

  /** The next one to run, if a slot is free. */
  startNext(): Execution | null {
    const execution = this.waiting[this.head];
    if (execution === undefined || this.paused || this.running >= this.concurrency) return null;
    this.head += 1;
    this.running += 1;
    if (this.head === this.waiting.length) this.forget();
    return execution;
  }

  /** Everything that waited has started. */
  private forget(): void {
    this.waiting = [];
    this.head = 0;
  }

  finished(): void {
    this.running -= 1;
    this.ended += 1;
  }

  /** One that had made room takes a slot again. */
  resumed(): void {
    this.running += 1;
  }

  /** All that waits, if nothing was put here for so long that its lane must be stuck. Nothing is claimed ahead then. */
  takeOverdue(): readonly Execution[] {
    if (this.clock.monotonicMs() - this.filledAtMs < TOO_LONG_MS) return [];
    this.ahead = 0;
    return this.takeAll();
  }

  takeAll(): readonly Execution[] {
    const rest = this.waiting.slice(this.head);
    this.waiting = [];
    this.head = 0;
    return rest;
  }

  private get isFirst(): boolean {
    return this.filledAtMs === Number.NEGATIVE_INFINITY;
  }

  private growTo(shown: number): void {
    const most = Math.max(this.concurrency, this.ahead) * LARGEST_GROWTH;
    const grown = Math.max(this.concurrency, this.ahead * GROWTH, Math.floor(Math.min(shown, most)));
    this.ahead = Math.min(LARGEST_BUFFER, grown);
  }

  private adapt(): void {
    const now = this.clock.monotonicMs();
    const lastedMs = now - this.filledAtMs;
    const { ended } = this;
    this.filledAtMs = now;
    this.ended = 0;
    if (this.drained) return;
    // Less than one for each slot tells nothing about the others.
    const shown = ended < this.concurrency ? 0 : (ended * TOO_SOON_MS) / Math.max(1, lastedMs);
    if (lastedMs < TOO_SOON_MS) this.growTo(shown);
    else if (lastedMs > TOO_LONG_MS) this.ahead = Math.floor(this.ahead / 2);
  }
}
