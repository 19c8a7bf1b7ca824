import type { Execution } from '@scheduler/contracts';
import type { AdmissionTerms, Reservation } from '../gates/gate.js';
import type { RateLimitBuckets, ScopedBucket } from './rate-limit-buckets.js';
import { PrefetchedTokens, type PrefetchedTokensParts } from './prefetched-tokens.js';

export interface TokenPrefetchParts extends PrefetchedTokensParts {
  readonly buckets: RateLimitBuckets;
}

/** What is still to be asked for after guessed tokens were used. */
export interface NotPrefetched {
  readonly candidates: readonly Candidate[];
  /** The queues whose own tokens were taken before. */
  readonly reserved: ReadonlySet<string>;
}

/** One of the executions that are asked about. */
export interface Candidate {
  readonly index: number;
  readonly queue: string;
  readonly ofType: readonly ScopedBucket[];
}

/** Takes tokens while a claim is under way, as if it brought the type that all of the last claim of its queue had. */
export class TokenPrefetch {
  /** The buckets of that type, by queue. */
  private readonly expectedTypeBuckets = new Map<string, readonly ScopedBucket[]>();
  private readonly inFlight = new Map<string, PrefetchedTokens>();

  constructor(private readonly parts: TokenPrefetchParts) {}

  /** Null: nothing can be guessed. */
  take(queue: string, count: number): Reservation | null {
    const ofType = this.expectedTypeBuckets.get(queue);
    if (ofType === undefined) return null;
    const ofQueue = this.parts.buckets.ofQueue(queue);
    const ahead = new PrefetchedTokens({ ofQueue, ofType, count }, this.parts);
    this.inFlight.set(queue, ahead);
    return { granted: count, giveBack: (unused) => ahead.release(unused) };
  }

  /** The last claim of the queue is over. */
  end(queue: string): void {
    this.inFlight.delete(queue);
  }

  /** For what the claim brought. */
  async use(executions: readonly Execution[], terms: AdmissionTerms): Promise<NotPrefetched> {
    if (await this.useForAll(executions, terms)) return { candidates: [], reserved: terms.reserved };
    const reserved = new Set(terms.reserved);
    const left: Candidate[] = [];
    for (const [queue, places] of this.byQueue(executions)) {
      this.rememberType(queue, places);
      const ahead = reserved.has(queue) ? this.inFlight.get(queue) : undefined;
      if (ahead === undefined) left.push(...places);
      else {
        this.end(queue);
        const others = places.filter(({ ofType }) => !ahead.expects(ofType));
        const isUsed = await ahead.use(others.length);
        left.push(...(isUsed ? others : places));
        if (!isUsed) reserved.delete(queue);
      }
    }
    return { candidates: left, reserved };
  }

  /** One that the claim brought is not asked about. False: nothing was guessed for it. */
  async release({ queue }: Execution): Promise<boolean> {
    const ahead = this.inFlight.get(queue);
    await ahead?.release(1);
    return ahead !== undefined;
  }

  /** The usual case, without looking at each: they are of one queue, all as expected, and the tokens were there. */
  private async useForAll(
    executions: readonly Execution[],
    { reserved }: AdmissionTerms,
  ): Promise<boolean> {
    const queue = executions[0]?.queue ?? '';
    const ahead = reserved.has(queue) ? this.inFlight.get(queue) : undefined;
    const { buckets } = this.parts;
    if (ahead === undefined) return false;
    for (const execution of executions)
      if (execution.queue !== queue || !ahead.expects(buckets.ofType(execution.type))) return false;
    if (!(await ahead.use(0))) return false;
    this.end(queue);
    return true;
  }

  private byQueue(executions: readonly Execution[]): ReadonlyMap<string, readonly Candidate[]> {
    const places = new Map<string, Candidate[]>();
    executions.forEach(({ type, queue }, index) => {
      const place = { index, queue, ofType: this.parts.buckets.ofType(type) };
      const own = places.get(queue);
      if (own === undefined) places.set(queue, [place]);
      else own.push(place);
    });
    return places;
  }

  private rememberType(queue: string, places: readonly Candidate[]): void {
    const [first] = places;
    if (first === undefined) return;
    if (places.every(({ ofType }) => ofType === first.ofType)) this.expectedTypeBuckets.set(queue, first.ofType);
    else this.expectedTypeBuckets.delete(queue);
  }
}
