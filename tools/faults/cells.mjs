import { startServices } from '@scheduler/services';
import { STORES } from './harness/database.mjs';
import { QUEUES } from './harness/queue.mjs';
import { runFault } from './harness/run.mjs';

const MOST_SHOWN = 12;

/**
 * Runs every chosen fault in every chosen column. Faults of a column run one after the other, and up to `parallel` columns run at once,
 * because they share the processors of this machine.
 *
 * @returns the cells, see `matrix.mjs`
 */
export async function runCells({ faults, columns, parallel, progress, ...how }) {
  const names = columns.flatMap(servicesOf);
  const servers = await startServices({ names, required: false, log: (line) => progress.print(line) });
  try {
    const lanes = columns.map((column) => () => runColumn({ ...how, faults, column, servers, progress }));
    const byColumn = await inLanes(lanes, parallel);
    return faults.flatMap((_, row) => byColumn.map((cells) => cells[row]));
  } finally {
    await servers.stop();
  }
}

/** The servers that a column needs. */
function servicesOf({ store, queue }) {
  return [STORES[store].service, QUEUES[queue].service].filter((name) => name !== null);
}

async function runColumn({ faults, column, servers, ...how }) {
  const cells = [];
  for (const fault of faults) {
    const skipped = cellWithoutRun({ fault, column, servers });
    cells.push(skipped ?? (await runCell({ ...how, fault, column, servers })));
  }
  return cells;
}

/** Runs up to `width` functions at once. Returns the results in the order of the work. */
async function inLanes(work, width) {
  const results = [];
  let next = 0;
  const lane = async () => {
    while (next < work.length) {
      const index = next;
      next += 1;
      results[index] = await work[index]();
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, work.length) }, lane));
  return results;
}

/** The cell of a fault that cannot be run. Null: it can. */
function cellWithoutRun({ fault, column, servers }) {
  const { name, store, queue } = column;
  const cell = { fault: fault.name, store: name, runs: [] };
  if (!fault.stores.includes(store) || fault.queues?.includes(queue) === false)
    return { ...cell, state: 'none' };
  const missing = servers.missing.find((service) => servicesOf(column).includes(service.name));
  const why = missing?.why ?? fault.whyNot?.(store) ?? null;
  return why === null ? null : { ...cell, state: 'not run', why };
}

async function runCell({ fault, column, seconds, sizes, seeds, keepLogs, servers, progress }) {
  const { name, store, queue } = column;
  const serverUrl = servers.urls[STORES[store].service];
  const redisUrl = servers.urls[QUEUES[queue].service];
  const runs = [];
  for (const seed of seeds) {
    const title = `${fault.name} on ${column.title}, seed ${seed}`;
    const showPhase = (text) => progress.show(title, text);
    const run = await attempted(() =>
      runFault({
        ...{ fault, store, queue, seed, seconds, sizes, keepLogs, serverUrl, redisUrl },
        progress: showPhase,
      }),
    );
    printOutcome({ title, run, progress });
    runs.push({ seed, ...run });
  }
  const isGreen = runs.every(({ violations }) => violations.length === 0);
  return { fault: fault.name, store: name, state: isGreen ? 'green' : 'red', runs };
}

/** A run that throws is red, and the others continue. */
async function attempted(run) {
  try {
    return await run();
  } catch (error) {
    const violations = [{ promise: 'harness', message: error.stack }];
    return { violations, figures: {}, notes: [], recoveryMs: null, logs: error.logs ?? null };
  }
}

function printOutcome({ title, run: { violations, figures, notes, recoveryMs, logs }, progress }) {
  const counted = Object.entries(figures).map(([name, value]) => `${value} ${name}`);
  const recovered = recoveryMs === null ? '' : `, works again after ${(recoveryMs / 1_000).toFixed(1)} s`;
  progress.print(`${violations.length === 0 ? '✔' : '✘'} ${title}: ${counted.join(', ')}${recovered}`);
  for (const note of notes) progress.print(`    ${note}`);
  for (const { promise, message } of violations.slice(0, MOST_SHOWN))
    progress.print(`    ${promise}: ${message}`);
  if (violations.length > MOST_SHOWN)
    progress.print(`    … and ${violations.length - MOST_SHOWN} more violations`);
  if (logs !== null) progress.print(`    logs of the workers: ${logs}`);
}
