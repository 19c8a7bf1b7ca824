import type { Execution } from '@scheduler/contracts';
import { jobConcurrencyLimit } from '@scheduler/contracts/adapter';
import { byKey } from './by-key.js';
import type { Evidence } from './evidence.js';

interface Held {
  readonly executionId: string;
  readonly fence: number;
  readonly from: number;
  readonly to: number;
}

/**
 * E: at most one valid lease for each execution, no more for each job and each key than may run at once, and one execution of
 * those that must be unique. Measured by the time of the store, to the millisecond.
 */
export function* noOverlap({ executions }: Evidence): Iterable<string> {
  for (const execution of executions) yield* overlaps(leasesOf(execution), 1, `execution ${execution.id}`);
  const byJob = byKey(executions, (one) => (jobConcurrencyLimit(one) === Infinity ? null : one.jobId));
  for (const [jobId, rows] of byJob)
    yield* overlaps(rows.flatMap(leasesOf), Math.max(...rows.map(jobConcurrencyLimit)), `job ${jobId}`);
  const byConcurrencyKey = byKey(executions, ({ concurrencyKey }) => concurrencyKey);
  for (const [key, rows] of byConcurrencyKey) {
    const most = Math.max(...rows.map(({ concurrencyLimit }) => concurrencyLimit ?? Infinity));
    yield* overlaps(rows.flatMap(leasesOf), most, `key ${key}`);
  }
  const byPlace = byKey(executions, ({ unique }) => (unique?.periodMs === null ? unique.key : null));
  for (const [key, rows] of byPlace) yield* overlaps(rows.flatMap(unfinishedSpan), 1, `unique place ${key}`);
}

function leasesOf({ id, attempts, status, fence, startedAt, leaseUntil }: Execution): readonly Held[] {
  const held = (of: number, from: Date, to: Date) => ({
    executionId: id,
    fence: of,
    from: from.getTime(),
    to: to.getTime(),
  });
  const ended = attempts.map((attempt) => held(attempt.fence, attempt.startedAt, attempt.finishedAt));
  const isHeld = status === 'running' && startedAt !== null && leaseUntil !== null;
  return isHeld ? [...ended, held(fence, startedAt, leaseUntil)] : ended;
}

/** From the first attempt to the end, because it is unknown when the execution was stored. */
function unfinishedSpan(execution: Execution): readonly Held[] {
  const [first] = leasesOf(execution);
  if (first === undefined) return [];
  return [{ ...first, to: execution.finishedAt?.getTime() ?? Infinity }];
}

function* overlaps(leases: readonly Held[], most: number, of: string): Iterable<string> {
  const inOrder = [...leases].sort((a, b) => a.from - b.from || a.to - b.to);
  let held: readonly Held[] = [];
  for (const lease of inOrder) {
    held = held.filter(({ to }) => to > lease.from);
    if (held.length >= most) yield tooMany(of, held, lease, most);
    held = [...held, lease];
  }
}

function tooMany(of: string, held: readonly Held[], lease: Held, most: number): string {
  const at = new Date(lease.from).toISOString();
  if (most > 1) {
    const all = [...held, lease].map(shown).join(', ');
    return `${of} was held ${held.length + 1} times at ${at}, where ${most} are allowed: ${all}`;
  }
  const longest = held.reduce((a, b) => (b.to > a.to ? b : a), held[0] ?? lease);
  return `${of} was held twice at ${at}: ${shown(longest)} and ${shown(lease)}`;
}

function shown({ executionId, fence }: Held): string {
  return `${executionId} under fence ${fence}`;
}
