import type { Clock, Timer, TimerRequest } from '@scheduler/contracts';
import type { VirtualTime } from './virtual-time.js';

export interface ProcessOptions {
  /** Such as `n2.3`: the third start of node 2. */
  readonly name: string;
  readonly time: VirtualTime;
  /** How far its wall clock is off. */
  readonly skewMs: number;
}

interface Post {
  readonly dueMs: number;
  readonly sequence: number;
  readonly run: () => void;
  /** Called off. */
  over: boolean;
}

/**
 * A process as an operating system has it: it can be stopped, and goes on as if nothing had happened; it can be killed, and nothing
 * of it happens any more. Whatever runs in it is set off by `post` or by its clock.
 */
export class SimulatedProcess {
  readonly name: string;
  readonly clock: Clock;
  private readonly time: VirtualTime;
  private skewMs: number;
  private killed = false;
  private pausedUntilMs = Number.NEGATIVE_INFINITY;
  private calls = 0;
  private posts = 0;
  private readonly deferred: Post[] = [];
  private readonly onKill: (() => void)[] = [];

  constructor({ name, time, skewMs }: ProcessOptions) {
    this.name = name;
    this.time = time;
    this.skewMs = skewMs;
    const startedMs = time.nowMs;
    this.clock = {
      now: () => new Date(time.nowMs + this.skewMs),
      monotonicMs: () => time.nowMs - startedMs,
      setTimer: (request) => this.setTimer(request),
    };
  }

  get isDead(): boolean {
    return this.killed;
  }

  get isPaused(): boolean {
    return !this.killed && this.pausedUntilMs > this.time.nowMs;
  }

  /** The number of a call that it makes to the outside, from 1. */
  nextCall(): number {
    this.calls += 1;
    return this.calls;
  }

  /** Runs it in this process: at the given time, or when the process goes on again, or never if it is dead by then. */
  post(delayMs: number, run: () => void): () => void {
    const post = {
      dueMs: this.time.nowMs + Math.max(0, delayMs),
      sequence: (this.posts += 1),
      run,
      over: false,
    };
    const callOff = this.time.after(delayMs, () => this.arrive(post));
    return () => {
      post.over = true;
      callOff();
    };
  }

  /** While it stands still, what falls due waits, and then happens in the order in which it fell due. */
  private arrive(post: Post): void {
    if (this.killed || post.over) return;
    if (!this.isPaused) return post.run();
    this.deferred.push(post);
    if (this.deferred.length === 1) this.wakeLater();
  }

  private wakeLater(): void {
    this.time.after(this.pausedUntilMs - this.time.nowMs, () => {
      if (this.isPaused) return this.wakeLater();
      const waiting = this.deferred.splice(0).sort((a, b) => a.dueMs - b.dueMs || a.sequence - b.sequence);
      // One event for each: what one of them sets off runs to its end before the next.
      for (const post of waiting) this.time.after(0, () => this.arrive(post));
    });
  }

  /** SIGSTOP, and SIGCONT after some time. An event loop that is blocked looks the same from outside. */
  pause(durationMs: number): void {
    this.pausedUntilMs = Math.max(this.pausedUntilMs, this.time.nowMs + durationMs);
  }

  /** SIGKILL. */
  kill(): void {
    if (this.killed) return;
    this.killed = true;
    for (const tell of this.onKill) tell();
  }

  /** At once if it is dead already. */
  whenKilled(tell: () => void): void {
    if (this.killed) tell();
    else this.onKill.push(tell);
  }

  /** Somebody sets its wall clock. */
  jump(milliseconds: number): void {
    this.skewMs += milliseconds;
  }

  private setTimer({ delayMs, callback }: TimerRequest): Timer {
    return { cancel: this.post(delayMs, callback) };
  }
}
