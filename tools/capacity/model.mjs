/** What a job costs, and what one database gives. Each figure says where it comes from; `docs/sizing.md` explains them. */
export const COEFFICIENTS = Object.freeze({
  /** CPU of PostgreSQL 15 in µs: to enqueue in bulk, to enqueue one at a time in groups of what is in flight, to claim, start and settle. */
  serverMicros: { enqueueInBulk: 8, enqueueSingly: 73, run: 24 },
  /** CPU of Node.js in µs besides the handler, for the same. */
  nodeMicros: { enqueueInBulk: 7, enqueueSingly: 132, run: 17 },
  /** Bytes of WAL without the payload: the row and its index entries when it is enqueued, and its changes when it runs. */
  walBytes: { enqueue: 700, run: 1_600 },
  /** Bytes of an ended execution with its indexes after vacuum, and by how much a table that is written all the time is larger. */
  row: { bytes: 500, growth: 1.5 },
  /** Connections of a node that works besides those of its pool: leases, and notifications. */
  connectionsBesidesPool: 3,
  /** Statements that a node sends in a second however little it does: polls, ticks, heartbeats, events. */
  idleStatements: 4,
  /** The share of a core that can be planned for; the rest is for vacuum, checkpoints and peaks. */
  plannedShare: 0.6,
});

/** Where one PostgreSQL ends, as far as we would plan: a large server of today. */
export const ENDS = Object.freeze({
  cores: 64,
  walMegabytesPerSecond: 200,
  /** Above it the history belongs elsewhere: vacuum and backups of a table take hours. */
  rows: 500_000_000,
  /** Without a pooler. */
  connections: 500,
  /** Ended rows that housekeeping deletes, beside the work. */
  prunedPerSecond: 20_000,
});

const DAY_SECONDS = 86_400;
const MEGABYTE = 1e6;

/**
 * What a database needs for so many jobs in a second, each enqueued and run once, all day long.
 *
 * @param load `jobsPerSecond`, `nodes`, `historyDays`, `payloadBytes`, `poolSize`, `singly`: jobs are enqueued one at a time
 */
export function capacity({
  jobsPerSecond,
  nodes,
  historyDays,
  payloadBytes = 50,
  poolSize = 10,
  singly = false,
}) {
  const { serverMicros, nodeMicros, walBytes, row, connectionsBesidesPool, idleStatements, plannedShare } =
    COEFFICIENTS;
  const way = singly ? 'enqueueSingly' : 'enqueueInBulk';
  const coresFor = (micros) => (jobsPerSecond * (micros[way] + micros.run)) / 1e6;
  // The payload is in the WAL once; what changes later leaves it where it is, except that each new version of the row has it.
  const walPerJob = walBytes.enqueue + walBytes.run + 2 * payloadBytes;
  const rows = jobsPerSecond * DAY_SECONDS * historyDays;
  const needs = {
    cores: coresFor(serverMicros) / plannedShare,
    walMegabytesPerSecond: (jobsPerSecond * walPerJob) / MEGABYTE,
    walGigabytesPerDay: (jobsPerSecond * walPerJob * DAY_SECONDS) / 1e9,
    rows,
    gigabytes: (rows * (row.bytes + payloadBytes) * row.growth) / 1e9,
    connections: nodes * (poolSize + connectionsBesidesPool),
    idleStatementsPerSecond: nodes * idleStatements,
    prunedPerSecond: jobsPerSecond,
    nodeCores: coresFor(nodeMicros),
  };
  return { needs, ends: endsOf(needs, { jobsPerSecond, historyDays, nodes }) };
}

/** Each limit with how much of it is used, and what it would take to stay within it. */
function endsOf(needs, { jobsPerSecond, historyDays, nodes }) {
  const most = (used) => Math.floor(jobsPerSecond / used);
  return Object.entries(ENDS).map(([limit, end]) => {
    const used = needs[limit] / end;
    return { limit, needed: needs[limit], end, used, isReached: used > 1, wayOut: wayOutOf(limit) };
  });

  function wayOutOf(limit) {
    const used = needs[limit] / ENDS[limit];
    if (used <= 1) return null;
    switch (limit) {
      case 'rows':
        return `keep at most ${daysText(historyDays / used)} of history (retention.success), and send the rest elsewhere by events`;
      case 'connections':
        return `put PgBouncer before it (directUrl): ${nodes} connections for notifications, and a pool of some ${Math.max(20, 4 * Math.ceil(needs.cores))} for all nodes`;
      case 'prunedPerSecond':
        return `end at ${most(used)} jobs/s on one database, or divide the jobs between databases`;
      default:
        return `end at ${most(used)} jobs/s on one database; put several items into a job (batches), or divide the jobs between databases`;
    }
  }
}

function daysText(days) {
  if (days >= 1) return `${Math.floor(days)} days`;
  return days >= 1 / 24
    ? `${Math.floor(days * 24)} hours`
    : `${Math.max(1, Math.floor(days * 1_440))} minutes`;
}
