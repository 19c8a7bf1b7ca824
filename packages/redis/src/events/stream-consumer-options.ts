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
  /** As Redis numbers it: grows from entry to entry. */
  readonly id: string;
  readonly event: BusEvent;
  /** How often it was given to a consumer, this time included. */
  readonly deliveries: number;
}

export interface StreamConsumerOptions extends RedisConnectionOptions {
  readonly stream: StreamName;
  /** Each group gets every entry, and each entry goes to one consumer of it. Usual: `scheduler-monitors`, `scheduler-workers`. */
  readonly group: string;
  /** Names this consumer within its group; no two that run at the same time have the same name. */
  readonly consumer: string;
  /** One entry after the other. It is acknowledged once this has ended; if it throws, the entry comes again. */
  readonly handle: (entry: StreamEntry) => Promise<void> | void;
  /** Where a group that is new begins. Default `now`. */
  readonly from?: 'now' | 'oldest';
  /** How many entries are taken at once. Default 50. */
  readonly batch?: number;
  /** How long an entry is left to a consumer that does not acknowledge it, or has failed. Default `1m`. */
  readonly reclaimAfter?: DurationInput;
  /** How often an entry is tried before it is given up. Default 5. */
  readonly maxDeliveries?: number;
  /** Told about entries that failed or were given up. Default: nobody is told. */
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
  check(reclaimAfterMs > 0, 'reclaimAfter', options.reclaimAfter, "a time longer than nothing, such as '1m'");
  return { from: from === 'now' ? '$' : '0', batch, reclaimAfterMs, maxDeliveries, logger };
}

function check(isRight: boolean, field: string, value: unknown, accepted: string): void {
  if (isRight) return;
  throw new ConfigurationInvalid({ field, value, problem: 'cannot be that of a stream consumer', accepted });
}
