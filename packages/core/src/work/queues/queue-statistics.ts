import type { QueueSettings } from '@scheduler/contracts';
import type { QueueCounts, WaitingType } from '@scheduler/contracts/adapter';

/** One queue as an operator sees it from this node. */
export interface QueueStatistics extends QueueCounts {
  readonly paused: boolean;
  /** How many executions this node runs at once: as set for all nodes, or by its configuration. Null: it does not process the queue. */
  readonly concurrency: number | null;
  /** How many executions run at once over all nodes. Null: any number. */
  readonly globalLimit: number | null;
  /** How many of `running` run in this process. */
  readonly runningHere: number;
  /** The names of their jobs, or their types where they were enqueued without a job. */
  readonly runningJobs: readonly string[];
  /** Whether something more urgent may take a slot of the queue on this node. */
  readonly preemptionEnabled: boolean;
  /** How many of `runningHere` are suspended for something more urgent. */
  readonly preempted: number;
  readonly preemptedJobs: readonly string[];
  /** How often a handler was asked for its slot since this node started and reached no checkpoint in time. */
  readonly unheededPreemptions: number;
  /** What waits, is available now, and has no handler on this node, by type. Empty where this node does not process the queue. */
  readonly withoutHandler: readonly UnhandledType[];
}

export type UnhandledType = Omit<WaitingType, 'queue'>;

/** What this process knows of a queue. */
export type LocalQueueState = Pick<
  QueueStatistics,
  'runningHere' | 'runningJobs' | 'preemptionEnabled' | 'preempted' | 'preemptedJobs' | 'unheededPreemptions'
>;

export interface QueueStatisticsFacts {
  readonly settings: readonly QueueSettings[];
  readonly counts: readonly QueueCounts[];
  readonly configured: Readonly<Record<string, number>>;
  readonly here: (queue: string) => LocalQueueState;
  readonly withoutHandler: readonly WaitingType[];
  /** A queue to report on even if nobody knows it. Null: none. */
  readonly asked: string | null;
}

/** The statistics of all known queues, by name. */
export function mergeStatistics({
  settings,
  counts,
  configured,
  here: hereOf,
  withoutHandler,
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
      withoutHandler: withoutHandler.flatMap(({ queue: name, ...type }) => (name === queue ? [type] : [])),
    };
  });
}
