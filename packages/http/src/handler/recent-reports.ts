import type { Clock } from '@scheduler/contracts';

interface Recent {
  readonly report: Promise<unknown>;
  /** Null: it is being made. */
  until: number | null;
}

/** How many times as long as it took to make a report it is given out again: so that all who look together cost a tenth of a store at most. */
const TIMES = 10;
const LONGEST_MS = 60_000;
const MOST = 200;

/**
 * Reports that cost much and that many look at: everybody who asks for the same one meanwhile gets the same. One that is made at once is made
 * anew each time.
 */
export class RecentReports {
  private readonly reports = new Map<string, Recent>();

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /** @param key says what the report is about, and for whom */
  get<T>(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.reports.get(key);
    if (known !== undefined && (known.until === null || known.until > this.nowMs()))
      return known.report as Promise<T>;
    const began = this.nowMs();
    const report = make();
    const recent: Recent = { report, until: null };
    this.keep(key, recent);
    report.then(
      () => {
        const tookMs = this.nowMs() - began;
        recent.until = began + tookMs + Math.min(LONGEST_MS, TIMES * tookMs);
      },
      // A failure is not kept.
      () => this.reports.delete(key),
    );
    return report;
  }

  private keep(key: string, recent: Recent): void {
    this.reports.delete(key);
    this.reports.set(key, recent);
    const [oldest] = this.reports.keys();
    if (this.reports.size > MOST && oldest !== undefined) this.reports.delete(oldest);
  }

  private nowMs(): number {
    return this.clock.now().getTime();
  }
}
