import type { Execution } from '@scheduler/contracts';
import { byKey } from './by-key.js';
import type { Evidence } from './evidence.js';

interface Held {
  readonly executionId: string;
  readonly fence: number;
  readonly from: number;
  readonly to: number;
}

/** E: at most one valid lease for each execution, and for each job that forbids overlap. By the store's time, to the millisecond. */
export function* noOverlap({ executions }: Evidence): Iterable<string> {
  for (const execution of executions) yield* overlaps(leasesOf(execution), `execution ${execution.id}`);
  const exclusive = byKey(executions, ({ exclusive, jobId }) => (exclusive ? jobId : null));
  for (const [jobId, rows] of exclusive) yield* overlaps(rows.flatMap(leasesOf), `job ${jobId}`);
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

function* overlaps(leases: readonly Held[], of: string): Iterable<string> {
  const inOrder = [...leases].sort((a, b) => a.from - b.from || a.to - b.to);
  let last: Held | undefined;
  for (const lease of inOrder) {
    if (last !== undefined && lease.from < last.to)
      yield `${of} was held twice at ${new Date(lease.from).toISOString()}: ${shown(last)} and ${shown(lease)}`;
    if (last === undefined || lease.to > last.to) last = lease;
  }
}

function shown({ executionId, fence }: Held): string {
  return `${executionId} under fence ${fence}`;
}
