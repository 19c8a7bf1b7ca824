import type { Execution } from '@scheduler/contracts';
import type { LeaseKeeper } from '../execute/attempt/lease-keeper.js';
import type { Preemption } from '../work/preemption.js';
import type { LocalQueueState } from '../work/queues/queue-statistics.js';

interface HereParts {
  readonly leases: Pick<LeaseKeeper, 'all'>;
  readonly preemption: Preemption | null;
}

/** What this process knows of a queue. */
export function queueHere(queue: string, { leases, preemption }: HereParts): LocalQueueState {
  const running = leases.all().filter(({ execution }) => execution.queue === queue);
  const preempted = preemption?.suspendedIn(queue) ?? [];
  const nameOf = ({ jobName, type }: Execution) => jobName ?? type;
  return {
    runningHere: running.length,
    runningJobs: running.map(({ execution }) => nameOf(execution)),
    preemptionEnabled: preemption?.isAllowed(queue) ?? false,
    preempted: preempted.length,
    preemptedJobs: preempted.map(nameOf),
    unheededPreemptions: preemption?.countsOf(queue).unheeded ?? 0,
  };
}
