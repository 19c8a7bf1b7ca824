/** A bucket of tokens that refills evenly, by `capacity` tokens in `periodMs`. It starts full. */
export interface TokenBucket {
  /** Identifies the bucket, such as `queue:mails`. */
  readonly key: string;
  readonly capacity: number;
  readonly periodMs: number;
}

/**
 * The stored state of a bucket: the instant, in microseconds, at which it is full again. Taking a token moves the instant forward; time
 * refills the bucket without a write, and a bucket that was never used is full.
 */
export type FullAtUs = number;

/** The microseconds until one more token is available. */
export function tokenGapUs({ capacity, periodMs }: Omit<TokenBucket, 'key'>): number {
  return Math.max(1, Math.round((periodMs * 1_000) / capacity));
}

/** The microseconds until the bucket is full, at most for a whole bucket, so that a changed limit or clock does not block it for long. */
function debtUs(bucket: TokenBucket, fullAtUs: FullAtUs, nowUs: number): number {
  return Math.min(Math.max(0, fullAtUs - nowUs), bucket.capacity * tokenGapUs(bucket));
}

/** How many tokens are in the bucket, with the fraction of the next one. */
export function tokensIn(bucket: TokenBucket, fullAtUs: FullAtUs, nowUs: number): number {
  return bucket.capacity - debtUs(bucket, fullAtUs, nowUs) / tokenGapUs(bucket);
}

export function takeTokens(bucket: TokenBucket, count: number, at: BucketAt): FullAtUs {
  return at.nowUs + debtUs(bucket, at.fullAtUs, at.nowUs) + count * tokenGapUs(bucket);
}

/** The milliseconds until `count` tokens are in the bucket. 0: they are. */
export function untilTokens(bucket: TokenBucket, count: number, { fullAtUs, nowUs }: BucketAt): number {
  const enoughUs = (bucket.capacity - count) * tokenGapUs(bucket);
  return Math.max(0, Math.ceil((debtUs(bucket, fullAtUs, nowUs) - enoughUs) / 1_000));
}

export interface BucketAt {
  readonly fullAtUs: FullAtUs;
  readonly nowUs: number;
}

/** How many of the wanted tokens may be taken: as many as are available, but none if there are fewer than `least`. */
export function grantedTokens(available: number, wanted: number, least: number): number {
  const whole = Math.min(wanted, Math.floor(available));
  return whole < least ? 0 : whole;
}
