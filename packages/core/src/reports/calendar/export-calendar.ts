import { type CalendarExporter, QueryInvalid, type ScheduledJob, type Scheduler } from '@scheduler/contracts';
import { allItems } from '@scheduler/contracts/adapter';
import { z } from 'zod';
import { tenantField } from '../../support/input/fields.js';
import { readInput, schemaError } from '../../support/input/read-input.js';

/** Which jobs a calendar has. Default: all active ones. */
export interface CalendarQuery {
  /** The id or name of one job. */
  readonly job?: string;
  /** Only jobs with all of these tags. */
  readonly tags?: readonly string[];
  /** Only jobs of this tenant. Default: the jobs of all tenants. */
  readonly tenant?: string;
}

export interface CalendarParts {
  readonly scheduler: Scheduler;
  readonly exporter: CalendarExporter;
}

const PAGE_SIZE = 1_000;
const LONGEST = 255;

const nameField = z
  .string(schemaError('is not a text', 'a text'))
  .min(1, schemaError('is empty', 'a text'))
  .max(LONGEST, schemaError('is too long', `at most ${LONGEST} characters`));

const querySchema = z.strictObject(
  {
    job: nameField.optional(),
    tags: z.array(nameField, schemaError('is not a list of tags', "['nightly']")).optional(),
    tenant: tenantField.optional(),
  },
  schemaError('is not an object', '{ job, tags, tenant }'),
);

/** The iCalendar text of the jobs that run by themselves. */
export async function exportCalendar(parts: CalendarParts, query: CalendarQuery): Promise<string> {
  const known = Object.keys(querySchema.shape);
  const read = readInput({ schema: querySchema, value: query, error: QueryInvalid, subject: 'query', known });
  const { scheduler, exporter } = parts;
  const scoped = read.tenant === undefined ? scheduler : scheduler.forTenant(read.tenant);
  return exporter.toICalendar({ jobs: await jobsOf(scoped, read) });
}

async function jobsOf(
  scheduler: Scheduler,
  { job, tags = [] }: Omit<CalendarQuery, 'tenant'>,
): Promise<readonly ScheduledJob[]> {
  if (job === undefined) {
    return allItems(PAGE_SIZE, (page) =>
      scheduler.list({ ...page, statuses: ['active'], tagsAll: tags, sortBy: 'createdAt', sortOrder: 'asc' }),
    );
  }
  const found = await scheduler.get(job);
  return tags.every((tag) => found.tags.includes(tag)) ? [found] : [];
}
