import { Histogram } from './histogram.js';

/** What is known of a sample: a label has a name of its metric and a text. */
export type Labels = Readonly<Record<string, string>>;

/** Counts by a further label, such as the status of an end. */
export class Tally {
  readonly counts = new Map<string, number>();

  add(label: string): void {
    this.counts.set(label, (this.counts.get(label) ?? 0) + 1);
  }
}

/** Everything that is counted of one queue, type and tenant: one lookup for each message. */
export class WorkSeries {
  started = 0;
  retried = 0;
  rescued = 0;
  deadLetters = 0;
  readonly ended = new Tally();
  readonly skipped = new Tally();
  readonly duration = new Histogram();
  readonly waiting = new Histogram();

  constructor(readonly labels: Labels) {}
}

/** The value of the labels of what comes after the limit. */
export const OTHER = 'other';

/**
 * Series by their key, up to a limit: whoever invents types or tenants without end must not fill the memory of a node and of its Prometheus.
 * What comes later is counted together.
 */
export class BoundedSeries<TSeries> {
  private readonly known = new Map<string, TSeries>();
  private rest: TSeries | null = null;

  constructor(
    private readonly most: number,
    private readonly make: (labels: readonly string[]) => TSeries,
    private readonly labels: number,
  ) {}

  of(...labels: readonly string[]): TSeries {
    const key = labels.join('\u0000');
    const known = this.known.get(key);
    if (known !== undefined) return known;
    if (this.known.size >= this.most)
      return (this.rest ??= this.make(new Array<string>(this.labels).fill(OTHER)));
    const made = this.make(labels);
    this.known.set(key, made);
    return made;
  }

  all(): readonly TSeries[] {
    return this.rest === null ? [...this.known.values()] : [...this.known.values(), this.rest];
  }
}
