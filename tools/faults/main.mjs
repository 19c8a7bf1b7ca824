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
  strikesRedis: (name) => faults.find((fault) => fault.name === name).startRedis !== undefined,
  didYouMean,
};

const usage =
  () => `Usage: npm run faults -- --fault <name> --store <name> [--seconds 10] [--seed 1] [--seeds 1]
       npm run faults -- --all [--seeds 3] [--seconds 10]
Runs real processes of the reference application under faults and checks what an outside witness saw.

  --fault         one or several, with commas; all unless told
  --store         ${known.stores.join(', ')}; all unless told
  --queue         ${known.queues.join(', ')}; the store itself unless told
  --seconds       how long each fault lasts
  --seed          the first seed: everything random comes from it
  --seeds         how many seeds, one after the other
  --side-by-side  how many columns at once; as many as there are processors unless told
  --json          the result as JSON
  --keep-logs     what the workers said, also after a green run

Faults:
${faults.map(({ name, title }) => `  ${name.padEnd(17)} ${title}`).join('\n')}`;

/** Resolves to the exit code: 0 all green, 1 something is red or could not be run, 2 it was asked for in a wrong way. */
export async function main(argv) {
  let asked;
  try {
    asked = readArguments(argv, known);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(`${error.message}\nnpm run faults -- --help shows what there is.`);
    return 2;
  }
  if (asked.help) {
    console.log(usage());
    return 0;
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));
  const chosen = faults.filter(({ name }) => asked.faults.includes(name));
  const columns = columnsOf(asked);
  const cells = await runCells({ ...asked, columns, faults: chosen, progress: createProgress() });
  print({ cells, asked, columns, chosen });
  return cells.every(({ state }) => state === 'green' || state === 'none') ? 0 : 1;
}

function print({ cells, asked: { json, seconds, seeds }, columns, chosen }) {
  if (json) return console.log(JSON.stringify({ seconds, seeds, cells }, null, 2));
  const color = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR;
  console.log(`\n${printedMatrix({ cells, columns, rows: chosen, color })}\n`);
  for (const { fault, store, state, why } of cells)
    if (state === 'not run') console.log(`${fault} on ${store} was not run: ${why}`);
  const count = (state) => cells.filter((cell) => cell.state === state).length;
  console.log(`${count('green')} green, ${count('red')} red, ${count('not run')} not run`);
}
