import { startServices } from '@scheduler/services';
import { STORES } from './harness/database.mjs';
import { runFault } from './harness/run.mjs';

const MOST_SHOWN = 12;

/**
 * Runs every fault on every store that was asked for. On one store one after the other, since some faults strike its server; stores
 * side by side, as many as asked for: they share the processors of this machine.
 *
 * @returns the cells, see `matrix.mjs`
 */
export async function runCells({ faults, stores, sideBySide, progress, ...how }) {
  const names = stores.flatMap((store) => STORES[store].service ?? []);
  const servers = await startServices({ names, required: false, log: (line) => progress.say(line) });
  try {
    const lanes = stores.map((store) => () => runStore({ ...how, faults, store, servers, progress }));
    const byStore = await inLanes(lanes, sideBySide);
    return faults.flatMap((_, row) => byStore.map((cells) => cells[row]));
  } finally {
    await servers.stop();
  }
}

async function runStore({ faults, store, servers, ...how }) {
  const cells = [];
  for (const fault of faults) {
    const why = whyNot({ fault, store, servers });
    cells.push(why ?? (await runCell({ ...how, fault, store, servers })));
  }
  return cells;
}

/** So many at once; the results in the order of the work. */
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

/** The cell of what cannot be run. Null: it can. */
function whyNot({ fault, store, servers }) {
  const cell = { fault: fault.name, store, runs: [] };
  if (!fault.stores.includes(store)) return { ...cell, state: 'none' };
  const missing = servers.missing.find(({ name }) => name === STORES[store].service);
  const why = missing?.why ?? fault.whyNot?.(store) ?? null;
  return why === null ? null : { ...cell, state: 'not run', why };
}

async function runCell({ fault, store, seconds, seeds, keepLogs, servers, progress }) {
  const runs = [];
  for (const seed of seeds) {
    const title = `${fault.name} on ${STORES[store].title}, seed ${seed}`;
    const tell = (text) => progress.tell(title, text);
    const serverUrl = servers.urls[STORES[store].service];
    const run = await attempted(() =>
      runFault({ fault, store, seed, seconds, keepLogs, serverUrl, progress: tell }),
    );
    tellOutcome({ title, run, progress });
    runs.push({ seed, ...run });
  }
  const isGreen = runs.every(({ violations }) => violations.length === 0);
  return { fault: fault.name, store, state: isGreen ? 'green' : 'red', runs };
}

/** A run that breaks is red, and the others go on. */
async function attempted(run) {
  try {
    return await run();
  } catch (error) {
    const violations = [{ promise: 'harness', message: error.stack }];
    return { violations, figures: {}, notes: [], recoveryMs: null, logs: error.logs ?? null };
  }
}

function tellOutcome({ title, run: { violations, figures, notes, recoveryMs, logs }, progress }) {
  const counted = Object.entries(figures).map(([name, value]) => `${value} ${name}`);
  const recovered = recoveryMs === null ? '' : `, works again after ${(recoveryMs / 1_000).toFixed(1)} s`;
  progress.say(`${violations.length === 0 ? '✔' : '✘'} ${title}: ${counted.join(', ')}${recovered}`);
  for (const note of notes) progress.say(`    ${note}`);
  for (const { promise, message } of violations.slice(0, MOST_SHOWN))
    progress.say(`    ${promise}: ${message}`);
  if (violations.length > MOST_SHOWN)
    progress.say(`    … and ${violations.length - MOST_SHOWN} more violations`);
  if (logs !== null) progress.say(`    logs of the workers: ${logs}`);
}
