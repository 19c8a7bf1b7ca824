import type { HealthReport, StoreCapabilities } from '@scheduler/contracts';
import { type Check, counted, error, ok, warning } from './check.js';

/** Checks whether the store answers, and whether its tables are those of this build. */
export function checkStore(report: HealthReport): readonly Check[] {
  return [reachable(report), schema(report)].filter((check) => check !== null);
}

function reachable({ components: { database }, issues }: HealthReport): Check {
  const { name, latencyMs, schema } = database;
  const problem = issues.find(
    ({ component, severity }) => component === 'database' && severity === 'critical',
  );
  if (latencyMs === null && schema.state !== 'mismatch') {
    return error({
      name: 'store',
      // Messages of our adapters name the store already.
      message:
        problem === undefined || problem.code === 'UNEXPECTED'
          ? `the ${name} store does not answer: ${problem?.message ?? 'unknown'}`
          : problem.message,
      wayOut: 'check that the server is running and that the URL or file of the store is right',
    });
  }
  if (issues.some(({ code }) => code === 'STORE_SLOW')) {
    return warning({
      name: 'store',
      message: `the ${name} store takes ${latencyMs} ms to answer`,
      wayOut: 'check the load of the database and the network',
    });
  }
  return ok('store', `the ${name} store answers`);
}

/** Says how many connections this process may open. Null: the store has no server, or does not know. */
export function checkConnections({ name, connections }: StoreCapabilities): Check | null {
  if (connections === undefined) return null;
  const uses = Object.entries(connections.uses).map(([use, count]) => `${count} for ${use}`);
  return ok(
    'connections',
    `a process opens at most ${connections.most} connections to ${name}: ${uses.join(', ')}`,
  );
}

/** Null: the state of the schema is unknown. */
function schema({ components: { database }, issues }: HealthReport): Check | null {
  const { state, pending } = database.schema;
  if (state === 'unknown') return null;
  if (state === 'none') return ok('migrations', `the ${database.name} store needs no tables`);
  if (state === 'current') return ok('migrations', 'the tables are those of this version');
  const problem = issues.find(({ code }) => code === 'SCHEMA_MISMATCH');
  return error({
    name: 'migrations',
    message:
      pending.length > 0
        ? `the schema lacks ${counted(pending.length, 'migration')}: ${pending.join(', ')}`
        : (problem?.message ?? 'the tables do not fit'),
    wayOut: 'scheduler migrate applies missing migrations; newer tables need a newer version of the packages',
  });
}
