/** So much of what a lane works off is claimed ahead. A claimed execution may wait for a slot much longer than this, so that there is a margin. */
const AHEAD_MS = 200;
/** The factor by which the figure may grow at a time, because few fast handlers say little about the next ones. */
const LARGEST_GROWTH = 16;
const MOST_AHEAD = 2_000;
/** Nothing is claimed ahead for handlers that take longer: all slots may be taken for as long, and what waits would have to go back. */
const LONGEST_HANDLER_MS = 500;

/** How fast a lane works off executions, and how many it may claim ahead for that. */
export class StartRate {
  private sinceMs = Number.NEGATIVE_INFINITY;
  private ended = 0;
  private shown = 0;

  /** How many executions may wait for a slot. */
  get ahead(): number {
    return this.shown;
  }

  /** An execution of the lane has ended. */
  count(): void {
    this.ended += 1;
  }

  /** Nothing was to be had for a while, so that the time until now says nothing about the speed of the lane. */
  restart(nowMs: number): void {
    this.sinceMs = nowMs;
    this.ended = 0;
  }

  /** Slots are blocked, whatever was measured before. */
  reset(nowMs: number): void {
    this.shown = 0;
    this.restart(nowMs);
  }

  /**
   * Learns from what has ended since the last measurement. Fewer executions than slots say nothing yet. A lane in which nothing waits may
   * have had too little to do, so that it is not taken to be slower than it was.
   */
  measure(nowMs: number, slots: number, hasWaiting: boolean): void {
    if (this.ended < slots) return;
    const within = (this.ended * AHEAD_MS) / Math.max(0.1, nowMs - this.sinceMs);
    const most = Math.max(slots, this.shown) * LARGEST_GROWTH;
    const isSlow = within * LONGEST_HANDLER_MS < slots * AHEAD_MS;
    const next = isSlow ? 0 : Math.min(MOST_AHEAD, most, Math.floor(within));
    if (next > this.shown || hasWaiting) this.shown = next;
    this.restart(nowMs);
  }
}
