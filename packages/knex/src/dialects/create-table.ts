import type { IndexShape, TableShape } from './dialect.js';

interface Terms {
  readonly prefix: string;
  readonly schema: string | null;
}

/** CREATE TABLE and CREATE INDEX, for databases that support IF NOT EXISTS for both. */
export function createTable(table: TableShape, { prefix, schema }: Terms): readonly string[] {
  const name = `${schema === null ? '' : `${schema}.`}${prefix}${table.name}`;
  const parts = [...table.columns, `PRIMARY KEY (${table.primaryKey.join(', ')})`];
  return [
    `CREATE TABLE IF NOT EXISTS ${name} (\n  ${parts.join(',\n  ')}\n)`,
    ...table.indexes.map((index) => createIndex(index, name, prefix)),
  ];
}

function createIndex({ name, columns, unique, where }: IndexShape, table: string, prefix: string): string {
  const condition = where === null ? '' : ` WHERE ${where}`;
  return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${prefix}${name} ON ${table} (${columns.join(', ')})${condition}`;
}
