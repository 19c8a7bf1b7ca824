// npm run capacity -- --jobs-per-second 20000 --nodes 40 --history-days 30 [--payload-bytes 50] [--pool-size 10] [--singly] [--json]
import { parseArgs } from 'node:util';
import { capacity } from './model.mjs';

const USAGE = `usage: npm run capacity -- --jobs-per-second <n> --nodes <n> --history-days <n>
       [--payload-bytes 50] [--pool-size 10] [--singly] [--json]
Says what PostgreSQL needs for so many jobs, and where one database ends. The exit code is 1 where it ends before.`;

const LABELS = {
  cores: ['cores of the database', (value) => value.toFixed(1)],
  walMegabytesPerSecond: ['WAL, MB/s', (value) => value.toFixed(1)],
  rows: ['rows of history', grouped],
  connections: ['connections', grouped],
  prunedPerSecond: ['rows deleted a second', grouped],
};

try {
  const { load, json } = readArguments();
  const answer = capacity(load);
  if (json) console.log(JSON.stringify({ load, ...answer }, null, 2));
  else print(answer);
  process.exitCode = answer.ends.some(({ isReached }) => isReached) ? 1 : 0;
} catch (error) {
  console.error(`${error.message}\n${USAGE}`);
  process.exitCode = 2;
}

function readArguments() {
  const text = { type: 'string' };
  const { values } = parseArgs({
    options: {
      'jobs-per-second': text,
      nodes: text,
      'history-days': text,
      'payload-bytes': text,
      'pool-size': text,
      singly: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const number = (name, most, usual) => {
    const given = values[name] ?? usual;
    const value = /^\d+(\.\d+)?$/.test(given ?? '') ? Number(given) : Number.NaN;
    if (value > 0 && value <= most) return value;
    throw new Error(
      `--${name}: ${JSON.stringify(given ?? null)} is not accepted; accepted: a number up to ${most}`,
    );
  };
  const load = {
    jobsPerSecond: number('jobs-per-second', 10_000_000),
    nodes: number('nodes', 100_000),
    historyDays: number('history-days', 3_650),
    payloadBytes: number('payload-bytes', 262_144, '50'),
    poolSize: number('pool-size', 1_000, '10'),
    singly: values.singly,
  };
  return { load, json: values.json };
}

function print({ needs, ends }) {
  for (const { limit, needed, end, used, isReached, wayOut } of ends) {
    const [label, shown] = LABELS[limit];
    const share = `${(used * 100).toFixed(0)} % of ${shown(end)}`;
    console.log(`${isReached ? '✘' : '✔'} ${label.padEnd(24)} ${shown(needed).padStart(16)}   ${share}`);
    if (wayOut !== null) console.log(`  → ${wayOut}`);
  }
  const { gigabytes, walGigabytesPerDay, nodeCores, idleStatementsPerSecond } = needs;
  console.log(`· disk ${grouped(gigabytes)} GB with indexes, WAL ${grouped(walGigabytesPerDay)} GB a day`);
  console.log(
    `· all nodes together ${nodeCores.toFixed(1)} cores besides the handlers, and ${grouped(idleStatementsPerSecond)} statements a second when idle`,
  );
}

function grouped(value) {
  return Math.ceil(value).toLocaleString('en-GB');
}
