import {
  type AcquiredTokens,
  type AcquireTokens,
  type BucketStatus,
  type BucketTokens,
  type FullAtUs,
  grantedTokens,
  takeTokens,
  type TokenBucket,
  tokenGapUs,
  tokensIn,
  untilTokens,
} from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import type { Row } from '../database/results.js';
import { list, raw, type Sql, sql } from '../sql/sql.js';

/** When the buckets are full again, and the time of the database. */
interface Levels {
  readonly fullAt: ReadonlyMap<string, FullAtUs>;
  readonly nowUs: number;
}

/** Takes tokens from buckets. Missing rows are created first. */
export async function acquireTokens(database: Database, request: AcquireTokens): Promise<AcquiredTokens> {
  const taken = await tryToAcquire(database, request);
  if (taken !== null) return taken;
  for (const { key } of request.buckets) await createBucket(database, key);
  return (await tryToAcquire(database, request)) ?? { granted: 0, retryAfterMs: 0, left: 0 };
}

/** Null: a bucket has no row yet. */
function tryToAcquire(database: Database, request: AcquireTokens): Promise<AcquiredTokens | null> {
  return database.dialect.writableCte
    ? inOneStatement(database, request)
    : database.transaction((on) => inTransaction(database, request, on));
}

/**
 * The commit does not wait for the disk. The claim that the tokens are for comes later in the same write-ahead log, and its commit flushes
 * both. So a crash can only return tokens with which nothing was claimed or settled yet.
 */
const ASYNC_COMMIT = raw("set_config('synchronous_commit', 'off', true) = 'off'");

/** For PostgreSQL. Concurrent callers wait for the row locks, and then see what is left. */
async function inOneStatement(database: Database, request: AcquireTokens): Promise<AcquiredTokens | null> {
  const { dialect, tables } = database;
  const { buckets, wanted, least } = request;
  const source = dialect.source([
    { name: 'name', type: 'text', values: buckets.map(({ key }) => key) },
    { name: 'gap', type: 'int', values: buckets.map((bucket) => tokenGapUs(bucket)) },
    { name: 'span', type: 'int', values: buckets.map((bucket) => bucket.capacity * tokenGapUs(bucket)) },
  ]);
  const now = nowUs(database);
  const rows = await database.rows(
    sql`WITH b AS MATERIALIZED (SELECT t.name, t.full_at FROM ${tables.rateLimits} t WHERE ${dialect.isAnyOf(
      raw('t.name'),
      buckets.map(({ key }) => key),
    )} ORDER BY t.name ${raw(dialect.lock)}),
      d AS (SELECT b.name, s.gap, s.span, LEAST(GREATEST(b.full_at - ${now}, 0), s.span) AS debt FROM b JOIN ${source} ON s.name = b.name),
      a AS (SELECT LEAST(MIN((d.span - d.debt) / d.gap), ${dialect.typed(wanted, 'int')}) AS available, COUNT(*) AS known FROM d),
      g AS (SELECT CASE WHEN a.available < ${dialect.typed(least, 'int')} THEN 0 ELSE a.available END AS granted FROM a WHERE a.known = ${dialect.typed(buckets.length, 'int')} AND ${ASYNC_COMMIT})
      UPDATE ${tables.rateLimits} AS t SET full_at = ${now} + d.debt + g.granted * d.gap FROM d CROSS JOIN g WHERE t.name = d.name RETURNING t.name, t.full_at, ${now} AS now, g.granted`.recurring(),
  );
  const [first] = rows;
  if (first === undefined) return null;
  const levels = levelsOf(rows);
  const granted = Number(first['granted']);
  return { granted, retryAfterMs: untilLeast(request, levels), left: Math.floor(available(buckets, levels)) };
}

async function inTransaction(
  database: Database,
  request: AcquireTokens,
  on: Executor,
): Promise<AcquiredTokens | null> {
  const { buckets, wanted, least } = request;
  const { fullAt, nowUs } = await readLevels(database, buckets, { on, lock: raw(database.dialect.lock) });
  if (fullAt.size < buckets.length) return null;
  const before = available(buckets, { fullAt, nowUs });
  const granted = grantedTokens(before, wanted, least);
  const after = new Map(fullAt);
  for (const bucket of granted === 0 ? [] : buckets) {
    const next = takeTokens(bucket, granted, { fullAtUs: levelOf(fullAt, bucket), nowUs });
    after.set(bucket.key, next);
    await database.write(
      sql`UPDATE ${database.tables.rateLimits} SET full_at = ${next} WHERE name = ${bucket.key}`,
      on,
    );
  }
  return {
    granted,
    retryAfterMs: untilLeast(request, { fullAt: after, nowUs }),
    left: Math.floor(before) - granted,
  };
}

export async function giveBackTokens(database: Database, tokens: readonly BucketTokens[]): Promise<void> {
  const { dialect, tables } = database;
  if (tokens.length === 0) return;
  const source = dialect.source([
    { name: 'name', type: 'text', values: tokens.map(({ bucket }) => bucket.key) },
    { name: 'back', type: 'int', values: tokens.map(({ bucket, count }) => count * tokenGapUs(bucket)) },
  ]);
  await database.write(
    dialect.updatesByJoin
      ? sql`UPDATE ${tables.rateLimits} t JOIN ${source} ON t.name = s.name SET t.full_at = t.full_at - s.back`
      : sql`UPDATE ${tables.rateLimits} AS t SET full_at = t.full_at - s.back FROM ${source} WHERE t.name = s.name`,
  );
}

export async function bucketStatus(
  database: Database,
  buckets: readonly TokenBucket[],
): Promise<readonly BucketStatus[]> {
  if (buckets.length === 0) return [];
  const { fullAt, nowUs } = await readLevels(database, buckets, { lock: raw('') });
  return buckets.map((bucket) => ({
    key: bucket.key,
    tokens: tokensIn(bucket, levelOf(fullAt, bucket), nowUs),
  }));
}

/** The row stays, so that a claim that waits for its lock finds it. */
export async function fillBuckets(database: Database, buckets: readonly TokenBucket[]): Promise<void> {
  if (buckets.length === 0) return;
  await database.write(
    sql`UPDATE ${database.tables.rateLimits} SET full_at = 0 WHERE name IN ${list(buckets.map(({ key }) => key))}`,
  );
}

interface Reading {
  readonly on?: Executor;
  readonly lock: Sql;
}

async function readLevels(
  database: Database,
  buckets: readonly TokenBucket[],
  { on, lock }: Reading,
): Promise<Levels> {
  const rows = await database.rows(
    sql`SELECT name, full_at, ${nowUs(database)} AS now FROM ${database.tables.rateLimits} WHERE name IN ${list(buckets.map(({ key }) => key))} ORDER BY name ${lock}`,
    on,
  );
  return levelsOf(rows);
}

function levelsOf(rows: readonly Row[]): Levels {
  return {
    fullAt: new Map(rows.map((row) => [String(row['name']), Number(row['full_at'])])),
    nowUs: Number(rows[0]?.['now'] ?? 0),
  };
}

/** A bucket without a row was never used, and is full. */
function levelOf(fullAt: Levels['fullAt'], { key }: TokenBucket): FullAtUs {
  return fullAt.get(key) ?? 0;
}

/** The tokens in the emptiest bucket. */
function available(buckets: readonly TokenBucket[], { fullAt, nowUs }: Levels): number {
  return Math.min(...buckets.map((bucket) => tokensIn(bucket, levelOf(fullAt, bucket), nowUs)));
}

function untilLeast({ buckets, least }: AcquireTokens, { fullAt, nowUs }: Levels): number {
  return Math.max(
    ...buckets.map((bucket) => untilTokens(bucket, least, { fullAtUs: levelOf(fullAt, bucket), nowUs })),
  );
}

function nowUs(database: Database): Sql {
  return sql`(${database.now} * 1000)`;
}

async function createBucket(database: Database, key: string): Promise<void> {
  const { dialect, tables } = database;
  try {
    await database.write(
      sql`INSERT INTO ${tables.rateLimits} (name, full_at) SELECT ${dialect.typed(key, 'text')}, 0 WHERE NOT EXISTS (SELECT 1 FROM ${tables.rateLimits} l WHERE l.name = ${key})`,
    );
  } catch (error) {
    // Another node has inserted the row first.
    if (database.duplicate(error) === null) throw error;
  }
}
