import type { Backoff, ExecutionPolicy, JobPolicies, MissedRunPolicy, Priority } from '@scheduler/contracts';
import { DEFAULT_PRIORITY, DEFAULT_QUEUE } from '@scheduler/contracts';
import type { SchedulerConfig } from '../config/scheduler-config.js';
import type { ReadChanges, ReadDefinition, ReadEnqueue } from '../input/definition-schema.js';

type ReadBackoff = NonNullable<ReadDefinition['backoff']>;
type ReadMissedRuns = NonNullable<ReadDefinition['missedRuns']>;

/** Equal policies are one object: a store with a million jobs has few of them. */
const shared = new Map<string, JobPolicies>();
const MOST_SHARED = 10_000;

function share(policies: JobPolicies): JobPolicies {
  const key = JSON.stringify(policies);
  const known = shared.get(key);
  if (known !== undefined) return known;
  if (shared.size >= MOST_SHARED) shared.clear();
  const frozen = Object.freeze(policies);
  shared.set(key, frozen);
  return frozen;
}

const defaults = new WeakMap<SchedulerConfig, JobPolicies>();

export function defaultPolicies(config: SchedulerConfig): JobPolicies {
  let policies = defaults.get(config);
  if (policies === undefined) defaults.set(config, (policies = makeDefaults(config)));
  return policies;
}

function makeDefaults(config: SchedulerConfig): JobPolicies {
  return share({
    queue: DEFAULT_QUEUE,
    priority: DEFAULT_PRIORITY,
    timeoutMs: config.defaultTimeoutMs,
    maxRetries: config.retry.maxRetries,
    backoff: config.retry.backoff,
    onExhausted: 'continue',
    allowOverlap: false,
    missedRuns: config.missedRuns,
  });
}

/** The policies that result when a caller asks for something else here and there. */
export function policiesOf(base: JobPolicies, asked: ReadDefinition | ReadChanges): JobPolicies {
  return share({
    ...base,
    ...runPolicies(base, asked),
    onExhausted: asked.onExhausted ?? base.onExhausted,
    allowOverlap: asked.allowOverlap ?? base.allowOverlap,
    missedRuns:
      asked.missedRuns === undefined ? base.missedRuns : missedRunsOf(base.missedRuns, asked.missedRuns),
  });
}

/** Nothing else than the defaults is the usual case, and needs no new object. */
export function enqueuePolicies(base: JobPolicies, asked: ReadEnqueue): JobPolicies {
  const { queue, priority, timeout, maxRetries, backoff } = asked;
  const usual = timeout === undefined && maxRetries === undefined && backoff === undefined;
  return usual && queue === undefined && priority === undefined
    ? base
    : share({ ...base, ...runPolicies(base, asked) });
}

type RunPolicies = Omit<ExecutionPolicy, 'onExhausted'> & {
  readonly queue: string;
  readonly priority: Priority;
};

function runPolicies(base: JobPolicies, asked: ReadDefinition | ReadChanges | ReadEnqueue): RunPolicies {
  return {
    queue: asked.queue ?? base.queue,
    priority: asked.priority ?? base.priority,
    timeoutMs: asked.timeout ?? base.timeoutMs,
    maxRetries: asked.maxRetries ?? base.maxRetries,
    backoff: asked.backoff === undefined ? base.backoff : backoffOf(base.backoff, asked.backoff),
  };
}

function backoffOf(base: Backoff, asked: ReadBackoff): Backoff {
  return {
    strategy: asked.strategy ?? base.strategy,
    delayMs: asked.delay ?? base.delayMs,
    factor: asked.factor ?? base.factor,
    maxDelayMs: asked.maxDelay ?? base.maxDelayMs,
    jitter: asked.jitter ?? base.jitter,
  };
}

function missedRunsOf(base: MissedRunPolicy, asked: ReadMissedRuns): MissedRunPolicy {
  if (typeof asked === 'string') return { ...base, policy: asked };
  const { policy, cap, grace } = asked;
  return { policy, cap: cap ?? base.cap, graceMs: grace ?? base.graceMs };
}
