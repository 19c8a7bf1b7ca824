/** Tokens that are taken and come back by themselves, evenly: `capacity` of them in `periodMs`. A bucket begins full. */
export interface TokenBucket {
  /** Tells buckets apart, such as `queue:mails`. */
  readonly key: string;
  readonly capacity: number;
  readonly periodMs: number;
}

/**
 * What a store keeps of a bucket is one number: the instant, in microseconds, at which it is full again. Refilling is the passing of
 * time, and taking a token moves the instant on. So no write is needed to refill, and a bucket that was never used is full.
 */
export type FullAtUs = number;

/** Until one more token is there. */
export function tokenGapUs({ capacity, periodMs }: Omit<TokenBucket, 'key'>): number {
  return Math.max(1, Math.round((periodMs * 1_000) / capacity));
}

/** What is missing; never more than all, so that a limit that was changed, or a clock that was set, does not stop it for long. */
function debtUs(bucket: TokenBucket, fullAtUs: FullAtUs, nowUs: number): number {
  return Math.min(Math.max(0, fullAtUs - nowUs), bucket.capacity * tokenGapUs(bucket));
}

/** How many tokens are in it, with fractions: the next one is on its way. */
export function tokensIn(bucket: TokenBucket, fullAtUs: FullAtUs, nowUs: number): number {
  return bucket.capacity - debtUs(bucket, fullAtUs, nowUs) / tokenGapUs(bucket);
}

export function takeTokens(bucket: TokenBucket, count: number, at: BucketAt): FullAtUs {
  return at.nowUs + debtUs(bucket, at.fullAtUs, at.nowUs) + count * tokenGapUs(bucket);
}

/** Until so many tokens are in it; 0 if they are. */
export function untilTokens(bucket: TokenBucket, count: number, { fullAtUs, nowUs }: BucketAt): number {
  const enoughUs = (bucket.capacity - count) * tokenGapUs(bucket);
  return Math.max(0, Math.ceil((debtUs(bucket, fullAtUs, nowUs) - enoughUs) / 1_000));
}

export interface BucketAt {
  readonly fullAtUs: FullAtUs;
  readonly nowUs: number;
}

/** How many of the tokens that are wanted may be taken: as many as there are, but none where `least` are not there. */
export function grantedTokens(available: number, wanted: number, least: number): number {
  const whole = Math.min(wanted, Math.floor(available));
  return whole < least ? 0 : whole;
}
