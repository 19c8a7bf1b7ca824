import { QueryInvalid, type ScheduledJob, type Scheduler } from '@scheduler/contracts';
import { allItems } from '@scheduler/contracts/adapter';
import { z } from 'zod';
import { dateField, integer, queueField, tenantField } from '../../support/input/fields.js';
import { readInput, schemaError } from '../../support/input/read-input.js';
import type { QueueControl } from '../../work/queues/queue-control.js';
import type { RecurrenceEngine } from '@scheduler/recurrence';
import { type Forecast, forecast } from './forecast.js';
import type { SlotsByQueue } from './queue-forecast.js';

export interface ForecastQuery {
  /** The end of the forecast, exclusive; at most a year from now. */
  readonly until: Date;
  /** Only jobs of this tenant. Default: the jobs of all tenants. */
  readonly tenant?: string;
  /** Only jobs of these queues. Default: the jobs of all queues. */
  readonly queues?: readonly string[];
  /** How many runs are computed at most, so that the answer comes soon. Default: 500,000. */
  readonly limit?: number;
}

export interface ForecastParts {
  readonly scheduler: Scheduler;
  readonly queues: Pick<QueueControl, 'stats'>;
  readonly recurrence: RecurrenceEngine;
  /** The store's time. */
  readonly now: () => Promise<Date>;
}

const LONGEST_MS = 366 * 86_400_000;
const PAGE_SIZE = 1_000;

const querySchema = z.strictObject(
  {
    until: dateField,
    tenant: tenantField.optional(),
    queues: z.array(queueField, schemaError('is not a list of queues', 'names of queues')).optional(),
    limit: integer(1, 500_000).optional(),
  },
  schemaError('is not an object', '{ until, tenant, queues, limit }'),
);

/** Reads all active jobs and computes their forecast, with the slots of this node. */
export async function forecastJobs(parts: ForecastParts, query: ForecastQuery): Promise<Forecast> {
  const known = Object.keys(querySchema.shape);
  const read = readInput({ schema: querySchema, value: query, error: QueryInvalid, subject: 'query', known });
  const from = await parts.now();
  checkUntil(read.until, from);
  const [jobs, slots] = await Promise.all([activeJobs(parts, read), slotsOfNode(parts)]);
  const limit = read.limit === undefined ? {} : { limit: read.limit };
  return forecast({ jobs, from, until: read.until, recurrence: parts.recurrence, slots, ...limit });
}

function checkUntil(until: Date, from: Date): void {
  const ahead = until.getTime() - from.getTime();
  if (ahead > 0 && ahead <= LONGEST_MS) return;
  const latest = new Date(from.getTime() + LONGEST_MS);
  throw new QueryInvalid({
    field: 'until',
    value: until,
    problem: ahead > 0 ? 'is too far ahead' : 'is not in the future',
    accepted: `an instant after ${from.toISOString()}, up to ${latest.toISOString()}`,
  });
}

async function activeJobs(
  { scheduler }: ForecastParts,
  { tenant, queues = [] }: Omit<ForecastQuery, 'until'>,
): Promise<readonly ScheduledJob[]> {
  const scoped = tenant === undefined ? scheduler : scheduler.forTenant(tenant);
  return allItems(PAGE_SIZE, (page) =>
    scoped.list({ ...page, statuses: ['active'], queues, sortBy: 'createdAt', sortOrder: 'asc' }),
  );
}

/** The slots of this node by queue, capped by the global limit of the queue. */
async function slotsOfNode({ queues }: ForecastParts): Promise<SlotsByQueue> {
  const statistics = await queues.stats();
  return Object.fromEntries(
    statistics.map(({ queue, concurrency, globalLimit }) => [
      queue,
      concurrency === null || globalLimit === null ? concurrency : Math.min(concurrency, globalLimit),
    ]),
  );
}
