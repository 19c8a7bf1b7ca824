import {
  type MigrationState,
  type RowLevelSecurityRequest,
  SchemaMismatch,
  type StoreMigrations,
} from '@scheduler/contracts';
import type { Database, Executor } from '../database/database.js';
import { rowLevelSecurity } from '../row-level-security/row-level-security.js';
import { toDate } from '../rows/values.js';
import { raw, sql } from '../sql/sql.js';
import { type Migration, migrationsOf } from './migrations.js';

/** Applies the numbered migrations of the schema, and records which ones are applied. */
export class KnexMigrations implements StoreMigrations {
  private readonly known: readonly Migration[];

  constructor(private readonly database: Database) {
    this.known = migrationsOf(database.dialect, database.tables);
  }

  async status(): Promise<readonly MigrationState[]> {
    const applied = await this.applied();
    this.refuseNewer([...applied.keys()]);
    return this.known.map(({ name }) => ({ name, appliedAt: applied.get(name) ?? null }));
  }

  async up(): Promise<readonly string[]> {
    const states = await this.status();
    if (states.every(({ appliedAt }) => appliedAt !== null)) return [];
    // The table of applied migrations is created first; the lock keeps two nodes from doing so at the same time.
    return this.database.schemaTransaction((on) =>
      this.withLock(on, async () => {
        for (const statement of this.migrationsTable()) await this.database.rows(raw(statement), on);
        const missing = await this.missing(on);
        for (const migration of missing) await this.apply(migration, on);
        return missing.map(({ name }) => name);
      }),
    );
  }

  private async withLock<T>(on: Executor, work: () => Promise<T>): Promise<T> {
    const lock = this.database.dialect.migrationLock;
    if (lock === null) return work();
    await this.database.rows(raw(lock.take), on);
    try {
      return await work();
    } finally {
      if (lock.release !== null) await this.database.rows(raw(lock.release), on);
    }
  }

  async down(): Promise<string | null> {
    const latest = (await this.status()).findLast(({ appliedAt }) => appliedAt !== null);
    const migration = this.known.find(({ name }) => name === latest?.name);
    if (migration === undefined) return null;
    await this.database.schemaTransaction(async (on) => {
      for (const statement of migration.down) await this.applyStatement(statement, on);
      await this.database.write(
        sql`DELETE FROM ${this.database.tables.migrations} WHERE name = ${migration.name}`,
        on,
      );
    });
    return migration.name;
  }

  async sql({ all }: { readonly all: boolean }): Promise<string> {
    const applied = all ? new Map<string, Date>() : await this.applied();
    const missing = this.known.filter(({ name }) => !applied.has(name));
    const steps = missing.map(({ name, up }) =>
      [`-- ${name}`, ...[...up, this.recordStatement(name)].map((statement) => `${statement};`)].join('\n'),
    );
    return [
      this.migrationsTable()
        .map((statement) => `${statement};`)
        .join('\n'),
      ...steps,
    ].join('\n\n');
  }

  async rowLevelSecurity(request: RowLevelSecurityRequest): Promise<string> {
    return rowLevelSecurity(this.database, request);
  }

  /** Throws SchemaMismatch if tables are missing, older or newer. */
  async check(): Promise<void> {
    const missing = (await this.status()).filter(({ appliedAt }) => appliedAt === null);
    if (missing.length === 0) return;
    const problem =
      missing.length === this.known.length
        ? 'they are missing'
        : `they lack ${missing.map(({ name }) => name).join(', ')}`;
    throw new SchemaMismatch(this.database.dialect.name, problem, 'run `scheduler migrate`');
  }

  private async missing(on: Executor): Promise<readonly Migration[]> {
    const applied = await this.applied(on);
    this.refuseNewer([...applied.keys()]);
    return this.known.filter(({ name }) => !applied.has(name));
  }

  private async apply({ name, up }: Migration, on: Executor): Promise<void> {
    for (const statement of up) await this.applyStatement(statement, on);
    await this.database.rows(raw(this.recordStatement(name)), on);
  }

  /** Without DDL transactions a migration may have failed half-way. Its repetition skips the statements that were applied. */
  private async applyStatement(statement: string, on: Executor): Promise<void> {
    try {
      await this.database.rows(raw(statement), on);
    } catch (error) {
      if (!this.database.dialect.isDoneAlready(error)) throw error;
    }
  }

  private recordStatement(name: string): string {
    const { dialect, tables } = this.database;
    return `INSERT INTO ${tables.migrations.text} (name, applied_at) VALUES ('${name}', ${dialect.now})`;
  }

  private migrationsTable(): readonly string[] {
    const { dialect, tables } = this.database;
    const { key, int } = dialect.types;
    const shape = {
      name: 'migrations',
      columns: [`name ${key} NOT NULL`, `applied_at ${int} NOT NULL`],
      primaryKey: ['name'],
      indexes: [],
    };
    const schema = tables.schema === null ? [] : [`CREATE SCHEMA IF NOT EXISTS ${tables.schema}`];
    return [...schema, ...dialect.create(shape, tables.prefix, tables.schema)];
  }

  private async applied(on?: Executor): Promise<ReadonlyMap<string, Date>> {
    try {
      const rows = await this.database.rows(
        sql`SELECT name, applied_at FROM ${this.database.tables.migrations} ORDER BY name`,
        on,
      );
      return new Map(rows.map((row) => [String(row['name']), toDate(row['applied_at'])]));
    } catch (error) {
      if (error instanceof SchemaMismatch) return new Map();
      throw error;
    }
  }

  private refuseNewer(applied: readonly string[]): void {
    const unknown = applied.filter((name) => !this.known.some((migration) => migration.name === name));
    if (unknown.length === 0) return;
    throw new SchemaMismatch(
      this.database.dialect.name,
      `they are newer than this build (${unknown.join(', ')})`,
      'update @scheduler/knex, or roll the newer steps back with the build that made them',
    );
  }
}
