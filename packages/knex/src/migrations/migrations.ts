import type { ColumnTypes, Dialect, TableShape } from '../dialects/dialect.js';
import type { Tables } from '../sql/tables.js';
import { tables0001 } from './0001-tables.js';
import { admission0002 } from './0002-admission.js';
import { limits0003 } from './0003-limits.js';
import { eventHandlers0004 } from './0004-event-handlers.js';
import { deadLetterIndex0005 } from './0005-dead-letter-index.js';
import { tenants0006 } from './0006-tenants.js';
import { starts0007 } from './0007-starts.js';
import { typeAndHistoryIndexes0008 } from './0008-type-and-history-indexes.js';
import { unknownStatusIndex0009 } from './0009-unknown-status-index.js';
import { workflows0010 } from './0010-workflows.js';
import { access0011 } from './0011-access.js';
import { tenantUsage0012 } from './0012-tenant-usage.js';
import { listIndexes0013 } from './0013-list-indexes.js';
import { traces0014 } from './0014-traces.js';
import { lighterUpdates0017 } from './0017-lighter-updates.js';
import { eventLog0018 } from './0018-event-log.js';
import { alerts0019 } from './0019-alerts.js';

/** One numbered step of the schema. Its statements can be repeated, in case it failed half-way without a transaction. */
export interface Migration {
  readonly name: string;
  readonly up: readonly string[];
  readonly down: readonly string[];
}

type Shape = (types: ColumnTypes) => TableShape;

/** Every step of the schema, oldest first. A step that was released never changes. */
export function migrationsOf(dialect: Dialect, { prefix, schema }: Tables): readonly Migration[] {
  const full = (name: string) => `${schema === null ? '' : `${schema}.`}${prefix}${name}`;
  const newTables = (name: string, shapes: readonly Shape[]): Migration => {
    const tables = shapes.map((shape) => shape(dialect.types));
    return {
      name,
      up: tables.flatMap((table) => dialect.create(table, prefix, schema)),
      down: tables.map((table) => `DROP TABLE IF EXISTS ${full(table.name)}`).reverse(),
    };
  };
  return [
    newTables('0001_tables', tables0001),
    { name: '0002_admission', ...admission0002(dialect, full, prefix) },
    newTables('0003_limits', limits0003),
    { name: '0004_event_handlers', ...eventHandlers0004(dialect, full, prefix) },
    { name: '0005_dead_letter_index', ...deadLetterIndex0005(dialect, full, prefix) },
    { name: '0006_tenants', ...tenants0006(dialect, full) },
    { name: '0007_starts', ...starts0007(dialect, full) },
    {
      name: '0008_type_and_history_indexes',
      ...typeAndHistoryIndexes0008(dialect, full, prefix),
    },
    { name: '0009_unknown_status_index', ...unknownStatusIndex0009(dialect, full, prefix) },
    { name: '0010_workflows', ...workflows0010(dialect, full, { prefix, schema }) },
    newTables('0011_access', access0011),
    { name: '0012_tenant_usage', ...tenantUsage0012(dialect, full, prefix) },
    { name: '0013_list_indexes', ...listIndexes0013(dialect, full, prefix) },
    { name: '0014_traces', ...traces0014(dialect, full) },
    { name: '0017_lighter_updates', ...lighterUpdates0017(dialect, full, prefix) },
    { name: '0018_event_log', ...eventLog0018(dialect, full, { prefix, schema }) },
    { name: '0019_alerts', ...alerts0019(dialect, full, { prefix, schema }) },
  ];
}
