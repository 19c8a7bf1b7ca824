import type { AlertKind, AlertRecord, AlertRecords, ListAlertRecords } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { Batch, insertInto } from '../dialects/batch.js';
import { afterCursor } from '../queries/access/after-cursor.js';
import { deleteRows } from '../queries/access/delete-rows.js';
import { isOneOf } from '../queries/shared/conditions.js';
import { inScope } from '../queries/shared/in-scope.js';
import { ALERT_RECORD_COLUMNS, alertRecordToRow } from '../rows/alert-record-row.js';
import { all, join, raw, type Sql, sql } from '../sql/sql.js';

interface Parts<TRecord extends AlertRecord> {
  readonly database: Database;
  readonly table: Sql;
  readonly kind: AlertKind<TRecord>;
}

type Requests<TRecord extends AlertRecord> = {
  readonly [TVerb in keyof AlertRecords<TRecord>]: Parameters<AlertRecords<TRecord>[TVerb]>[0];
};

/** Records of alerts of one kind, in a table of their own. */
export class KnexAlertRecords<TRecord extends AlertRecord> implements AlertRecords<TRecord> {
  constructor(private readonly parts: Parts<TRecord>) {}

  async add({ record }: Requests<TRecord>['add']): Promise<boolean> {
    const { database, table, kind } = this.parts;
    const batch = new Batch(ALERT_RECORD_COLUMNS, [alertRecordToRow(record, kind)], ['id']);
    return this.unlessTaken(() => database.write(insertInto(table, batch, database.dialect)));
  }

  async save({ record, expectedRevision }: Requests<TRecord>['save']): Promise<boolean> {
    const { database, table, kind } = this.parts;
    const { id, ...row } = alertRecordToRow(record, kind);
    const changes = Object.entries(row).map(([name, value]) => sql`${raw(name)} = ${value}`);
    return this.unlessTaken(() =>
      database.write(
        sql`UPDATE ${table} SET ${join(changes, ', ')} WHERE id = ${id} AND revision = ${expectedRevision}`,
      ),
    );
  }

  async delete({ id, expectedRevision }: Requests<TRecord>['delete']): Promise<boolean> {
    const { database, table } = this.parts;
    const deleted = await database.write(
      sql`DELETE FROM ${table} WHERE id = ${id} AND revision = ${expectedRevision}`,
    );
    return deleted > 0;
  }

  async get({ id, tenant }: Requests<TRecord>['get']): Promise<TRecord | null> {
    const [record] = await this.read([sql`id = ${id}`, inScope(tenant)], 1);
    return record ?? null;
  }

  async list({ tenant, limit, statuses, rule, after }: ListAlertRecords): Promise<readonly TRecord[]> {
    const conditions = [
      inScope(tenant),
      ...isOneOf('status', statuses),
      ...(rule === undefined ? [] : [sql`rule = ${rule}`]),
      ...(after === undefined ? [] : [afterCursor('created_at', { at: after.createdAt, id: after.id })]),
    ];
    return this.read(conditions, limit);
  }

  prune({ before, limit }: Requests<TRecord>['prune']): Promise<number> {
    const { database, table } = this.parts;
    const where = sql`ends_at < ${before.getTime()}`;
    return deleteRows(database, { table, where, orderBy: 'ends_at, id', limit });
  }

  deleteOfTenant({ tenant, limit }: Requests<TRecord>['deleteOfTenant']): Promise<number> {
    const { database, table } = this.parts;
    return deleteRows(database, {
      table,
      where: sql`tenant = ${tenant}`,
      orderBy: 'created_at, id',
      limit,
    });
  }

  private async read(conditions: readonly Sql[], limit: number): Promise<readonly TRecord[]> {
    const { database, table, kind } = this.parts;
    const rows = await database.rows(
      sql`SELECT body FROM ${table} WHERE ${all(conditions)} ORDER BY created_at DESC, id DESC LIMIT ${raw(String(limit))}`,
    );
    return rows.map((row) => kind.fromJson(String(row['body'])));
  }

  /** False: nothing was written, or the id or what is unique is taken. */
  private async unlessTaken(write: () => Promise<number>): Promise<boolean> {
    try {
      return (await write()) > 0;
    } catch (error) {
      if (this.parts.database.duplicate(error) === null) throw error;
      return false;
    }
  }
}
