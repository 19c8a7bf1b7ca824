import { type ApiKey, ApiKeyAlreadyExists } from '@scheduler/contracts';
import type { ApiKeyRepository, ApiKeyUse, ListApiKeys, RevokeApiKey } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { Batch, insertInto } from '../dialects/batch.js';
import { afterCursor } from '../queries/access/after-cursor.js';
import { deleteRows } from '../queries/access/delete-rows.js';
import { inScope } from '../queries/shared/in-scope.js';
import { API_KEY_COLUMNS, apiKeyFromRow, apiKeyToRow } from '../rows/api-key-row.js';
import { all, raw, type Sql, sql } from '../sql/sql.js';

export class KnexApiKeyRepository implements ApiKeyRepository {
  private readonly table: Sql;

  constructor(private readonly database: Database) {
    this.table = database.tables.apiKeys;
  }

  async add({ key }: { readonly key: ApiKey }): Promise<void> {
    const batch = new Batch(API_KEY_COLUMNS, [apiKeyToRow(key)], ['id']);
    try {
      await this.database.write(insertInto(this.table, batch, this.database.dialect));
    } catch (error) {
      throw this.database.duplicate(error) === null ? error : new ApiKeyAlreadyExists(key.id);
    }
  }

  find({ id }: { readonly id: string }): Promise<ApiKey | null> {
    return this.first(sql`id = ${id}`);
  }

  async list({ tenant, limit, after }: ListApiKeys): Promise<readonly ApiKey[]> {
    const rest =
      after === undefined ? [] : [afterCursor('created_at', { at: after.createdAt, id: after.id })];
    const rows = await this.database.rows(
      sql`SELECT * FROM ${this.table} WHERE ${all([inScope(tenant), ...rest])} ORDER BY created_at DESC, id DESC LIMIT ${raw(String(limit))}`,
    );
    return rows.map(apiKeyFromRow);
  }

  async revoke({ id, tenant, at }: RevokeApiKey): Promise<ApiKey | null> {
    const chosen = sql`id = ${id} AND ${inScope(tenant)}`;
    await this.database.write(
      sql`UPDATE ${this.table} SET revoked_at = ${at.getTime()} WHERE ${chosen} AND revoked_at IS NULL`,
    );
    return this.first(chosen);
  }

  /** One row in each statement, so that no row is locked while another is waited for. */
  async touch({ uses }: { readonly uses: readonly ApiKeyUse[] }): Promise<void> {
    for (const { id, at } of uses)
      await this.database.write(
        sql`UPDATE ${this.table} SET last_used_at = ${at.getTime()} WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < ${at.getTime()})`,
      );
  }

  deleteOfTenant({ tenant, limit }: { readonly tenant: string; readonly limit: number }): Promise<number> {
    const where = sql`tenant = ${tenant}`;
    return deleteRows(this.database, { table: this.table, where, orderBy: 'created_at, id', limit });
  }

  private async first(where: Sql): Promise<ApiKey | null> {
    const [row] = await this.database.rows(sql`SELECT * FROM ${this.table} WHERE ${where}`);
    return row === undefined ? null : apiKeyFromRow(row);
  }
}
