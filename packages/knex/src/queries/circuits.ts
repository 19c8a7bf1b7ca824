import { type Circuit, type CircuitState, StoreUnavailable } from '@scheduler/contracts';
import {
  type AdmitThroughCircuit,
  admitTrials,
  type CircuitAdmission,
  type CircuitChange,
  closedCircuit,
  type RecordInCircuit,
  reportToCircuit,
  resetCircuit,
} from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import type { Row } from '../database/results.js';
import { fromDate, toDate, toDateOrNull, toTextOrNull } from '../rows/values.js';
import { type Sql, sql } from '../sql/sql.js';

/** How often a change is repeated. If several nodes change a circuit at the same time, one of them succeeds in each round. */
const MAX_RACES = 100;

interface StoredCircuit {
  readonly circuit: Circuit;
  /** Null: the circuit has no row yet. */
  readonly revision: number | null;
  readonly now: Date;
}

export async function circuitStates(database: Database): Promise<readonly Circuit[]> {
  const rows = await database.rows(sql`SELECT * FROM ${database.tables.circuits} ORDER BY name`);
  return rows.map(circuitFromRow);
}

export async function admitThroughCircuit(
  database: Database,
  { name, ...terms }: AdmitThroughCircuit,
): Promise<CircuitAdmission> {
  const [change, answer] = await changeCircuit(database, name, ({ circuit, now }) => {
    const { circuit: after, ...admission } = admitTrials(circuit, { ...terms, now });
    return [after, admission];
  });
  return { ...change, ...answer };
}

export async function recordInCircuit(
  database: Database,
  { name, ...report }: RecordInCircuit,
): Promise<CircuitChange> {
  const [change] = await changeCircuit(database, name, ({ circuit, now }) => [
    reportToCircuit(circuit, { ...report, now }),
    null,
  ]);
  return change;
}

export async function resetStoredCircuit(database: Database, name: string): Promise<CircuitChange | null> {
  const [change, isKnown] = await changeCircuit(database, name, ({ circuit, revision }) =>
    revision === null ? [circuit, false] : [resetCircuit(circuit), true],
  );
  return isKnown ? change : null;
}

/** Reads, decides, and writes only if the revision is unchanged, so that no lock is held meanwhile. */
async function changeCircuit<TAnswer>(
  database: Database,
  name: string,
  decide: (stored: StoredCircuit) => readonly [Circuit, TAnswer],
): Promise<readonly [CircuitChange, TAnswer]> {
  for (let races = 0; races < MAX_RACES; races += 1) {
    const stored = await readCircuit(database, name);
    const [circuit, answer] = decide(stored);
    const isWritten = circuit === stored.circuit || (await writeCircuit(database, circuit, stored.revision));
    if (isWritten) return [{ before: stored.circuit.state, circuit }, answer];
  }
  throw new StoreUnavailable(database.dialect.name, `too many nodes change the circuit ${name} at once`, {
    wayOut: 'try again',
  });
}

async function readCircuit(database: Database, name: string): Promise<StoredCircuit> {
  const [row = {}] = await database.rows(
    sql`SELECT c.*, t.now FROM (SELECT ${database.now} AS now) t LEFT JOIN ${database.tables.circuits} c ON c.name = ${name}`,
  );
  const now = toDate(row['now']);
  const isThere = toTextOrNull(row['name']) !== null;
  return isThere
    ? { circuit: circuitFromRow(row), revision: Number(row['revision']), now }
    : { circuit: closedCircuit(name), revision: null, now };
}

/** False: another node has changed the circuit since it was read. */
async function writeCircuit(database: Database, circuit: Circuit, revision: number | null): Promise<boolean> {
  if (revision === null) return insertCircuit(database, circuit);
  const written = await database.write(
    sql`UPDATE ${database.tables.circuits} SET state = ${circuit.state}, generation = ${circuit.generation}, revision = revision + 1, failures = ${circuit.failures}, successes = ${circuit.successes}, trials = ${circuit.trials}, trials_until = ${fromDate(circuit.trialsUntil)}, opened_at = ${fromDate(circuit.openedAt)}, retry_at = ${fromDate(circuit.retryAt)}, error = ${circuit.error} WHERE name = ${circuit.name} AND revision = ${revision}`,
  );
  return written > 0;
}

async function insertCircuit(database: Database, circuit: Circuit): Promise<boolean> {
  try {
    await database.write(insertOf(database, circuit));
    return true;
  } catch (error) {
    if (database.duplicate(error) === null) throw error;
    return false;
  }
}

function insertOf({ tables }: Database, circuit: Circuit): Sql {
  return sql`INSERT INTO ${tables.circuits} (name, state, generation, revision, failures, successes, trials, trials_until, opened_at, retry_at, error) VALUES (${circuit.name}, ${circuit.state}, ${circuit.generation}, 1, ${circuit.failures}, ${circuit.successes}, ${circuit.trials}, ${fromDate(circuit.trialsUntil)}, ${fromDate(circuit.openedAt)}, ${fromDate(circuit.retryAt)}, ${circuit.error})`;
}

function circuitFromRow(row: Row): Circuit {
  return {
    name: String(row['name']),
    state: String(row['state']) as CircuitState,
    generation: Number(row['generation']),
    failures: Number(row['failures']),
    successes: Number(row['successes']),
    trials: Number(row['trials']),
    trialsUntil: toDateOrNull(row['trials_until']),
    openedAt: toDateOrNull(row['opened_at']),
    retryAt: toDateOrNull(row['retry_at']),
    error: toTextOrNull(row['error']),
  };
}
