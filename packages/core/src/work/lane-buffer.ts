import type { Clock, Execution, Priority } from '@scheduler/contracts';

/** Room for two claims: one is worked off while the next one is on its way. */
const LARGEST_BUFFER = 2_000;
const LARGEST_CLAIM = 1_000;
/** A buffer that is empty again so soon was too small; one that lasts longer than the other limit was too large. */
const TOO_SOON_MS = 200;
const TOO_LONG_MS = 1_000;
/** The factor by which the buffer grows: at least, and at most where the lane has shown that it works off more. */
const GROWTH = 4;
const LARGEST_GROWTH = 16;
/** How many executions that messages name are taken at once in a fast lane. */
const FAST_DELIVERIES = 1_000;

export interface LaneSettings {
  readonly paused: boolean;
  readonly concurrency: number;
}

/**
 * The executions of one queue in this process: how many run, and the claimed ones that wait for a slot. A lane claims ahead only as much
 * as it has shown to work off at once, so that slow work is never withheld from other nodes.
 */
export class LaneBuffer {
  private waiting: Execution[] = [];
  private head = 0;
  private running = 0;
  private ahead = 0;
  private filledAtMs = Number.NEGATIVE_INFINITY;
  private drained = true;
  /** How many have ended since the last measurement. */
  private ended = 0;
  private paused = false;
  /** How many attempts have given up their slot to something more urgent, and go on later. */
  private suspended = 0;

  constructor(
    readonly queue: string,
    private slots: number,
    private readonly clock: Clock,
  ) {}

  /** How many executions of the queue run at once. */
  get concurrency(): number {
    return this.slots;
  }

  /** While the lane is paused nothing is claimed or started. */
  get isPaused(): boolean {
    return this.paused;
  }

  /** Running executions go on, even if fewer may run from now on. Returns whether anything changed. */
  adjust({ paused, concurrency }: LaneSettings): boolean {
    if (paused === this.paused && concurrency === this.slots) return false;
    this.paused = paused;
    this.slots = concurrency;
    return true;
  }

  /** How many more executions to claim now. What is suspended comes before all that is not more urgent. */
  get capacity(): number {
    if (this.paused || this.suspended > 0) return 0;
    const capacity = this.concurrency + this.ahead - this.running - this.buffered;
    return Math.max(0, Math.min(capacity, Math.max(LARGEST_CLAIM, this.concurrency)));
  }

  /**
   * How many executions the consumer may deliver at once. In a fast lane the number is constant, because queues are slow to change
   * it; in a slow lane it is the capacity, and at least one, so that the lane learns of further work.
   */
  get deliveries(): number {
    const isFast = this.ahead > this.concurrency;
    return isFast ? Math.max(this.concurrency, FAST_DELIVERIES) : Math.max(1, this.capacity);
  }

  /** Adds executions that were claimed because messages named them. */
  add(executions: readonly Execution[]): void {
    if (executions.length === 0) return;
    this.drained = false;
    if (this.isLow && (this.ended > 0 || this.isFirst)) this.adapt();
    for (const execution of executions) this.waiting.push(execution);
  }

  /** Whether it is time to claim more: a slot is free, or half of the buffer is used up. */
  get isLow(): boolean {
    return this.buffered * 2 <= this.ahead;
  }

  /** How many claimed executions wait for a slot. */
  get buffered(): number {
    return this.waiting.length - this.head;
  }

  /** Whether the last claim returned fewer executions than were wanted. */
  get wasDrained(): boolean {
    return this.drained;
  }

  /** Adds the result of a claim for `wanted` executions. */
  put(executions: readonly Execution[], wanted: number): void {
    this.drained = executions.length < wanted;
    if (executions.length === 0) return;
    this.adapt();
    this.waiting =
      this.head === 0 ? this.waiting.concat(executions) : [...this.waiting.slice(this.head), ...executions];
    this.head = 0;
  }

  /** Adds executions that were claimed although the lane is full. The most urgent is first, whatever waits. */
  putUrgent(executions: readonly Execution[]): void {
    this.waiting = [...this.waiting.slice(this.head), ...executions].sort((a, b) => a.priority - b.priority);
    this.head = 0;
  }

  /** The executions that wait and for which no slot is free, the first to start first. */
  get withoutSlot(): readonly Execution[] {
    return this.waiting.slice(this.head + this.freeSlots);
  }

  /** The priority of the next execution that waits. Null: none waits. */
  get nextPriority(): Priority | null {
    return this.waiting[this.head]?.priority ?? null;
  }

  get freeSlots(): number {
    return Math.max(0, this.concurrency - this.running);
  }

  /** Whether an execution waits and a slot is free for it. */
  get canStart(): boolean {
    return this.head < this.waiting.length && !this.paused && this.running < this.concurrency;
  }

  /** Takes the next execution, if a slot is free for it. */
  startNext(): Execution | null {
    const execution = this.waiting[this.head];
    if (execution === undefined || this.paused || this.running >= this.concurrency) return null;
    this.head += 1;
    this.running += 1;
    if (this.head === this.waiting.length) this.forget();
    return execution;
  }

  /** Releases the list after everything in it has started. */
  private forget(): void {
    this.waiting = [];
    this.head = 0;
  }

  finished(): void {
    this.running -= 1;
    this.ended += 1;
  }

  /** An attempt has given up its slot, and goes on later. */
  suspendedOne(): void {
    this.running -= 1;
    this.suspended += 1;
  }

  /** A suspended attempt takes a slot again. */
  resumed(): void {
    this.running += 1;
    this.suspended -= 1;
  }

  /** A suspended attempt has ended without a slot. */
  suspendedEnded(): void {
    this.suspended -= 1;
  }

  get hasSuspended(): boolean {
    return this.suspended > 0;
  }

  /** Takes all that waits, if nothing was added for so long that the slots must be blocked. Nothing is claimed ahead from then on. */
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
    // Fewer ended executions than slots say nothing about the speed of the lane.
    const shown = ended < this.concurrency ? 0 : (ended * TOO_SOON_MS) / Math.max(1, lastedMs);
    if (lastedMs < TOO_SOON_MS) this.growTo(shown);
    else if (lastedMs > TOO_LONG_MS) this.ahead = Math.floor(this.ahead / 2);
  }
}
