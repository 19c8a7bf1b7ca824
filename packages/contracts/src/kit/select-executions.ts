import type { Execution } from '../executions/execution.js';
import type {
  ClaimExecutions,
  ClaimExecutionsById,
  NextAvailable,
  PruneExecutions,
  RescueExecutions,
} from '../ports/execution-repository.js';
import type { QueueSettings } from '../ports/queue-repository.js';
import { executionStatuses } from '../states/execution-status.js';
import { RunningCounts } from './running-counts.js';

/** Which executions a step selects, for stores that filter rows one by one. The store writes what follows. */

export interface Claimable {
  readonly executions: Iterable<Execution>;
  /** The settings of queues, by name. */
  readonly queues: ReadonlyMap<string, QueueSettings>;
  readonly at: Date;
}

/** The executions that a claim takes from its lanes: the most urgent first, then those that wait longest, then by id. */
export function executionsToClaim(
  { executions, queues, at }: Claimable,
  { lanes, exceptTypes = [] }: Pick<ClaimExecutions, 'lanes' | 'exceptTypes'>,
): readonly Execution[] {
  const all = [...executions];
  const running = new RunningCounts(all);
  return lanes.flatMap(({ queue, limit, moreUrgentThan = Infinity }) => {
    const waiting = all
      .filter((one) => one.queue === queue && isAvailable(one, at) && !exceptTypes.includes(one.type))
      .sort(byUrgency);
    const claimed: Execution[] = [];
    for (const execution of waiting) {
      const isWanted = claimed.length < limit && execution.priority < moreUrgentThan;
      if (isWanted && running.admit(execution, queues.get(queue))) claimed.push(execution);
    }
    return claimed;
  });
}

/** The executions that a claim takes of those that a message names. */
export function executionsToClaimById(
  { executions, queues, at }: Claimable,
  { ids, exceptTypes = [] }: Pick<ClaimExecutionsById, 'ids' | 'exceptTypes'>,
): readonly Execution[] {
  const all = [...executions];
  const running = new RunningCounts(all);
  return [...new Set(ids)]
    .flatMap((id) => all.find((one) => one.id === id) ?? [])
    .filter((one) => isAvailable(one, at) && !exceptTypes.includes(one.type))
    .filter((one) => running.admit(one, queues.get(one.queue)));
}

/**
 * When the next pending execution of these queues is available, or the next one after the instant `after`. Executions that a limit keeps
 * from running do not count.
 */
export function nextAvailable(
  { executions, at }: Omit<Claimable, 'queues'>,
  queues: readonly string[],
  { after, exceptTypes = [] }: Pick<NextAvailable, 'after' | 'exceptTypes'> = {},
): Date | null {
  const all = [...executions];
  const running = new RunningCounts(all);
  const instants = all
    .filter(
      (one) => one.status === 'pending' && queues.includes(one.queue) && !exceptTypes.includes(one.type),
    )
    .filter((one) => one.availableAt > at || running.hasRoomFor(one))
    .map(({ availableAt }) => availableAt.getTime())
    .filter((instant) => after === undefined || instant > after.getTime());
  return instants.length === 0 ? null : new Date(Math.min(...instants));
}

/** The executions whose lease has expired, the longest first. */
export function executionsToRescue(
  executions: Iterable<Execution>,
  { graceMs, limit }: Pick<RescueExecutions, 'graceMs' | 'limit'>,
  at: Date,
): readonly Execution[] {
  const leaseEndMs = ({ leaseUntil }: Execution) => leaseUntil?.getTime() ?? 0;
  return [...executions]
    .filter((one) => one.status === 'running' && leaseEndMs(one) < at.getTime() - graceMs)
    .sort((a, b) => leaseEndMs(a) - leaseEndMs(b))
    .slice(0, limit);
}

/** The executions that ended too long ago, and the oldest of those beyond the number that is kept. */
export function executionsToPrune(
  executions: Iterable<Execution>,
  { statuses, deadLettered, finishedBefore, keep, limit }: PruneExecutions,
): readonly Execution[] {
  const endMs = ({ finishedAt }: Execution) => finishedAt?.getTime() ?? 0;
  const ended = [...executions]
    .filter(({ status }) => executionStatuses.isFinal(status) && statuses.includes(status))
    .filter(({ deadLetter }) => (deadLetter !== null) === deadLettered)
    .sort((a, b) => endMs(a) - endMs(b) || (a.id < b.id ? -1 : 1));
  const tooMany = keep === null ? 0 : ended.length - keep;
  return ended
    .filter((one, index) => index < tooMany || endMs(one) < finishedBefore.getTime())
    .slice(0, limit);
}

function isAvailable({ status, availableAt }: Execution, at: Date): boolean {
  return status === 'pending' && availableAt <= at;
}

function byUrgency(a: Execution, b: Execution): number {
  const waited = a.availableAt.getTime() - b.availableAt.getTime();
  return a.priority - b.priority || waited || (a.id < b.id ? -1 : 1);
}
