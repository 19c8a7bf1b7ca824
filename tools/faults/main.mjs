import { didYouMean } from '@scheduler/contracts/adapter';
import { readArguments, Refusal } from './arguments.mjs';
import { runCells } from './cells.mjs';
import { columnsOf } from './columns.mjs';
import { faults } from './faults/index.mjs';
import { STORES } from './harness/database.mjs';
import { QUEUES } from './harness/queue.mjs';
import { printedMatrix } from './matrix.mjs';
import { createProgress } from './progress.mjs';

const known = {
  stores: Object.keys(STORES),
  queues: Object.keys(QUEUES),
  faults: faults.map(({ name }) => name),
  needsRedis: (name) => faults.find((fault) => fault.name === name).startRedis !== undefined,
  didYouMean,
};

const usage =
  () => `Usage: npm run faults -- --fault <name> --store <name> [--seconds 10] [--seed 1] [--seeds 1]
       npm run faults -- --fault workflow-storm,map-crash --store <name> [--runs 1000] [--items 10000]
       npm run faults -- --all [--seeds 3] [--seconds 10]
Runs real processes of the reference application under faults and checks what an independent witness saw.

  --fault         one or several, separated by commas; default: all
  --store         ${known.stores.join(', ')}; default: all
  --queue         ${known.queues.join(', ')}; default: the store itself
  --seconds       how long each fault lasts; those of workflows last until all runs have ended
  --runs          how many workflows of orders workflow-storm starts; default 1000
  --items         over how many items each map of map-crash goes; default 10000
  --seed          the first seed: everything random comes from it
  --seeds         how many seeds, one after the other
  --side-by-side  how many columns at once; default: at most 3, and no more than processors
  --json          the result as JSON
  --keep-logs     keep the logs of the workers also after a green run

Faults:
${faults.map(({ name, title }) => `  ${name.padEnd(17)} ${title}`).join('\n')}`;

/** Resolves to the exit code: 0 all green, 1 something is red or could not be run, 2 the arguments are invalid. */
export async function main(argv) {
  let options;
  try {
    options = readArguments(argv, known);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(`${error.message}\nnpm run faults -- --help shows the options.`);
    return 2;
  }
  if (options.help) {
    console.log(usage());
    return 0;
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));
  const chosen = faults.filter(({ name }) => options.faults.includes(name));
  const columns = columnsOf(options);
  const cells = await runCells({ ...options, columns, faults: chosen, progress: createProgress() });
  print({ cells, options, columns, chosen });
  return cells.every(({ state }) => state === 'green' || state === 'none') ? 0 : 1;
}

function print({ cells, options: { json, seconds, seeds }, columns, chosen }) {
  if (json) return console.log(JSON.stringify({ seconds, seeds, cells }, null, 2));
  const color = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR;
  console.log(`\n${printedMatrix({ cells, columns, rows: chosen, color })}\n`);
  for (const { fault, store, state, why } of cells)
    if (state === 'not run') console.log(`${fault} on ${store} was not run: ${why}`);
  const count = (state) => cells.filter((cell) => cell.state === state).length;
  console.log(`${count('green')} green, ${count('red')} red, ${count('not run')} not run`);
}
