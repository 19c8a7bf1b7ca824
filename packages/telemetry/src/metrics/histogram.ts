import { BUCKETS } from './metric-table.js';

/** Counts values by the buckets of durations. */
export class Histogram {
  /** How many fell into each bucket, and beyond the last one. */
  readonly counts: number[] = new Array<number>(BUCKETS.length + 1).fill(0);
  sum = 0;
  count = 0;

  observe(seconds: number): void {
    let bucket = 0;
    while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? Infinity)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.sum += seconds;
    this.count += 1;
  }
}
