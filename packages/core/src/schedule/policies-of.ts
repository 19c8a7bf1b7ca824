import {
  type Backoff,
  DEFAULT_PRIORITY,
  DEFAULT_QUEUE,
  type ExecutionPolicy,
  type JobPolicies,
  type MissedRunPolicy,
  type Priority,
  ScheduleInvalid,
} from '@scheduler/contracts';
import { NO_CONCURRENCY_LIMITS } from '@scheduler/contracts/adapter';
import { z } from 'zod';
import type { SchedulerConfig } from '../config/scheduler-config.js';
import { nameField } from '../support/input/fields.js';
import { readInput } from '../support/input/read-input.js';
import type { ReadChanges, ReadDefinition, ReadEnqueue } from './input/definition-schema.js';
import { concurrencyOf } from './concurrency-of.js';

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
    ...NO_CONCURRENCY_LIMITS,
    unique: null,
  });
}

/** The policies that result when a caller asks for something else here and there. */
export function policiesOf(base: JobPolicies, asked: ReadDefinition | ReadChanges): JobPolicies {
  return share({
    ...withoutCircuit(base),
    ...runPolicies(base, asked),
    ...concurrencyOf(base, asked),
    unique: asked.unique === undefined ? base.unique : asked.unique,
    onExhausted: asked.onExhausted ?? base.onExhausted,
    allowOverlap: asked.concurrency === 1 ? false : (asked.allowOverlap ?? base.allowOverlap),
    missedRuns:
      asked.missedRuns === undefined ? base.missedRuns : missedRunsOf(base.missedRuns, asked.missedRuns),
  });
}

/** What was asked for before, by what was asked for: work is enqueued with the same options again and again. */
const enqueued = new WeakMap<JobPolicies, Map<string, JobPolicies>>();

/** Nothing else than the defaults is the usual case, and needs no new object. */
export function enqueuePolicies(base: JobPolicies, asked: ReadEnqueue): JobPolicies {
  const { queue, priority, timeout, maxRetries, backoff, metadata } = asked;
  const circuit = asked.circuit === undefined ? circuitOfMetadata(metadata) : asked.circuit;
  const isUsual = timeout === undefined && maxRetries === undefined && backoff === undefined;
  if (isUsual && circuit === undefined && queue === undefined && priority === undefined) return base;
  // In a list, nothing given and null are the same.
  const named = circuit === null ? false : circuit;
  const key = JSON.stringify([queue, priority, timeout, maxRetries, named, backoff]);
  let known = enqueued.get(base);
  if (known === undefined || known.size >= MOST_SHARED) enqueued.set(base, (known = new Map()));
  let policies = known.get(key);
  if (policies === undefined)
    known.set(key, (policies = share({ ...withoutCircuit(base), ...runPolicies(base, asked) })));
  return policies;
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
    ...circuitOf(base, asked),
  };
}

type CircuitPolicy = Pick<ExecutionPolicy, 'circuit'>;

function withoutCircuit({ circuit: _, ...rest }: JobPolicies): JobPolicies {
  return rest;
}

/** Its own option wins over what `metadata` names. */
function circuitOf(
  base: JobPolicies,
  { circuit, metadata }: ReadDefinition | ReadChanges | ReadEnqueue,
): CircuitPolicy {
  const named = circuit === undefined ? circuitOfMetadata(metadata) : circuit;
  if (named === null) return {};
  if (named !== undefined) return { circuit: named };
  return base.circuit === undefined ? {} : { circuit: base.circuit };
}

const CIRCUIT_KEY = 'circuit_breaker';
const metadataSchema = z.object({ [CIRCUIT_KEY]: nameField.optional() });

/** Undefined: it names none. */
function circuitOfMetadata(metadata: unknown): string | undefined {
  if (typeof metadata !== 'object' || metadata === null || !Object.hasOwn(metadata, CIRCUIT_KEY))
    return undefined;
  return readInput({ schema: metadataSchema, value: metadata, error: ScheduleInvalid, subject: 'metadata' })[
    CIRCUIT_KEY
  ];
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
