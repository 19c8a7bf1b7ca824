import { type JobStatus, type Trigger, trigger, type TriggerKind } from '@scheduler/contracts';
import type { ListedJob, ListJobs } from '@scheduler/contracts/adapter';
import { inChunks } from '../database/in-chunks.js';
import { pipelined } from '../database/pipelined.js';
import type { FieldValues } from '../database/read-hashes.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { toDate, toDateOrNull, toTextOrNull } from '../database/hash-values.js';
import type { JobField } from '../jobs/job-hash.js';
import { jobKey } from '../jobs/job-keys.js';
import { readableDefinition } from '../jobs/corrupt-job.js';

const FIELDS: readonly JobField[] = ['name', 'tenant', 'created', 'status', 'next', 'kind', 'event'];

/** A placeholder for requests that do not need the definition. */
const NO_DEFINITION = readableDefinition('');

export interface Listed {
  readonly id: string;
  readonly job: ListedJob;
}

/** Reads, in chunks, the fields that filters and sorting need. Others are not read: payloads may be large, and definitions take time to parse. */
export async function* readListed(
  { redis, base }: RedisDatabase,
  ids: readonly string[],
  request: ListJobs,
): AsyncGenerator<readonly Listed[]> {
  const fields = needsDefinition(request) ? [...FIELDS, 'd'] : FIELDS;
  for (const chunk of inChunks(ids)) {
    const answers = await pipelined<string, FieldValues>(redis, chunk, (pipeline, id) =>
      pipeline.hmget(`${base}${jobKey(id)}`, ...fields),
    );
    yield answers.flatMap((values, index) => {
      const isGone = values.every((value) => value === null);
      return isGone ? [] : [{ id: chunk[index] ?? '', job: listedJob(values.map((value) => value ?? '')) }];
    });
  }
}

function needsDefinition({
  expected,
  types,
  queues,
  tags,
  tagsAll,
  targetId,
  createdBy,
  sortBy,
}: ListJobs): boolean {
  const lists = [types, queues, tags, tagsAll];
  const hasListFilter = lists.some((accepted) => accepted !== undefined && accepted.length > 0);
  return (
    hasListFilter ||
    expected !== undefined ||
    targetId !== undefined ||
    createdBy !== undefined ||
    sortBy === 'priority'
  );
}

function listedJob(values: readonly string[]): ListedJob {
  const [name = '', tenant = '', created = '', status = '', next = '', kind = '', event = '', definition] =
    values;
  return {
    ...(definition === undefined ? NO_DEFINITION : readableDefinition(definition)),
    name,
    tenant: toTextOrNull(tenant),
    createdAt: toDate(created),
    status: status as JobStatus,
    nextRunAt: toDateOrNull(next),
    trigger: kind === 'event' ? trigger.event(event) : ({ kind: kind as TriggerKind } as Trigger),
  };
}
