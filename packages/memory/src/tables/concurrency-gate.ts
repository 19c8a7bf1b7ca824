import { WaitingLane, type WaitingRecord } from './waiting-lane.js';

/** Limits how many executions of a job or a concurrency key run at once, and keeps those that have to wait for it. */
export class ConcurrencyGate<TRecord extends WaitingRecord> {
  running = 0;
  /** The executions that were skipped by claims because of the limit, by queue. */
  private parked: Map<string, WaitingLane<TRecord>> | null = null;

  park(record: TRecord): void {
    const { queue } = record.execution;
    this.parked ??= new Map();
    let lane = this.parked.get(queue);
    if (lane === undefined) this.parked.set(queue, (lane = new WaitingLane()));
    lane.add(record, record.sortMs);
  }

  /** Takes as many executions of each queue as could run now; the next claim considers them again. Empty while the limit is reached. */
  release(most: number): TRecord[] {
    if (this.parked === null || this.running >= most) return [];
    const released: TRecord[] = [];
    for (const [queue, lane] of this.parked) {
      for (let free = Math.min(most - this.running, MOST_AT_ONCE); free > 0; free -= 1) {
        const first = lane.take(Infinity);
        if (first !== null) released.push(first);
      }
      if (lane.earliestMs() === null) this.parked.delete(queue);
    }
    return released;
  }
}

const MOST_AT_ONCE = 100;
