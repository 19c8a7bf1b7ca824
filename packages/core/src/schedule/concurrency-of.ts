import { type ConcurrencyLimits, ScheduleInvalid } from '@scheduler/contracts';

export interface RequestedLimits {
  readonly concurrency?: number | null | undefined;
  readonly concurrencyKey?: string | null | undefined;
  readonly concurrencyLimit?: number | undefined;
}

/** The default: one execution of a key at a time. */
const DEFAULT_LIMIT = 1;

/** The base limits with those that a caller has set. A concurrency of one is expressed by forbidding overlap. */
export function concurrencyOf(base: ConcurrencyLimits, requested: RequestedLimits): ConcurrencyLimits {
  const concurrency = requested.concurrency === undefined ? base.concurrency : requested.concurrency;
  const key = requested.concurrencyKey === undefined ? base.concurrencyKey : requested.concurrencyKey;
  if (key === null && requested.concurrencyLimit !== undefined) refuseWithoutKey(requested.concurrencyLimit);
  return {
    concurrency: concurrency === 1 ? null : concurrency,
    concurrencyKey: key,
    concurrencyLimit:
      key === null ? null : (requested.concurrencyLimit ?? base.concurrencyLimit ?? DEFAULT_LIMIT),
  };
}

function refuseWithoutKey(value: number): never {
  throw new ScheduleInvalid({
    field: 'concurrencyLimit',
    value,
    problem: 'has no concurrencyKey',
    accepted: "both, such as concurrencyKey: 'customer-7', concurrencyLimit: 3; concurrency limits a job",
  });
}
