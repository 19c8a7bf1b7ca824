import {
  type JobStatus,
  type ListedJob,
  type ListJobs,
  type Trigger,
  type TriggerKind,
  trigger,
} from '@scheduler/contracts';
import { inChunks } from '../common/in-chunks.js';
import { pipelined } from '../common/pipelined.js';
import type { FieldValues } from '../common/read-hashes.js';
import type { RedisDatabase } from '../common/redis-database.js';
import { toDate, toDateOrNull, toTextOrNull } from './hash-values.js';
import type { JobField } from './job-hash.js';
import { jobKey } from './job-keys.js';
import { readableDefinition } from './mended-job.js';

const FIELDS: readonly JobField[] = ['name', 'tenant', 'created', 'status', 'next', 'kind', 'event'];

/** What a definition need not be read for. */
const NOT_ASKED = readableDefinition('');

export interface Listed {
  readonly id: string;
  readonly job: ListedJob;
}

/** What filters and orders look at, and no more: payloads may be large, and definitions take time to read. A chunk at a time. */
export async function* readListed(
  { redis, base }: RedisDatabase,
  ids: readonly string[],
  request: ListJobs,
): AsyncGenerator<readonly Listed[]> {
  const fields = asksForDefinition(request) ? [...FIELDS, 'd'] : FIELDS;
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

function asksForDefinition({ types, queues, tags, tagsAll, targetId, createdBy, sortBy }: ListJobs): boolean {
  const lists = [types, queues, tags, tagsAll];
  const asksForList = lists.some((accepted) => accepted !== undefined && accepted.length > 0);
  return asksForList || targetId !== undefined || createdBy !== undefined || sortBy === 'priority';
}

function listedJob(values: readonly string[]): ListedJob {
  const [name = '', tenant = '', created = '', status = '', next = '', kind = '', event = '', definition] =
    values;
  return {
    ...(definition === undefined ? NOT_ASKED : readableDefinition(definition)),
    name,
    tenant: toTextOrNull(tenant),
    createdAt: toDate(created),
    status: status as JobStatus,
    nextRunAt: toDateOrNull(next),
    trigger: kind === 'event' ? trigger.event(event) : ({ kind: kind as TriggerKind } as Trigger),
  };
}
