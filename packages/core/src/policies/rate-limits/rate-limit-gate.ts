import {
  type Clock,
  type Execution,
  formatDuration,
  type Logger,
  type Randomness,
} from '@scheduler/contracts';
import type {
  AcquiredTokens,
  AcquireTokens,
  BucketTokens,
  RateLimitRepository,
} from '@scheduler/contracts/adapter';
import {
  type Admission,
  type AdmissionTerms,
  ALL_RUN,
  type Gate,
  type Reservation,
  type WithdrawalTerms,
} from '../gates/gate.js';
import { DeferralSpread } from '../gates/deferral-spread.js';
import { TokenPrefetch, type NotPrefetched } from './token-prefetch.js';
import type { RateLimitBuckets, ScopedBucket } from './rate-limit-buckets.js';

export interface RateLimitGateParts {
  readonly buckets: RateLimitBuckets;
  readonly rateLimits: Pick<RateLimitRepository, 'acquire' | 'giveBack'>;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly logger: Logger;
}

/** An empty bucket is not asked again before its next token is due, but within this time, since others may give tokens back. */
const LONGEST_EMPTY_MS = 1_000;
const LONGEST_WAIT_MS = 300_000;
/** Tokens are acquired before the claim unless those left a moment ago last for so many claims: other nodes take them too. */
const PLENTY_IN_CLAIMS = 10;
const PLENTY_FOR_MS = 1_000;

/** Executions that need tokens of the same buckets. */
interface Group {
  /** The buckets of the queue among them; empty if their tokens were taken before the claim. */
  readonly ofQueue: readonly ScopedBucket[];
  readonly buckets: readonly ScopedBucket[];
  /** The indexes of the executions in the list to admit. */
  readonly indexes: number[];
}

/**
 * Lets executions start as fast as their limits allow. The tokens of queues and of the global limit are acquired before the claim, so that
 * a long queue is worked off by priority and not claimed and deferred over and over; those of types afterwards, when the types are known.
 * While plenty are left, a claim waits for no tokens: all are acquired in one step while the claim is in flight, or, when the type cannot
 * be predicted, after it.
 */
export class RateLimitGate implements Gate {
  private readonly spread: DeferralSpread;
  /** Until when the buckets of a queue are known to be empty, in monotonic time. */
  private readonly emptyUntil = new Map<string, number>();
  /** How many tokens were left in the buckets of a queue, and when. */
  private readonly tokensLeft = new Map<
    readonly ScopedBucket[],
    { readonly count: number; readonly atMs: number }
  >();

  private readonly prefetch: TokenPrefetch;

  constructor(private readonly parts: RateLimitGateParts) {
    this.spread = new DeferralSpread({ ...parts, longestMs: LONGEST_WAIT_MS });
    this.prefetch = new TokenPrefetch({
      buckets: parts.buckets,
      acquire: ({ ofQueue, ofType, count }) =>
        this.acquire(ofQueue, { buckets: [...ofType, ...ofQueue], wanted: count, least: count }),
      giveBack: (buckets, count) => this.giveBack(buckets.map((bucket) => ({ bucket, count }))),
    });
  }

  async reserve({
    queue,
    wanted,
  }: {
    readonly queue: string;
    readonly wanted: number;
  }): Promise<Reservation | null> {
    const { clock } = this.parts;
    const buckets = this.parts.buckets.ofQueue(queue);
    if (buckets.length === 0) return null;
    this.prefetch.end(queue);
    if (this.havePlenty(buckets, wanted)) return this.prefetch.take(queue, wanted);
    const emptyMs = (this.emptyUntil.get(queue) ?? 0) - clock.monotonicMs();
    if (emptyMs > 0) return { granted: 0, retryAfterMs: emptyMs, giveBack: noop };
    const { granted, retryAfterMs } = await this.acquire(buckets, { buckets, wanted, least: 1 });
    if (granted < wanted)
      this.emptyUntil.set(queue, clock.monotonicMs() + Math.min(retryAfterMs, LONGEST_EMPTY_MS));
    const giveBack = (unused: number) => {
      this.emptyUntil.delete(queue);
      return this.giveBack(buckets.map((bucket) => ({ bucket, count: unused })));
    };
    return { granted, retryAfterMs, giveBack };
  }

  appliesTo(execution: Execution): boolean {
    const { buckets } = this.parts;
    return buckets.ofType(execution).length + buckets.ofQueue(execution.queue).length > 0;
  }

  async admit(executions: readonly Execution[], terms: AdmissionTerms): Promise<readonly Admission[]> {
    const { candidates, reserved } = await this.prefetch.use(executions, terms);
    if (candidates.length === 0) return ALL_RUN;
    const answers: Admission[] = executions.map(() => 'run');
    for (const group of this.groupsOf({ candidates, reserved })) {
      const denied = await this.admitGroup(group, answers);
      const waiting = denied.flatMap((index) => executions[index] ?? []);
      // Their type had no tokens, so that they do not need those that were reserved for their queue.
      await this.withdraw(waiting, { reserved, admitted: false });
    }
    return answers;
  }

  async withdraw(executions: readonly Execution[], { reserved, admitted }: WithdrawalTerms): Promise<void> {
    const { buckets } = this.parts;
    const counts = new Map<ScopedBucket, number>();
    for (const execution of executions) {
      const { queue } = execution;
      if (!admitted && reserved.has(queue) && (await this.prefetch.release(execution))) continue;
      const taken = [
        ...(reserved.has(queue) || admitted ? buckets.ofQueue(queue) : []),
        ...(admitted ? buckets.ofType(execution) : []),
      ];
      for (const bucket of taken) counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
    }
    await this.giveBack([...counts].map(([bucket, count]) => ({ bucket, count })));
  }

  private havePlenty(ofQueue: readonly ScopedBucket[], wanted: number): boolean {
    const left = this.tokensLeft.get(ofQueue);
    if (left === undefined || this.parts.clock.monotonicMs() - left.atMs > PLENTY_FOR_MS) return false;
    return left.count >= wanted * PLENTY_IN_CLAIMS;
  }

  private async acquire(ofQueue: readonly ScopedBucket[], request: AcquireTokens): Promise<AcquiredTokens> {
    const acquired = await this.parts.rateLimits.acquire(request);
    if (ofQueue.length > 0)
      this.tokensLeft.set(ofQueue, { count: acquired.left, atMs: this.parts.clock.monotonicMs() });
    return acquired;
  }

  /** The first executions get the tokens; the others are deferred until theirs are expected. Returns the indexes of the deferred ones. */
  private async admitGroup(
    { ofQueue, buckets, indexes }: Group,
    answers: Admission[],
  ): Promise<readonly number[]> {
    const wanted = indexes.length;
    const { granted, retryAfterMs } = await this.acquire(ofQueue, { buckets, wanted, least: 1 });
    const denied = indexes.slice(granted);
    const delays = this.spread.delaysFor({
      key: buckets.map(({ key }) => key).join(' '),
      count: denied.length,
      firstMs: retryAfterMs,
      stepMs: Math.max(...buckets.map(({ periodMs, capacity }) => periodMs / capacity)),
    });
    const message = buckets.map(describe).join(', ');
    denied.forEach((index, position) => {
      answers[index] = { delayMs: delays[position] ?? retryAfterMs, reason: 'rate_limited', message };
    });
    return denied;
  }

  private groupsOf({ candidates, reserved }: NotPrefetched): Iterable<Group> {
    const { buckets } = this.parts;
    const groups = new Map<readonly ScopedBucket[], Map<readonly ScopedBucket[], Group>>();
    const none: readonly ScopedBucket[] = [];
    for (const { index, queue, ofType } of candidates) {
      const ofQueue = reserved.has(queue) ? none : buckets.ofQueue(queue);
      if (ofType.length + ofQueue.length === 0) continue;
      let sameType = groups.get(ofType);
      if (sameType === undefined) groups.set(ofType, (sameType = new Map<readonly ScopedBucket[], Group>()));
      const group = sameType.get(ofQueue);
      if (group === undefined)
        sameType.set(ofQueue, { ofQueue, buckets: [...ofType, ...ofQueue], indexes: [index] });
      else group.indexes.push(index);
    }
    return [...groups.values()].flatMap((sameType) => [...sameType.values()]);
  }

  /** An error is only logged: the bucket refills with time. */
  private async giveBack(tokens: readonly BucketTokens[]): Promise<void> {
    if (tokens.length === 0) return;
    try {
      await this.parts.rateLimits.giveBack({ tokens });
    } catch (error) {
      this.parts.logger.warn('tokens were not given back', { error: String(error) });
    }
  }
}

const noop = async () => undefined;

/** The limit in words, such as `type send_mail: 50 in 1m`. */
function describe({ scope, name, capacity, periodMs }: ScopedBucket): string {
  return `${scope}${name === '' ? '' : ` ${name}`}: ${capacity} in ${formatDuration(periodMs)}`;
}
