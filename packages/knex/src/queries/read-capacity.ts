import type { Database } from '../database/database.js';
import type { Row } from '../database/results.js';
import { toNumberOrNull, toTextOrNull } from '../rows/values.js';
import { list, raw, type Sql, sql } from '../sql/sql.js';
import { jobName, keyName, queueName, Capacity } from './capacity.js';
import { ALL_LIMIT_EPOCHS, createLimitEpochs, type LimitEpoch } from './limit-epochs.js';

export interface ReadCapacity {
  readonly capacity: Capacity;
  readonly epochs: ReadonlyMap<string, LimitEpoch>;
  /** A condition: no limit of the job or key of the execution e is reached. */
  readonly isUnderLimits: Sql;
}

/**
 * Reads what runs, the limit of the queue and the epochs in one statement, so that they belong to one instant. The running rows are
 * counted each time, so that no counter can drift. Null: the queue is paused.
 */
export async function readCapacity(database: Database, queue: string): Promise<ReadCapacity | null> {
  let rows = await readRows(database, queue);
  if (epochRows(rows).length < ALL_LIMIT_EPOCHS.length) {
    await createLimitEpochs(database);
    rows = await readRows(database, queue);
  }
  const settings = rows.find(({ kind }) => kind === 'queue');
  if (settings?.['job_id'] === 'paused') return null;
  const running = rows.filter(({ kind }) => kind === 'running').map(runningOf);
  const capacity = new Capacity(queue, toNumberOrNull(settings?.['total']));
  for (const { count, ...group } of running) {
    if (group.queue === queue) capacity.count(queueName(queue), count);
    if (group.jobId !== null) capacity.count(jobName(group.jobId), count);
    if (group.key !== null) capacity.count(keyName(group.tenant, group.key), count);
  }
  const epochs = epochRows(rows).map((row) => ({ name: String(row['name']), epoch: Number(row['total']) }));
  return {
    capacity,
    epochs: new Map(epochs.map((epoch) => [epoch.name, epoch])),
    isUnderLimits: isUnderLimits(database, capacity, running),
  };
}

function epochRows(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ kind }) => kind === 'epoch');
}

interface Running {
  readonly queue: string;
  readonly jobId: string | null;
  readonly tenant: string;
  readonly key: string | null;
  readonly count: number;
}

function runningOf(row: Row): Running {
  return {
    queue: String(row['name']),
    jobId: toTextOrNull(row['job_id']),
    tenant: String(row['tenant']),
    key: toTextOrNull(row['limit_key']),
    count: Number(row['total']),
  };
}

/** Only running executions that can count for a limit are read: those of the queue, and those with a limit of their job or key. */
function readRows(database: Database, queue: string): Promise<readonly Row[]> {
  const { dialect, tables } = database;
  const nothing = dialect.typed(null, 'text');
  return database.rows(
    sql`SELECT 'epoch' AS kind, name, ${nothing} AS job_id, ${nothing} AS tenant, ${nothing} AS limit_key, epoch AS total FROM ${tables.locks} WHERE name IN ${list(ALL_LIMIT_EPOCHS)}
      UNION ALL SELECT 'queue' AS kind, name, CASE WHEN paused = 1 THEN 'paused' ELSE NULL END AS job_id, ${nothing} AS tenant, ${nothing} AS limit_key, global_limit AS total FROM ${tables.queues} WHERE name = ${queue}
      UNION ALL SELECT 'running' AS kind, queue AS name, job_id, tenant, limit_key, COUNT(*) AS total FROM ${tables.executions} WHERE status = 'running' AND (queue = ${queue} OR job_limit IS NOT NULL OR limit_key IS NOT NULL) GROUP BY queue, job_id, tenant, limit_key`,
  );
}

function isUnderLimits({ dialect }: Database, capacity: Capacity, running: readonly Running[]): Sql {
  const jobs = [...new Set(running.flatMap(({ jobId }) => jobId ?? []))];
  const keys = new Map(
    running.flatMap(({ tenant, key }) =>
      key === null ? [] : [[keyName(tenant, key), { tenant, key }] as const],
    ),
  );
  const runningByJob = dialect.source([
    { name: 'job_id', type: 'text', values: jobs },
    { name: 'running', type: 'int', values: jobs.map((jobId) => capacity.runningUnder(jobName(jobId))) },
  ]);
  const runningByKey = dialect.source([
    { name: 'tenant', type: 'text', values: [...keys.values()].map(({ tenant }) => tenant) },
    { name: 'limit_key', type: 'text', values: [...keys.values()].map(({ key }) => key) },
    { name: 'running', type: 'int', values: [...keys.keys()].map((name) => capacity.runningUnder(name)) },
  ]);
  const fullJob = sql`SELECT 1 FROM ${runningByJob} WHERE s.job_id = e.job_id AND s.running >= e.job_limit`;
  const fullKey = sql`SELECT 1 FROM ${runningByKey} WHERE s.tenant = e.tenant AND s.limit_key = e.limit_key AND s.running >= e.key_limit`;
  return sql`(e.job_limit IS NULL OR ${noneOf(jobs.length, fullJob)}) AND (e.limit_key IS NULL OR ${noneOf(keys.size, fullKey)})`;
}

function noneOf(count: number, full: Sql): Sql {
  return count === 0 ? raw('1 = 1') : sql`NOT EXISTS (${full})`;
}
