import type { Clock, Timer, TimerRequest } from '@scheduler/contracts';
import type { VirtualTime } from './virtual-time.js';

export interface ProcessOptions {
  /** Such as `n2.3`: the third start of node 2. */
  readonly name: string;
  readonly time: VirtualTime;
  /** The deviation of its wall clock. */
  readonly skewMs: number;
}

interface Post {
  readonly dueMs: number;
  readonly sequence: number;
  readonly run: () => void;
  /** The post was cancelled. */
  over: boolean;
}

/**
 * A process as in an operating system: it can be paused, and continues as if nothing had happened; it can be killed, and then nothing
 * in it runs any more. All its code is started by `post` or by its clock.
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

  /** The number of the next call to a port, from 1. */
  nextCall(): number {
    this.calls += 1;
    return this.calls;
  }

  /** Runs a function in this process: after the delay, or when a pause ends, or never if the process is dead by then. Returns a function that cancels it. */
  post(delayMs: number, run: () => void): () => void {
    const post = {
      dueMs: this.time.nowMs + Math.max(0, delayMs),
      sequence: (this.posts += 1),
      run,
      over: false,
    };
    const cancel = this.time.after(delayMs, () => this.arrive(post));
    return () => {
      post.over = true;
      cancel();
    };
  }

  /** During a pause due posts wait, and then run in the order of their due times. */
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
      // One event for each, so that the promises of one settle before the next.
      for (const post of waiting) this.time.after(0, () => this.arrive(post));
    });
  }

  /** Like SIGSTOP, and SIGCONT after some time. A blocked event loop looks the same from outside. */
  pause(durationMs: number): void {
    this.pausedUntilMs = Math.max(this.pausedUntilMs, this.time.nowMs + durationMs);
  }

  /** Like SIGKILL. */
  kill(): void {
    if (this.killed) return;
    this.killed = true;
    for (const listener of this.onKill) listener();
  }

  /** Calls the listener when the process is killed, or at once if it is dead already. */
  whenKilled(listener: () => void): void {
    if (this.killed) listener();
    else this.onKill.push(listener);
  }

  /** Changes the wall clock of the process. */
  jump(milliseconds: number): void {
    this.skewMs += milliseconds;
  }

  private setTimer({ delayMs, callback }: TimerRequest): Timer {
    return { cancel: this.post(delayMs, callback) };
  }
}
