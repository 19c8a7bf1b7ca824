import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startFiles } from '../databases.mjs';
import { interleaved } from '../measure.mjs';
import { atMost } from '../report.mjs';

/** P9: how long the console takes to start, against Node.js with an empty program. */

export const builds = ['apps/reference', 'packages/console'];

const ROUNDS = 15;
const path = (relative) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));
const scheduler = path('packages/console/bin/scheduler.js');
const processDue = [scheduler, 'schedule:process', '--config', path('scheduler.config.js')];

export async function run({ progress }) {
  const files = startFiles();
  try {
    // The application keeps its file in the folder in which it is started.
    const { env, note } = prepare(files.folder);
    progress(`${ROUNDS} starts of each in turn`);
    const timed = (args) => () => start(args, { cwd: files.folder, env });
    const medians = interleaved(
      {
        bare: timed(['--eval', '']),
        help: timed([scheduler, '--help']),
        process: timed(processDue),
      },
      ROUNDS,
    );
    return report(medians, note);
  } finally {
    files.stop();
  }
}

/**
 * The first call creates the tables and fires what is due at the start, so that the others find nothing to do. It also fills
 * the start cache, as the first start of every build does: see docs/decisions/0013-a-start-cache.md.
 */
function prepare(cwd) {
  const env = { ...process.env, SCHEDULER_STORE: 'sqlite' };
  const { status, stderr } = spawnSync(process.execPath, processDue, { cwd, env, encoding: 'utf8' });
  if (status === 0) return { env, note: 'store: SQLite' };
  const reason = stderr.trim().split('\n')[0];
  return {
    env: process.env,
    note: `store: the application's default, because SQLite cannot be used: ${reason}`,
  };
}

function start(args, options) {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { ...options, encoding: 'utf8' });
  const ms = performance.now() - began;
  if (status !== 0) throw new Error(`${args.join(' ')} failed (${status}): ${stderr}`);
  return ms;
}

function report({ bare, help, process: processed }, note) {
  const row = (name, ms) => ({ name, values: { 'time (ms)': ms, 'bare node (ms)': bare } });
  return {
    suite: 'startup',
    unit: 'milliseconds, less is better',
    contestants: ['time (ms)', 'bare node (ms)'],
    rows: [row('scheduler --help', help), row('scheduler schedule:process', processed)],
    verdicts: [
      atMost('P9 --help against bare node', help / bare, 1.5),
      atMost('P9 schedule:process with nothing due against bare node', processed / bare, 4),
    ],
    notes: [note],
  };
}
