import type { ColumnTypes, Dialect, TableShape } from '../dialects/dialect.js';
import { eventPosition } from './event-position.js';

interface Step {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

interface Place {
  readonly prefix: string;
  readonly schema: string | null;
}

const state = ({ key, text }: ColumnTypes): TableShape => ({
  name: 'event_log_state',
  columns: [`name ${key} NOT NULL`, `value ${text}`],
  primaryKey: ['name'],
  indexes: [],
});

const checkpoints = ({ key, text, int }: ColumnTypes): TableShape => ({
  name: 'event_checkpoints',
  columns: [`name ${key} NOT NULL`, `position ${key}`, `state ${text} NOT NULL`, `revision ${int} NOT NULL`],
  primaryKey: ['name'],
  indexes: [],
});

/**
 * The events of one step that have their tenant, their job and their day in common. What has no job or no tenant is in none of the indexes for
 * them, so that applications without them do not pay for them.
 */
const log = (
  { key, text, int }: ColumnTypes,
  position: readonly string[],
  primaryKey: string,
): TableShape => ({
  name: 'event_log',
  columns: [
    ...position,
    `tenant ${key} NOT NULL`,
    `job_id ${key}`,
    `day ${int} NOT NULL`,
    `total ${int} NOT NULL`,
    `skipped ${int} NOT NULL DEFAULT 0`,
    `events ${text} NOT NULL`,
  ],
  primaryKey: [primaryKey],
  indexes: [
    index('event_log_job', ['job_id', 'position'], 'job_id IS NOT NULL'),
    index('event_log_tenant', ['tenant', 'position'], "tenant <> ''"),
    index('event_log_day', ['day', 'position'], null),
  ],
});

function index(name: string, columns: readonly string[], where: string | null) {
  return { name, columns, unique: false, where };
}

/**
 * The event log and what its readers remember. The tables stay empty where the log is off.
 *
 * Settings of a queue that are as usual again are still listed, as on other stores, although the row of a queue may exist only to mark it as
 * limited: so the row says that somebody has changed them.
 */
export function eventLog0018(dialect: Dialect, full: (name: string) => string, place: Place): Step {
  const tables = [state, checkpoints].map((shape) => shape(dialect.types));
  const created = tables.flatMap((table) => dialect.create(table, place.prefix, place.schema));
  const [up, down] = logOf(dialect, full, place);
  const ifMissing = dialect.name === 'postgres' ? 'IF NOT EXISTS ' : '';
  const changed = `changed ${dialect.types.small} NOT NULL DEFAULT 0`;
  return {
    up: [...created, ...up, `ALTER TABLE ${full('queues')} ADD COLUMN ${ifMissing}${changed}`],
    down: [
      `ALTER TABLE ${full('queues')} DROP COLUMN changed`,
      `DROP TABLE IF EXISTS ${full('event_log')}`,
      ...down,
      ...tables.map(({ name }) => `DROP TABLE IF EXISTS ${full(name)}`).reverse(),
    ],
  };
}

type Statements = readonly [up: readonly string[], down: readonly string[]];

function logOf(dialect: Dialect, full: (name: string) => string, { prefix, schema }: Place): Statements {
  const { types } = dialect;
  const create = (table: TableShape) => dialect.create(table, prefix, schema);
  if (dialect.name === 'postgres') {
    const position = `position ${types.key} NOT NULL DEFAULT ${full('event_position')}()`;
    const { up, down } = eventPosition(full, schema);
    return [[...up, ...create(log(types, [position], 'position'))], down];
  }
  if (dialect.name === 'mysql')
    return [
      create({
        ...log(types, [`id ${types.serial}`, `position ${types.int} NOT NULL DEFAULT 0`], 'id'),
        indexes: [
          index('event_log_position', ['position'], null),
          ...log(types, [], 'id').indexes.map((one) => ({ ...one, where: null })),
        ],
      }),
      [],
    ];
  // A position that was deleted is not given again, which SQLite promises only where it is said with the column.
  const [table = '', ...indexes] = create(
    log(types, ['position integer PRIMARY KEY AUTOINCREMENT'], 'position'),
  );
  return [[table.replace(/,\s*PRIMARY KEY \(position\)/, ''), ...indexes], []];
}
