import { createHash } from 'node:crypto';
import { StoreUnavailable } from '@scheduler/contracts';
import {
  type BeginIdempotent,
  type CompleteIdempotent,
  type IdempotencyEntry,
  type IdempotencyHold,
  type IdempotencyRepository,
  type IdempotencyState,
  type PruneIdempotent,
  stateForRequest,
} from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { deleteRows } from '../queries/access/delete-rows.js';
import { idempotencyEntryFromRow } from '../rows/idempotency-row.js';
import { fromTenant, toDate } from '../rows/values.js';
import { type Sql, sql } from '../sql/sql.js';

/** Each round that does not end it means that another request has changed the entry meanwhile. */
const MOST_ROUNDS = 50;

export class KnexIdempotencyRepository implements IdempotencyRepository {
  private readonly table: Sql;

  constructor(private readonly database: Database) {
    this.table = database.tables.idempotencyKeys;
  }

  /** The primary key decides which of several requests is the first, and what was read decides which one takes an entry over. */
  async begin(request: BeginIdempotent): Promise<IdempotencyState> {
    const id = idOf(request);
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      if (await this.insert(id, request)) return { kind: 'new' };
      const found = await this.read(id);
      if (found === null) continue;
      const state = stateForRequest(found.entry, request, found.now);
      if (state.kind !== 'new' || (await this.takeOver(id, request, found.entry))) return state;
    }
    throw new StoreUnavailable(this.database.dialect.name, 'an idempotency key changes all the time', {
      wayOut: 'repeat the request later',
    });
  }

  async complete({ response, ...hold }: CompleteIdempotent): Promise<boolean> {
    const { status, headers, body } = response;
    const written = await this.database.write(
      sql`UPDATE ${this.table} SET status = ${status}, headers = ${JSON.stringify(headers)}, body = ${body} WHERE id = ${idOf(hold)} AND holder = ${hold.holder}`,
    );
    return written > 0;
  }

  async abandon(hold: IdempotencyHold): Promise<void> {
    await this.database.write(
      sql`DELETE FROM ${this.table} WHERE id = ${idOf(hold)} AND holder = ${hold.holder} AND status IS NULL`,
    );
  }

  prune({ before, limit }: PruneIdempotent): Promise<number> {
    const where = sql`expires_at < ${before.getTime()}`;
    return deleteRows(this.database, { table: this.table, where, orderBy: 'expires_at', limit });
  }

  deleteOfTenant({ tenant, limit }: { readonly tenant: string; readonly limit: number }): Promise<number> {
    const where = sql`tenant = ${tenant}`;
    return deleteRows(this.database, { table: this.table, where, orderBy: 'id', limit });
  }

  /** False: there is an entry already. */
  private async insert(id: string, request: BeginIdempotent): Promise<boolean> {
    const { tenant, requestHash, holder } = request;
    const { lockedUntil, expiresAt } = this.times(request);
    try {
      await this.database.write(
        sql`INSERT INTO ${this.table} (id, tenant, request_hash, holder, locked_until, expires_at) VALUES (${id}, ${fromTenant(tenant)}, ${requestHash}, ${holder}, ${lockedUntil}, ${expiresAt})`,
      );
      return true;
    } catch (error) {
      if (this.database.duplicate(error) === null) throw error;
      return false;
    }
  }

  private async read(id: string): Promise<{ readonly entry: IdempotencyEntry; readonly now: Date } | null> {
    const [row] = await this.database.rows(
      sql`SELECT k.*, ${this.database.now} AS store_now FROM ${this.table} k WHERE id = ${id}`,
    );
    return row === undefined ? null : { entry: idempotencyEntryFromRow(row), now: toDate(row['store_now']) };
  }

  /** False: the entry is not as it was read any more. */
  private async takeOver(id: string, request: BeginIdempotent, read: IdempotencyEntry): Promise<boolean> {
    const { tenant, requestHash, holder } = request;
    const { lockedUntil, expiresAt } = this.times(request);
    const asRead = sql`holder = ${read.holder} AND locked_until = ${read.lockedUntil.getTime()} AND expires_at = ${read.expiresAt.getTime()} AND status IS ${read.response === null ? sql`NULL` : sql`NOT NULL`}`;
    const written = await this.database.write(
      sql`UPDATE ${this.table} SET tenant = ${fromTenant(tenant)}, request_hash = ${requestHash}, holder = ${holder}, locked_until = ${lockedUntil}, expires_at = ${expiresAt}, status = NULL, headers = NULL, body = NULL WHERE id = ${id} AND ${asRead}`,
    );
    return written > 0;
  }

  private times({ lockMs, ttlMs }: BeginIdempotent) {
    const { now } = this.database;
    return { lockedUntil: sql`${now} + ${lockMs}`, expiresAt: sql`${now} + ${ttlMs}` };
  }
}

/** A digest of both, which no collation can mistake. The length separates them, whatever characters they have. */
function idOf({ scope, key }: Pick<IdempotencyHold, 'scope' | 'key'>): string {
  return createHash('sha256').update(`${scope.length}:${scope}${key}`).digest('hex');
}
