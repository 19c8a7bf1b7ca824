import { WaitingLane, type WaitingRecord } from './waiting-lane.js';

/** What limits how many of some executions run at once, and where those wait that would be too many. */
export class ConcurrencyGate<TRecord extends WaitingRecord> {
  running = 0;
  /** Executions that were passed over while enough others ran, by queue. */
  private parked: Map<string, WaitingLane<TRecord>> | null = null;

  park(record: TRecord): void {
    const { queue } = record.execution;
    this.parked ??= new Map();
    let lane = this.parked.get(queue);
    if (lane === undefined) this.parked.set(queue, (lane = new WaitingLane()));
    lane.add(record, record.sortMs);
  }

  /** Of each queue as many as could run now, and at least one; the next claim looks at them again. Empty while the gate is closed. */
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
