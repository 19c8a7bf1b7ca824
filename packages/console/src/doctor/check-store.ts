import type { HealthReport } from '../views/health-report.js';
import { type Check, counted, error, ok, warning } from './check.js';

const SLOW_MS = 1_000;

/** Whether the store answers, and whether its tables are those of this build. */
export function checkStore(report: HealthReport): readonly Check[] {
  return [reachable(report), schema(report)].filter((check) => check !== null);
}

function reachable({ store, schema: { state }, problem }: HealthReport): Check {
  if (store.latencyMs === null && state !== 'mismatch') {
    return error({
      name: 'store',
      message:
        saysItself(problem) ?? `the ${store.name} store does not answer: ${problem?.message ?? 'unknown'}`,
      wayOut: 'is the server up, and does its URL or file name the right place?',
    });
  }
  if (store.latencyMs !== null && store.latencyMs > SLOW_MS) {
    return warning({
      name: 'store',
      message: `the ${store.name} store takes ${store.latencyMs} ms to answer`,
      wayOut: 'look at the load of the database and at the network in between',
    });
  }
  return ok('store', `the ${store.name} store answers`);
}

/** What our adapters say names the store already. Null: somebody else said it. */
function saysItself(problem: HealthReport['problem']): string | null {
  return problem === null || problem.code === 'UNEXPECTED' ? null : problem.message;
}

/** Null: nobody could be asked. */
function schema({ store, schema: { state, pending }, problem }: HealthReport): Check | null {
  if (state === 'unknown') return null;
  if (state === 'none') return ok('migrations', `the ${store.name} store needs no tables`);
  if (state === 'current') return ok('migrations', 'the tables are those of this version');
  return error({
    name: 'migrations',
    message:
      pending.length > 0
        ? `the schema lacks ${counted(pending.length, 'step')}: ${pending.join(', ')}`
        : (problem?.message ?? 'the tables do not fit'),
    wayOut: 'scheduler migrate applies what is missing; what is newer needs a newer version of the packages',
  });
}
