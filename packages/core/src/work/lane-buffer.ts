import type { Clock, Execution, Priority } from '@scheduler/contracts';
import { type LaneOffer, LanePlaces } from './lane-places.js';
import { StartRate } from './start-rate.js';

const LARGEST_CLAIM = 1_000;
/** How long a claimed execution may wait for a slot, from its claim on. */
const LONGEST_WAIT_MS = 1_000;
/** What a slow answer to a claim leaves of that, since a store that always answers slowly must not keep everything from starting. */
const SHORTEST_WAIT_MS = 500;
/** From so many waiting executions on it pays to ask the store for the next ones before these start. */
const FEWEST_TO_CLAIM_ON = 100;
/** How many executions that messages name are taken at once in a fast lane. */
const FAST_DELIVERIES = 1_000;

export interface LaneSettings {
  readonly paused: boolean;
  readonly concurrency: number;
}

/**
 * The executions of one queue in this process: how many run, and the claimed ones that wait for a slot. A lane claims ahead only as much
 * as it has shown to start within a moment, and what has not started within a second of its own claim is not started here any more: so slow
 * work is never withheld from other nodes, and what is stored as running does run.
 */
export class LaneBuffer {
  private waiting: Execution[] = [];
  /** Monotonic time from which on the wait of each of them counts. */
  private sinceMs: number[] = [];
  private head = 0;
  private running = 0;
  private readonly rate = new StartRate();
  private drained = true;
  private paused = false;
  /** How many attempts have given up their slot to something more urgent, and go on later. */
  private suspended = 0;
  /** How many are claimed at most. Fewer than fit, after executions had to be given back. */
  private claimLimit = Infinity;
  private startedSinceClaim = 0;
  /** The places that are not free, although nothing is there yet. */
  readonly places = new LanePlaces();

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
    return Math.min(this.room, Math.max(LARGEST_CLAIM, this.concurrency));
  }

  /** How many more executions the lane can take. */
  private get room(): number {
    if (this.paused || this.suspended > 0) return 0;
    const room = this.concurrency + this.rate.ahead - this.running - this.buffered - this.places.taken;
    return Math.max(0, Math.min(room, this.claimLimit));
  }

  /**
   * How many executions the consumer may deliver at once. In a fast lane the number is constant, because queues are slow to change
   * it; in a slow lane it is the capacity, and at least one, so that the lane learns of further work.
   */
  get deliveries(): number {
    const isFast = this.rate.ahead > this.concurrency;
    return isFast ? Math.max(this.concurrency, FAST_DELIVERIES) : Math.max(1, this.capacity);
  }

  /** Adds executions that were claimed because messages named them. */
  add(executions: readonly Execution[], askedAtMs = this.clock.monotonicMs()): void {
    if (executions.length === 0) return;
    this.drained = false;
    // Messages do not say whether there is more: a pause between them makes the lane look slower than it is, and never faster.
    this.adapt(true);
    this.append(executions, askedAtMs);
  }

  /** Whether it is time to claim more: a slot is free, or half of the buffer is used up. */
  get isLow(): boolean {
    return this.buffered * 2 <= this.rate.ahead;
  }

  /** Whether the next claim may go to the store before what waits here is started: more is there, and half of the buffer has room for it. */
  get claimsOn(): boolean {
    return !this.drained && this.buffered >= FEWEST_TO_CLAIM_ON && this.isLow && this.capacity > 0;
  }

  /** How many claimed executions wait for a slot. */
  get buffered(): number {
    return this.waiting.length - this.head;
  }

  /** Whether the last claim returned fewer executions than were wanted. */
  get wasDrained(): boolean {
    return this.drained;
  }

  /** How many places a settlement of so many steps may fill: those that are kept for it, and those that no claim asks for. */
  offer(steps: number): LaneOffer {
    return this.places.offer(steps, this.room);
  }

  /** Adds executions that a settlement has released and claimed. */
  addReleased(executions: readonly Execution[], askedAtMs = this.clock.monotonicMs()): void {
    this.adapt(true);
    this.append(executions, askedAtMs);
  }

  /** Adds the result of a claim for `wanted` executions. `askedAtMs`: monotonic time of the call. */
  put(executions: readonly Execution[], wanted: number, askedAtMs = this.clock.monotonicMs()): void {
    const wasBusy = !this.drained;
    this.drained = executions.length < wanted;
    if (executions.length === 0) return;
    this.adapt(wasBusy);
    this.append(executions, askedAtMs);
  }

  /** Adds executions that were claimed although the lane is full. The most urgent is first, whatever waits. */
  putUrgent(executions: readonly Execution[], askedAtMs = this.clock.monotonicMs()): void {
    if (executions.length === 0) return;
    const sinceMs = this.sinceOf(askedAtMs);
    const all = this.waiting.map((execution, index) => ({
      execution,
      sinceMs: this.sinceMs[index] ?? sinceMs,
    }));
    const sorted = [...all.slice(this.head), ...executions.map((execution) => ({ execution, sinceMs }))].sort(
      (a, b) => a.execution.priority - b.execution.priority,
    );
    this.waiting = sorted.map(({ execution }) => execution);
    this.sinceMs = sorted.map((one) => one.sinceMs);
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

  /** Whether an execution waits, a slot is free for it, and its claim is not too long ago. */
  get canStart(): boolean {
    if (this.head >= this.waiting.length || this.paused || this.running >= this.concurrency) return false;
    return !this.isOverdue(this.head, this.clock.monotonicMs());
  }

  /** Takes the next execution. Called only where `canStart` has said that there is one. */
  startNext(): Execution | null {
    const next = this.waiting[this.head];
    if (next === undefined || this.paused || this.running >= this.concurrency) return null;
    this.head += 1;
    this.running += 1;
    this.startedSinceClaim += 1;
    if (this.head === this.waiting.length) this.forget();
    return next;
  }

  /** Releases the list after everything in it has started. */
  private forget(): void {
    this.waiting = [];
    this.sinceMs = [];
    this.head = 0;
  }

  finished(): void {
    this.running -= 1;
    this.rate.count();
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

  /** How long until something has waited for too long, at least a millisecond. Null: nothing waits. */
  get untilOverdueMs(): number | null {
    if (this.buffered === 0) return null;
    // Urgent ones are added before older ones, so that the first need not be the oldest.
    const oldestMs = this.sinceMs.slice(this.head).reduce((a, b) => Math.min(a, b));
    return Math.max(1, oldestMs + LONGEST_WAIT_MS - this.clock.monotonicMs());
  }

  /** Takes what has not started within a second of its claim. The lane is slower than it seemed, so that nothing is claimed ahead for now. */
  takeOverdue(): readonly Execution[] {
    const nowMs = this.clock.monotonicMs();
    const overdue = this.waiting.filter((_, index) => index >= this.head && this.isOverdue(index, nowMs));
    if (overdue.length === 0) return [];
    const isLeft = (_: unknown, index: number) => index >= this.head && !this.isOverdue(index, nowMs);
    [this.waiting, this.sinceMs] = [this.waiting.filter(isLeft), this.sinceMs.filter(isLeft)];
    this.head = 0;
    this.rate.reset(nowMs);
    this.claimLimit = Math.max(1, this.startedSinceClaim);
    return overdue;
  }

  takeAll(): readonly Execution[] {
    const rest = this.waiting.slice(this.head);
    this.forget();
    return rest;
  }

  private isOverdue(index: number, nowMs: number): boolean {
    return nowMs - (this.sinceMs[index] ?? nowMs) >= LONGEST_WAIT_MS;
  }

  private sinceOf(askedAtMs: number): number {
    return Math.max(askedAtMs, this.clock.monotonicMs() - (LONGEST_WAIT_MS - SHORTEST_WAIT_MS));
  }

  private append(executions: readonly Execution[], askedAtMs: number): void {
    const sinceMs = this.sinceOf(askedAtMs);
    if (this.head > 0) {
      this.waiting = this.waiting.slice(this.head);
      this.sinceMs = this.sinceMs.slice(this.head);
      this.head = 0;
    }
    for (const execution of executions) {
      this.waiting.push(execution);
      this.sinceMs.push(sinceMs);
    }
    this.claimLimit *= 2;
    this.startedSinceClaim = 0;
  }

  private adapt(wasBusy: boolean): void {
    const nowMs = this.clock.monotonicMs();
    if (wasBusy) this.rate.measure(nowMs, this.concurrency, this.buffered > 0);
    else this.rate.restart(nowMs);
  }
}
