import type { HealthReport } from '@scheduler/contracts';
import { type Check, counted, error, ok, warning } from './check.js';

/** Whether the store answers, and whether its tables are those of this build. */
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
      // What our adapters say names the store already.
      message:
        problem === undefined || problem.code === 'UNEXPECTED'
          ? `the ${name} store does not answer: ${problem?.message ?? 'unknown'}`
          : problem.message,
      wayOut: 'is the server up, and does its URL or file name the right place?',
    });
  }
  if (issues.some(({ code }) => code === 'STORE_SLOW')) {
    return warning({
      name: 'store',
      message: `the ${name} store takes ${latencyMs} ms to answer`,
      wayOut: 'look at the load of the database and at the network in between',
    });
  }
  return ok('store', `the ${name} store answers`);
}

/** Null: nobody could be asked. */
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
        ? `the schema lacks ${counted(pending.length, 'step')}: ${pending.join(', ')}`
        : (problem?.message ?? 'the tables do not fit'),
    wayOut: 'scheduler migrate applies what is missing; what is newer needs a newer version of the packages',
  });
}
