import { z } from 'zod';

const whole = (least: number, most: number) => z.int().min(least).max(most);

/** The limits of a handler, with their defaults. */
export const limitsSchema = z.strictObject({
  /** The largest body. Default: 1 MB. */
  bodyBytes: whole(1_024, 100_000_000).default(1_000_000),
  /** How deep a body may be nested. Default: 40, which is a payload of 32 levels inside of a definition. */
  bodyDepth: whole(4, 1_000).default(40),
  /** The longest address, with its query. Default: 8,192. */
  urlLength: whole(256, 100_000).default(8_192),
  /** The size of all headers together. Default: 16,384. */
  headerBytes: whole(1_024, 1_000_000).default(16_384),
  /** Requests of each principal in a minute, on this node. Default: 1,200. */
  requestsPerMinute: whole(1, 10_000_000).default(1_200),
  /** Requests of each principal at once after a pause. Default: 200. */
  requestBurst: whole(1, 1_000_000).default(200),
  /** Event streams of each principal at once, on this node. Default: 5. */
  streams: whole(1, 10_000).default(5),
  /** Bulk actions of each principal that run at once, on this node; counting for a dry run is one of them. Default: 2. */
  bulkActions: whole(1, 1_000).default(2),
  /** How long a stream is silent at most before a heartbeat, in milliseconds. Default: 15,000. */
  heartbeatMs: whole(1_000, 600_000).default(15_000),
});

export type Limits = z.output<typeof limitsSchema>;
export type LimitsInput = z.input<typeof limitsSchema>;
