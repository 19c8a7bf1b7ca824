import type { EventCheckpoint, SaveCheckpoint } from '@scheduler/contracts/adapter';
import type { JsonObject } from '@scheduler/contracts';
import type { Database } from '../../database/database.js';
import type { Row } from '../../database/results.js';
import { Batch, insertInto } from '../../dialects/batch.js';
import { toTextOrNull } from '../../rows/values.js';
import { type Sql, sql } from '../../sql/sql.js';

export async function readCheckpoints(database: Database, where: Sql): Promise<readonly EventCheckpoint[]> {
  const rows = await database.rows(
    sql`SELECT name, position, state, revision FROM ${database.tables.eventCheckpoints} WHERE ${where} ORDER BY name`,
  );
  return rows.map(checkpointOf);
}

function checkpointOf(row: Row): EventCheckpoint {
  return {
    name: String(row['name']),
    position: toTextOrNull(row['position']),
    state: JSON.parse(String(row['state'])) as JsonObject,
    revision: Number(row['revision']),
  };
}

const COLUMNS = { name: 'text', position: 'text', state: 'text', revision: 'int' } as const;

/** The revision is in the condition, or the name is unique, so that of several writers one wins. */
export async function saveCheckpoint(
  database: Database,
  { name, position, state, expectedRevision }: SaveCheckpoint,
): Promise<boolean> {
  const { dialect, tables } = database;
  const text = JSON.stringify(state);
  if (expectedRevision !== null) {
    const written = await database.write(
      sql`UPDATE ${tables.eventCheckpoints} SET position = ${position}, state = ${text}, revision = revision + 1 WHERE name = ${name} AND revision = ${expectedRevision}`,
    );
    return written > 0;
  }
  const batch = new Batch(
    COLUMNS,
    [{ name, position, state: text, revision: 1 }],
    Object.keys(COLUMNS) as 'name'[],
  );
  try {
    await database.write(insertInto(tables.eventCheckpoints, batch, dialect));
    return true;
  } catch (error) {
    if (database.duplicate(error) === null) throw error;
    return false;
  }
}

export async function deleteCheckpoint(database: Database, name: string): Promise<boolean> {
  const deleted = await database.write(
    sql`DELETE FROM ${database.tables.eventCheckpoints} WHERE name = ${name}`,
  );
  return deleted > 0;
}
