import {
  type BusEvent,
  ConfigurationInvalid,
  type DurationInput,
  type Logger,
  silentLogger,
  toMilliseconds,
} from '@scheduler/contracts';
import type { RedisConnectionOptions } from '../connection/connect.js';
import { STREAM_NAMES, type StreamName } from './stream-key.js';

export interface StreamEntry {
  /** The id that Redis gives to the entry. Ids grow from entry to entry. */
  readonly id: string;
  readonly event: BusEvent;
  /** How often the entry was delivered, this time included. */
  readonly deliveries: number;
}

export interface StreamConsumerOptions extends RedisConnectionOptions {
  readonly stream: StreamName;
  /** The consumer group. Each group gets every entry, and each entry goes to one consumer of the group. Usual names: `scheduler-monitors`, `scheduler-workers`. */
  readonly group: string;
  /** The name of this consumer within its group. Consumers that run at the same time need different names. */
  readonly consumer: string;
  /** Handles one entry after the other. An entry is acknowledged after it; if it throws, the entry is delivered again. */
  readonly handle: (entry: StreamEntry) => Promise<void> | void;
  /** Where a new group begins. Default `now`. */
  readonly from?: 'now' | 'oldest';
  /** How many entries are read at once. Default 50. */
  readonly batch?: number;
  /** How long an entry stays with a consumer that does not acknowledge it, or has failed, before it is delivered again. Default `1m`. */
  readonly reclaimAfter?: DurationInput;
  /** How often an entry is delivered before it is given up. Default 5. */
  readonly maxDeliveries?: number;
  /** Logs entries that failed or were given up. Default: nothing is logged. */
  readonly logger?: Logger;
}

export interface ConsumerTerms {
  readonly from: '$' | '0';
  readonly batch: number;
  readonly reclaimAfterMs: number;
  readonly maxDeliveries: number;
  readonly logger: Logger;
}

export function readConsumerOptions(options: StreamConsumerOptions): ConsumerTerms {
  const { stream, from = 'now', batch = 50, maxDeliveries = 5, logger = silentLogger } = options;
  check(STREAM_NAMES.includes(stream), 'stream', stream, STREAM_NAMES.join(' or '));
  for (const field of ['group', 'consumer'] as const)
    check(/\S/.test(options[field] ?? ''), field, options[field], 'a name');
  check(from === 'now' || from === 'oldest', 'from', from, 'now or oldest');
  const counts = { batch, maxDeliveries };
  for (const [field, count] of Object.entries(counts))
    check(Number.isInteger(count) && count > 0, field, count, 'a whole number from 1');
  const reclaimAfterMs = toMilliseconds(options.reclaimAfter ?? '1m', 'reclaimAfter');
  check(reclaimAfterMs > 0, 'reclaimAfter', options.reclaimAfter, "a duration longer than 0, such as '1m'");
  return { from: from === 'now' ? '$' : '0', batch, reclaimAfterMs, maxDeliveries, logger };
}

function check(isValid: boolean, field: string, value: unknown, accepted: string): void {
  if (isValid) return;
  throw new ConfigurationInvalid({ field, value, problem: 'is not valid for a stream consumer', accepted });
}
