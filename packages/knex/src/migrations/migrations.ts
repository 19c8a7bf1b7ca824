import type { Dialect } from '../dialects/dialect.js';
import type { Tables } from '../sql/tables.js';
import { tables0001 } from './0001-tables.js';

/** One numbered step. Its statements can be repeated without harm. */
export interface Migration {
  readonly name: string;
  readonly up: readonly string[];
  readonly down: readonly string[];
}

/** Every step of the schema, oldest first. A step that was released never changes. */
export function migrationsOf(dialect: Dialect, { prefix, schema }: Tables): readonly Migration[] {
  const shapes = tables0001.map((shape) => shape(dialect.types));
  const full = (name: string) => `${schema === null ? '' : `${schema}.`}${prefix}${name}`;
  return [
    {
      name: '0001_tables',
      up: shapes.flatMap((shape) => dialect.create(shape, prefix, schema)),
      down: shapes.map(({ name }) => `DROP TABLE IF EXISTS ${full(name)}`).reverse(),
    },
  ];
}
