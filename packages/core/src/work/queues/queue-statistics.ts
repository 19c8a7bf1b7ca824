import type { QueueSettings } from '@scheduler/contracts';
import type { QueueCounts } from '@scheduler/contracts/adapter';

/** One queue as an operator sees it from this node. */
export interface QueueStatistics extends QueueCounts {
  readonly paused: boolean;
  /** How many of it this node runs at once: as set for all nodes, or by its configuration. Null: it processes none of it. */
  readonly concurrency: number | null;
  /** How many of it run at once over all nodes. Null: any number. */
  readonly globalLimit: number | null;
  /** Of `running`, those in this process. */
  readonly runningHere: number;
  /** Their jobs, or their types where they were enqueued. */
  readonly runningJobs: readonly string[];
  /** Whether something more urgent may take a slot of it on this node. */
  readonly preemptionEnabled: boolean;
  /** Of `runningHere`, those that have made room for something more urgent and wait to go on. */
  readonly preempted: number;
  readonly preemptedJobs: readonly string[];
  /** How often a handler was asked to make room since this node started, and had no checkpoint in time. */
  readonly unheededPreemptions: number;
}

/** What happens in a queue in this process. */
export type LocalQueueState = Pick<
  QueueStatistics,
  'runningHere' | 'runningJobs' | 'preemptionEnabled' | 'preempted' | 'preemptedJobs' | 'unheededPreemptions'
>;

export interface QueueStatisticsFacts {
  readonly settings: readonly QueueSettings[];
  readonly counts: readonly QueueCounts[];
  readonly configured: Readonly<Record<string, number>>;
  readonly here: (queue: string) => LocalQueueState;
  /** A queue that is told of though nobody knows it. Null: none. */
  readonly asked: string | null;
}

/** All queues that anybody knows, by name. */
export function mergeStatistics({
  settings,
  counts,
  configured,
  here: hereOf,
  asked,
}: QueueStatisticsFacts): QueueStatistics[] {
  const settingsOf = new Map(settings.map((one) => [one.queue, one]));
  const countsOf = new Map(counts.map((one) => [one.queue, one]));
  const names = new Set([...Object.keys(configured), ...settingsOf.keys(), ...countsOf.keys()]);
  if (asked !== null) names.add(asked);
  return [...names].sort().map((queue) => {
    const set = settingsOf.get(queue);
    const here = Object.hasOwn(configured, queue) ? (configured[queue] ?? null) : null;
    return {
      ...(countsOf.get(queue) ?? { queue, available: 0, delayed: 0, running: 0 }),
      paused: set?.paused ?? false,
      concurrency: here === null ? null : (set?.concurrency ?? here),
      globalLimit: set?.globalLimit ?? null,
      ...hereOf(queue),
    };
  });
}
