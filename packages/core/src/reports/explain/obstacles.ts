import {
  type Circuit,
  describeType,
  formatDuration,
  isStepType,
  type QueueSettings,
  type ScheduledJob,
} from '@scheduler/contracts';
import type { RateLimitStatus } from '../../policies/rate-limits/rate-limits.js';

/** What may keep work of a job from starting now, although it waits. */
export interface ObstacleFacts {
  readonly job: ScheduledJob;
  /** The settings of its queue. Null: none are stored. */
  readonly queue: QueueSettings | null;
  /** Running executions of its queue, over all nodes. */
  readonly runningInQueue: number;
  /** Running executions of the job, over all nodes. */
  readonly runningOfJob: number;
  /** The rate limits that apply to the job. */
  readonly rateLimits: readonly RateLimitStatus[];
  /** The circuit of the job. Null: it has none. */
  readonly circuit: Circuit | null;
  /** Whether a handler of this node supports its type. */
  readonly isHandled: boolean;
}

/** The obstacles in words, the most important first. Pure. */
export function obstaclesOf(facts: ObstacleFacts): readonly string[] {
  return [...obstacles(facts)];
}

function* obstacles({ job, queue, isHandled, circuit, ...facts }: ObstacleFacts): Iterable<string> {
  const { concurrency, allowOverlap } = job.policies;
  const atOnce = concurrency ?? (allowOverlap ? Infinity : 1);
  const inQueue = queue?.globalLimit ?? Infinity;
  if (queue?.paused === true) yield `its queue ${queue.queue} is paused: nothing of it starts on any node`;
  if (!isHandled) yield `no handler of this application supports ${typeText(job.type)}`;
  if (circuit !== null && circuit.state !== 'closed') yield circuitText(circuit);
  for (const limit of facts.rateLimits) if (limit.tokens < 1) yield rateText(limit);
  if (facts.runningInQueue >= inQueue)
    yield `its queue ${queue?.queue} runs no more than ${inQueue} at once over all nodes, and ${facts.runningInQueue} run`;
  if (facts.runningOfJob >= atOnce)
    yield `no more than ${atOnce} of the job run at once over all nodes, and ${facts.runningOfJob} ${facts.runningOfJob === 1 ? 'runs' : 'run'}`;
}

function typeText(type: string): string {
  return isStepType(type) ? describeType(type) : `its type ${type}`;
}

function circuitText({ name, state, retryAt, error }: Circuit): string {
  const because = error === null ? '' : ` (${error})`;
  if (state === 'half_open') return `its circuit ${name} lets only a few trials through${because}`;
  return `its circuit ${name} is open, not before ${retryAt?.toISOString() ?? 'it is reset'}${because}`;
}

function rateText({ scope, key, capacity, periodMs, tokens, refillRate }: RateLimitStatus): string {
  const whose = {
    queue: `its queue ${key}`,
    type: `its type ${key}`,
    global: 'everything',
    custom: `${key}`,
  };
  const next = formatDuration(Math.ceil(((1 - tokens) * 1_000) / refillRate));
  return `the rate limit of ${whose[scope]}, ${capacity} in ${formatDuration(periodMs)}, is used up: the next may start in ${next}`;
}
