import type { Execution } from '@scheduler/contracts';
import { jobMessage } from './job-message.js';
import { telemetry } from './telemetry.js';

export interface Preempted {
  readonly node: string;
  readonly victim: Execution;
  readonly incoming: Execution;
}

/** F120: emits that a more urgent execution took the slot of a running one. */
export function emitPreempted({ node, victim, incoming }: Preempted): void {
  telemetry.emit('scheduler:job:preempt', () => ({
    node,
    queue: victim.queue,
    preemptedExecutionId: victim.id,
    preemptedJob: nameOf(victim),
    preemptedPriority: victim.priority,
    incomingExecutionId: incoming.id,
    incomingJob: nameOf(incoming),
    incomingPriority: incoming.priority,
  }));
}

export function emitResumed(node: string, execution: Execution): void {
  telemetry.emit('scheduler:job:resume', () => ({
    ...jobMessage(node, execution),
    reason: 'preemption_ended',
  }));
}

function nameOf({ jobName, type }: Execution): string {
  return jobName ?? type;
}
