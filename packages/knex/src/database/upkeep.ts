import type { StoreUpkeep, UpkeepRequest } from '@scheduler/contracts';
import type { Database } from './database.js';

/** VACUUM and ANALYZE, or what the database has instead, for the tables of this store. */
export class KnexUpkeep implements StoreUpkeep {
  constructor(private readonly database: Database) {}

  async run({ onStatement }: UpkeepRequest = {}): Promise<readonly string[]> {
    const { prefix: _prefix, schema: _schema, migrations: _migrations, ...tables } = this.database.tables;
    const statements = this.database.dialect.upkeep(Object.values(tables).map(({ text }) => text));
    await this.database.withoutTimeouts(async (run) => {
      for (const statement of statements) {
        onStatement?.(statement);
        await run(statement);
      }
    });
    return statements;
  }
}
