import type { Execution } from '@scheduler/contracts';
import type { AdmissionTerms, Reservation } from '../gates/gate.js';
import type { RateLimitBuckets, ScopedBucket } from './rate-limit-buckets.js';
import { PrefetchedTokens, type PrefetchedTokensParts } from './prefetched-tokens.js';

export interface TokenPrefetchParts extends PrefetchedTokensParts {
  readonly buckets: RateLimitBuckets;
}

/** The executions that still need tokens after the prefetched ones were used. */
export interface NotPrefetched {
  readonly candidates: readonly Candidate[];
  /** The queues whose own tokens were acquired before. */
  readonly reserved: ReadonlySet<string>;
}

/** An execution to admit. */
export interface Candidate {
  readonly index: number;
  readonly queue: string;
  readonly ofType: readonly ScopedBucket[];
}

/** Acquires tokens while a claim is in flight, on the prediction that it returns the one type that the last claim of its queue returned. */
export class TokenPrefetch {
  /** The buckets of the predicted type, by queue. */
  private readonly expectedTypeBuckets = new Map<string, readonly ScopedBucket[]>();
  private readonly inFlight = new Map<string, PrefetchedTokens>();

  constructor(private readonly parts: TokenPrefetchParts) {}

  /** Null: the type cannot be predicted. */
  take(queue: string, count: number): Reservation | null {
    const ofType = this.expectedTypeBuckets.get(queue);
    if (ofType === undefined) return null;
    const ofQueue = this.parts.buckets.ofQueue(queue);
    const prefetched = new PrefetchedTokens({ ofQueue, ofType, count }, this.parts);
    this.inFlight.set(queue, prefetched);
    return { granted: count, giveBack: (unused) => prefetched.release(unused) };
  }

  /** Forgets the tokens of the last claim of the queue. */
  end(queue: string): void {
    this.inFlight.delete(queue);
  }

  /** Uses the tokens for the claimed executions. Returns those that need more. */
  async use(executions: readonly Execution[], terms: AdmissionTerms): Promise<NotPrefetched> {
    if (await this.useForAll(executions, terms)) return { candidates: [], reserved: terms.reserved };
    const reserved = new Set(terms.reserved);
    const left: Candidate[] = [];
    for (const [queue, candidates] of this.byQueue(executions)) {
      this.rememberType(queue, candidates);
      const prefetched = reserved.has(queue) ? this.inFlight.get(queue) : undefined;
      if (prefetched === undefined) left.push(...candidates);
      else {
        this.end(queue);
        const others = candidates.filter(({ ofType }) => !prefetched.expects(ofType));
        const isUsed = await prefetched.use(others.length);
        left.push(...(isUsed ? others : candidates));
        if (!isUsed) reserved.delete(queue);
      }
    }
    return { candidates: left, reserved };
  }

  /** Gives back the tokens of a claimed execution that does not run. False: nothing was prefetched for it. */
  async release({ queue }: Execution): Promise<boolean> {
    const prefetched = this.inFlight.get(queue);
    await prefetched?.release(1);
    return prefetched !== undefined;
  }

  /** The usual case, at little cost: all executions are of one queue and of the predicted type, and the tokens were acquired. */
  private async useForAll(executions: readonly Execution[], { reserved }: AdmissionTerms): Promise<boolean> {
    const queue = executions[0]?.queue ?? '';
    const prefetched = reserved.has(queue) ? this.inFlight.get(queue) : undefined;
    const { buckets } = this.parts;
    if (prefetched === undefined) return false;
    for (const execution of executions)
      if (execution.queue !== queue || !prefetched.expects(buckets.ofType(execution))) return false;
    if (!(await prefetched.use(0))) return false;
    this.end(queue);
    return true;
  }

  private byQueue(executions: readonly Execution[]): ReadonlyMap<string, readonly Candidate[]> {
    const candidates = new Map<string, Candidate[]>();
    executions.forEach((execution, index) => {
      const { queue } = execution;
      const candidate = { index, queue, ofType: this.parts.buckets.ofType(execution) };
      const known = candidates.get(queue);
      if (known === undefined) candidates.set(queue, [candidate]);
      else known.push(candidate);
    });
    return candidates;
  }

  private rememberType(queue: string, candidates: readonly Candidate[]): void {
    const [first] = candidates;
    if (first === undefined) return;
    if (candidates.every(({ ofType }) => ofType === first.ofType))
      this.expectedTypeBuckets.set(queue, first.ofType);
    else this.expectedTypeBuckets.delete(queue);
  }
}
