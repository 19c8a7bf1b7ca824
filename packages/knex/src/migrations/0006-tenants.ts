import type { Dialect } from '../dialects/dialect.js';

interface Step {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

/** Event handlers that handle the events of all tenants, and room for the name of a tenant before the names of limits and circuits. */
export function tenants0006(dialect: Dialect, full: (name: string) => string): Step {
  const [handlers, limits, circuits] = [full('event_handlers'), full('rate_limits'), full('circuits')];
  const column = `all_tenants ${dialect.types.small} NOT NULL DEFAULT 0`;
  if (dialect.name === 'mysql')
    return {
      up: [
        `ALTER TABLE ${handlers} ADD COLUMN ${column}`,
        ...[limits, circuits].map((table) => `ALTER TABLE ${table} MODIFY name varchar(511) NOT NULL`),
      ],
      down: [
        // Longer names are those of tenants, whose limits and circuits begin anew.
        ...[limits, circuits].map((table) => `DELETE FROM ${table} WHERE CHAR_LENGTH(name) > 255`),
        ...[limits, circuits].map((table) => `ALTER TABLE ${table} MODIFY name varchar(255) NOT NULL`),
        `ALTER TABLE ${handlers} DROP COLUMN all_tenants`,
      ],
    };
  const ifMissing = dialect.name === 'postgres' ? 'IF NOT EXISTS ' : '';
  return {
    up: [`ALTER TABLE ${handlers} ADD COLUMN ${ifMissing}${column}`],
    down: [`ALTER TABLE ${handlers} DROP COLUMN all_tenants`],
  };
}
