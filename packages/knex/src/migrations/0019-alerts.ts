import type { ColumnTypes, Dialect, TableShape } from '../dialects/dialect.js';

interface Step {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

interface Names {
  readonly prefix: string;
  readonly schema: string | null;
}

const TABLES = ['alert_rules', 'alerts', 'alert_silences'] as const;

/**
 * Records of one kind, with what they are found by beside them. What is unique is a digest, because an index of MySQL ignores spaces at the ends
 * of texts. Null stands in nobody's way.
 */
const records = (name: string, { key, word, text, int }: ColumnTypes): TableShape => ({
  name,
  columns: [
    `id ${key} NOT NULL`,
    `tenant ${key} NOT NULL`,
    `revision ${int} NOT NULL`,
    `created_at ${int} NOT NULL`,
    `unique_key ${key}`,
    `status ${word}`,
    `rule ${key}`,
    `ends_at ${int}`,
    `body ${text} NOT NULL`,
  ],
  primaryKey: ['id'],
  indexes: [
    { name: `${name}_unique`, columns: ['unique_key'], unique: true, where: null },
    ...[
      ['created', 'created_at', 'id'],
      ['tenant', 'tenant', 'created_at', 'id'],
      ['status', 'status', 'created_at', 'id'],
      ['ends', 'ends_at', 'id'],
    ].map(([suffix, ...columns]) => ({ name: `${name}_${suffix}`, columns, unique: false, where: null })),
  ],
});

/** Rules of alerts, alerts and silences, and by when a job is expected to succeed. Few jobs have that, and an index finds them. */
export function alerts0019(
  dialect: Dialect,
  full: (name: string) => string,
  { prefix, schema }: Names,
): Step {
  const jobs = full('jobs');
  const index = `${prefix}jobs_expected`;
  const column = `expect_within_ms ${dialect.types.int}`;
  const tables = TABLES.map((name) => records(name, dialect.types));
  const ifMissing = dialect.name === 'postgres' ? 'IF NOT EXISTS ' : '';
  const isMysql = dialect.name === 'mysql';
  const where = ' WHERE expect_within_ms IS NOT NULL';
  return {
    up: [
      ...tables.flatMap((table) => dialect.create(table, prefix, schema)),
      ...(isMysql
        ? [`ALTER TABLE ${jobs} ADD COLUMN ${column}, ADD INDEX ${index} (expect_within_ms)`]
        : [
            `ALTER TABLE ${jobs} ADD COLUMN ${ifMissing}${column}`,
            `CREATE INDEX IF NOT EXISTS ${index} ON ${jobs} (created_at, id)${where}`,
          ]),
    ],
    down: [
      ...(isMysql
        ? [`ALTER TABLE ${jobs} DROP INDEX ${index}, DROP COLUMN expect_within_ms`]
        : [
            `DROP INDEX IF EXISTS ${jobs.replace(/[^.]*$/, index)}`,
            `ALTER TABLE ${jobs} DROP COLUMN expect_within_ms`,
          ]),
      ...[...TABLES].reverse().map((name) => `DROP TABLE IF EXISTS ${full(name)}`),
    ],
  };
}
