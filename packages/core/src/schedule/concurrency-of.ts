import { type ConcurrencyLimits, ScheduleInvalid } from '@scheduler/contracts';

export interface RequestedLimits {
  readonly concurrency?: number | null | undefined;
  readonly concurrencyKey?: string | null | undefined;
  readonly concurrencyLimit?: number | undefined;
}

/** One of a key at a time, unless it is asked for more. */
const DEFAULT_LIMIT = 1;

/** The limits that result when a caller asks for something else here and there. One at a time of a job is what overlap is about. */
export function concurrencyOf(base: ConcurrencyLimits, asked: RequestedLimits): ConcurrencyLimits {
  const concurrency = asked.concurrency === undefined ? base.concurrency : asked.concurrency;
  const key = asked.concurrencyKey === undefined ? base.concurrencyKey : asked.concurrencyKey;
  if (key === null && asked.concurrencyLimit !== undefined) refuseWithoutKey(asked.concurrencyLimit);
  return {
    concurrency: concurrency === 1 ? null : concurrency,
    concurrencyKey: key,
    concurrencyLimit:
      key === null ? null : (asked.concurrencyLimit ?? base.concurrencyLimit ?? DEFAULT_LIMIT),
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
