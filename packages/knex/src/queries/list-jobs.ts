import { type JobSortField, type Page, type ScheduledJob, trigger } from '@scheduler/contracts';
import type { JobFilter, ListJobs } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import type { Dialect } from '../dialects/dialect.js';
import { readableJob } from '../rows/corrupt-job.js';
import { triggerToJson } from '../rows/trigger-json.js';
import { fromTenant } from '../rows/values.js';
import { all, join, list, raw, type Sql, sql } from '../sql/sql.js';
import { isBetween, isOneOf } from './shared/conditions.js';
import { inScope } from './shared/in-scope.js';
import { readPage } from './shared/page.js';

export function listJobs(database: Database, request: ListJobs): Promise<Page<ScheduledJob>> {
  return readPage(database, {
    table: database.tables.jobs,
    where: all([inScope(request.tenant, 'e'), ...conditions(request, database.dialect)]),
    orderBy: orderBy(request),
    limit: request.limit,
    offset: request.offset,
    read: readableJob,
  });
}

function conditions(filter: JobFilter, dialect: Dialect): readonly Sql[] {
  return [
    ...isOneOf('e.type', filter.types),
    ...isOneOf('e.trigger_kind', filter.triggers),
    ...waitsFor(filter.events),
    ...isOneOf('e.status', filter.statuses),
    ...isOneOf('e.queue', filter.queues),
    ...isOneOf('e.tenant', filter.owners?.map(fromTenant)),
    ...hasTags(filter, dialect),
    ...isBetween('e.created_at', filter.createdAfter, filter.createdBefore),
    ...isBetween('e.next_run_at', filter.nextRunAfter, filter.nextRunBefore),
    ...(filter.nameContains === undefined
      ? []
      : [dialect.contains(raw('e.name_lower'), filter.nameContains.toLowerCase())]),
    ...(filter.targetId === undefined ? [] : [sql`e.target_id = ${filter.targetId}`]),
    ...(filter.expected === undefined ? [] : [raw('e.expect_within_ms IS NOT NULL')]),
    ...(filter.createdBy === undefined ? [] : [sql`e.created_by = ${filter.createdBy}`]),
  ];
}

/** Uses the index of event triggers, whose JSON is one of two for all jobs that wait for an event. */
function waitsFor(events: readonly string[] = []): readonly Sql[] {
  const specs = events.flatMap((name) => [
    triggerToJson(trigger.event(name)),
    triggerToJson(trigger.event(name, { allTenants: true })),
  ]);
  return specs.length === 0 ? [] : [sql`e.trigger_kind = 'event' AND e.trigger_spec IN ${list(specs)}`];
}

function hasTags({ tags = [], tagsAll = [] }: JobFilter, dialect: Dialect): readonly Sql[] {
  const any = tags.map((tag) => hasTag(tag, dialect));
  return [
    ...(any.length === 0 ? [] : [sql`(${join(any, ' OR ')})`]),
    ...tagsAll.map((tag) => hasTag(tag, dialect)),
  ];
}

/** A tag starts after the bracket or a comma of the JSON list. Quotes inside of tags are escaped, so that they cannot be mistaken for it. */
function hasTag(tag: string, dialect: Dialect): Sql {
  const text = JSON.stringify(tag);
  const column = raw('e.tags');
  return sql`(${dialect.contains(column, `[${text}`)} OR ${dialect.contains(column, `,${text}`)})`;
}

const SORT_COLUMNS: Readonly<Record<JobSortField, string>> = {
  createdAt: 'e.created_at',
  nextRunAt: 'e.next_run_at',
  name: 'e.name',
  priority: 'e.priority',
};

/** Jobs without a next run come last, in either order. */
function orderBy({ sortBy, sortOrder }: ListJobs): Sql {
  const column = SORT_COLUMNS[sortBy];
  const direction = sortOrder === 'asc' ? 'ASC' : 'DESC';
  const nullsLast = sortBy === 'nextRunAt' ? `CASE WHEN ${column} IS NULL THEN 1 ELSE 0 END, ` : '';
  return raw(`${nullsLast}${column} ${direction}, e.id ASC`);
}
