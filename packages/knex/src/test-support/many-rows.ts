import { jobType } from '@scheduler/contracts';
import type { NewExecution } from '@scheduler/contracts/adapter';
import { buildExecution, buildJob, buildOccurrence } from '@scheduler/testing';
import type { TestDatabase } from './test-database.js';

/** The rows of the pattern by what they stand for; together a thousand executions and a thousand jobs, each of which becomes a hundred. */
const OF_BUSY_JOB = 300;
const OF_NO_JOB = 200;
const WAITING_FOR_THEIR_JOB = 300;
const WAITING = 100;
/** Of a type of its own, and before all others. */
const FOREIGN = 30;
const WAITING_UNDER_LIMITS = 50;
const DEAD = 20;
/** Few, as when the statistics of a database were made in a quiet hour. */
const RUNNING = 5;
const JOBS = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The job of all executions of the pattern that wait for their job. */
const JOB = 'job';
/** The job that has had 30,000 executions. */
export const BUSY_JOB = 'busy';
export const LIMITED_QUEUE = 'limited';

export interface FillOptions {
  /** Makes statistics while all that waits for its job still belongs to one job, so that they are wrong when the tables are full. */
  readonly analyzeEarly?: boolean;
}

/**
 * Fills the tables with 100,000 executions and 100,000 jobs: ended ones, half of them of one job, executions of jobs that forbid overlap and
 * other ones that wait, running ones and dead letters. A small pattern is inserted by the store and then copied inside the database.
 */
export async function fillWithManyRows(
  database: TestDatabase,
  now: Date,
  { analyzeEarly = false }: FillOptions = {},
): Promise<void> {
  const store = database.store();
  await store.executions.add({ executions: pattern(now) });
  await store.schedules.add({ jobs: jobPattern(now) });
  const table = () => database.table('executions');
  const created = database.knex.ref('created_at');
  const ended = { status: 'success', started_at: created, finished_at: created, duration_ms: 0 };
  await table().where('id', 'like', 'ended-%').update(ended);
  const dead = { status: 'failed', dead_letter_queue: 'dead', dead_letter_at: created };
  await table()
    .where('id', 'like', 'dead-%')
    .update({ ...ended, ...dead });
  await copy(database, 'executions', {
    id: 'text',
    created_at: 'int',
    occurrence_at: 'int',
    started_at: 'int',
    scheduled_at: 'int',
    finished_at: 'int',
  });
  if (analyzeEarly) await database.analyze();
  await giveEachItsJob(database);
  await store.executions.add({ executions: rows(now, RUNNING, 'running') });
  await store.executions.claimById({ owner: 'node', leaseMs: HOUR, ids: idsOf('running', RUNNING) });
  await copy(database, 'jobs', { id: 'text', name: 'text', live_name: 'text', created_at: 'int' });
}

async function giveEachItsJob(database: TestDatabase): Promise<void> {
  const withId = (column: string) => database.knex.raw(database.concat(column, 'id'));
  const changes = { job_id: withId('job_id'), exclusive_job: withId('exclusive_job') };
  for (const start of idsOf('exclusive', 10)) {
    await database
      .table('executions')
      .where({ exclusive_job: JOB })
      .where('id', 'like', `${start}%`)
      .update(changes);
  }
}

function idsOf(name: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${name}-${index}`);
}

/** Instants of the last days. */
function at(now: Date, index: number): Date {
  return new Date(now.getTime() - 48 * HOUR + index * MINUTE);
}

function rows(now: Date, count: number, name: string, props: Partial<NewExecution> = {}) {
  return idsOf(name, count).map((id, index) =>
    buildExecution(now, { id, createdAt: at(now, index), scheduledAt: at(now, index), ...props }),
  );
}

function pattern(now: Date) {
  const ofBusyJob = { jobId: BUSY_JOB, jobName: BUSY_JOB };
  const exclusive = buildJob(now, { id: JOB, nextRunAt: now });
  return [
    ...rows(now, OF_BUSY_JOB, 'ended-of-job', ofBusyJob),
    ...rows(now, OF_NO_JOB, 'ended-alone'),
    ...idsOf('exclusive', WAITING_FOR_THEIR_JOB).map((id, index) =>
      buildOccurrence(exclusive, at(now, index), { id }),
    ),
    ...rows(now, WAITING, 'waiting'),
    ...rows(now, FOREIGN, 'foreign', { type: jobType('fax'), availableAt: at(now, -1) }),
    ...rows(now, WAITING_UNDER_LIMITS, 'limited', { queue: LIMITED_QUEUE }),
    ...rows(now, DEAD, 'dead'),
  ];
}

function jobPattern(now: Date) {
  return Array.from({ length: JOBS }, (_, index) =>
    buildJob(now, {
      id: `job-${index}`,
      name: `job-${index}`,
      nextRunAt: new Date(now.getTime() + HOUR + index),
    }),
  );
}

/** Rows of the pattern in one statement, so that also a busy machine carries it out long before the server cancels it. */
const COPIED_AT_ONCE = 100;

/** Columns that MariaDB computes. */
const GENERATED: ReadonlySet<string> = new Set(['began_at', 'waiting_tenant']);

/** Copies every row of a table, with a number appended to its texts and added to its instants. */
async function copy(
  database: TestDatabase,
  table: string,
  varying: Readonly<Record<string, 'text' | 'int'>>,
): Promise<void> {
  const name = database.tableName(table);
  const columns = Object.keys(await database.table(table).columnInfo()).filter(
    (column) => !column.endsWith('_guard') && !GENERATED.has(column),
  );
  const values = columns.map((column) => {
    if (varying[column] === undefined) return `e.${column}`;
    return varying[column] === 'int' ? `e.${column} + n.n` : database.concat(`e.${column}`, 'n.n');
  });
  const digits = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ');
  const numbers = `SELECT a.d * 10 + b.d AS n FROM (${digits}) a CROSS JOIN (${digits}) b`;
  const ids = (await database.table(table).select('id')).map(({ id }) => id as string);
  for (let from = 0; from < ids.length; from += COPIED_AT_ONCE) {
    const some = ids.slice(from, from + COPIED_AT_ONCE);
    await database.knex.raw(
      `INSERT INTO ${name} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${name} e CROSS JOIN (${numbers}) n WHERE n.n > 0 AND e.id IN (${some.map(() => '?').join(', ')})`,
      some,
    );
  }
}
