import {
  type Backoff,
  DEFAULT_PRIORITY,
  DEFAULT_QUEUE,
  type ExecutionPolicy,
  type JobPolicies,
  type MissedRunPolicy,
  type NamedPolicy,
  type Priority,
  formatDuration,
  ScheduleInvalid,
} from '@scheduler/contracts';
import { NO_CONCURRENCY_LIMITS } from '@scheduler/contracts/adapter';
import { z } from 'zod';
import type { SchedulerConfig } from '../config/scheduler-config.js';
import { deepFreeze } from '../support/deep-freeze.js';
import { nameField } from '../support/input/fields.js';
import { readInput } from '../support/input/read-input.js';
import type { ReadChanges, ReadDefinition, ReadEnqueue } from './input/definition-schema.js';
import { concurrencyOf } from './concurrency-of.js';

type ReadBackoff = NonNullable<ReadDefinition['backoff']>;
type ReadMissedRuns = NonNullable<ReadDefinition['missedRuns']>;

/** Equal policies share one object, since a store with a million jobs has few different ones. */
const shared = new Map<string, JobPolicies>();
const MOST_SHARED = 10_000;

function share(policies: JobPolicies): JobPolicies {
  const key = JSON.stringify(policies);
  const known = shared.get(key);
  if (known !== undefined) return known;
  if (shared.size >= MOST_SHARED) shared.clear();
  const frozen = deepFreeze(policies);
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
    named: NOTHING_NAMED,
    onExhausted: 'continue',
    allowOverlap: false,
    missedRuns: config.missedRuns,
    ...NO_CONCURRENCY_LIMITS,
    unique: null,
  });
}

/** The base policies with the options that a caller has set. */
export function policiesOf(base: JobPolicies, options: ReadDefinition | ReadChanges): JobPolicies {
  return share({
    ...withoutOptional(base),
    ...runPolicies(base, options),
    ...overlapOf(base, options),
    ...expectationOf(base, options),
    ...concurrencyOf(base, options),
    unique: options.unique === undefined ? base.unique : options.unique,
    onExhausted: options.onExhausted ?? base.onExhausted,
    allowOverlap: options.concurrency === 1 ? false : (options.allowOverlap ?? base.allowOverlap),
    missedRuns:
      options.missedRuns === undefined ? base.missedRuns : missedRunsOf(base.missedRuns, options.missedRuns),
  });
}

/** The policies of earlier requests by their options, since work is enqueued with the same options again and again. */
const enqueuedPolicies = new WeakMap<JobPolicies, Map<string, JobPolicies>>();

/** The policies of enqueued work. The usual case, defaults only, needs no new object. */
export function enqueuePolicies(base: JobPolicies, options: ReadEnqueue): JobPolicies {
  const { queue, priority, timeout, maxRetries, backoff, metadata } = options;
  const circuit = options.circuit === undefined ? circuitOfMetadata(metadata) : options.circuit;
  const isUsual = timeout === undefined && maxRetries === undefined && backoff === undefined;
  if (isUsual && circuit === undefined && queue === undefined && priority === undefined) return base;
  // JSON writes both undefined and null as null in a list, so that null becomes false.
  const named = circuit === null ? false : circuit;
  const key = JSON.stringify([queue, priority, timeout, maxRetries, named, backoff]);
  let known = enqueuedPolicies.get(base);
  if (known === undefined || known.size >= MOST_SHARED) enqueuedPolicies.set(base, (known = new Map()));
  let policies = known.get(key);
  if (policies === undefined)
    known.set(key, (policies = share({ ...withoutOptional(base), ...runPolicies(base, options) })));
  return policies;
}

type RunPolicies = Omit<ExecutionPolicy, 'onExhausted'> & {
  readonly queue: string;
  readonly priority: Priority;
};

function runPolicies(base: JobPolicies, options: ReadDefinition | ReadChanges | ReadEnqueue): RunPolicies {
  return {
    queue: options.queue ?? base.queue,
    priority: options.priority ?? base.priority,
    timeoutMs: options.timeout ?? base.timeoutMs,
    maxRetries: options.maxRetries ?? base.maxRetries,
    backoff: options.backoff === undefined ? base.backoff : backoffOf(base.backoff, options.backoff),
    ...namedIn(base, options),
    ...circuitOf(base, options),
  };
}

const NOTHING_NAMED: readonly NamedPolicy[] = [];

/** What the caller has named, or somebody before: a change of another field does not take it back. */
function namedIn(
  { named = ['maxRetries'] }: JobPolicies,
  { maxRetries, backoff }: Pick<ReadDefinition, 'maxRetries' | 'backoff'>,
): Pick<ExecutionPolicy, 'named'> {
  const isNamed = (policy: NamedPolicy, given: unknown) => given !== undefined || named.includes(policy);
  return {
    named: [
      ...(isNamed('maxRetries', maxRetries) ? (['maxRetries'] as const) : []),
      ...(isNamed('backoff', backoff) ? (['backoff'] as const) : []),
    ],
  };
}

type CircuitPolicy = Pick<ExecutionPolicy, 'circuit'>;

/** Policies that a job may lack are missing then, not null, so that they are added one by one. */
function withoutOptional({
  circuit: _,
  overlap: __,
  expectWithinMs: ___,
  ...rest
}: JobPolicies): JobPolicies {
  return rest;
}

/** Null leaves the decision to the trigger again. */
function overlapOf(
  base: JobPolicies,
  { overlap = base.overlap }: ReadDefinition | ReadChanges,
): Pick<JobPolicies, 'overlap'> {
  return overlap === undefined || overlap === null ? {} : { overlap };
}

/** Null: nothing is expected any more. */
function expectationOf(
  { expectWithinMs: before }: JobPolicies,
  { expectWithin: within = before }: ReadDefinition | ReadChanges,
): Pick<JobPolicies, 'expectWithinMs'> {
  return within === undefined || within === null ? {} : { expectWithinMs: within };
}

/** The option `circuit` takes precedence over the circuit in `metadata`. */
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

/** Undefined: the metadata name no circuit. */
function circuitOfMetadata(metadata: unknown): string | undefined {
  if (typeof metadata !== 'object' || metadata === null || !Object.hasOwn(metadata, CIRCUIT_KEY))
    return undefined;
  return readInput({ schema: metadataSchema, value: metadata, error: ScheduleInvalid, subject: 'metadata' })[
    CIRCUIT_KEY
  ];
}

function backoffOf(base: Backoff, options: ReadBackoff): Backoff {
  refuseDelayAboveMaximum(options, base);
  return {
    strategy: options.strategy ?? base.strategy,
    delayMs: options.delay ?? base.delayMs,
    factor: options.factor ?? base.factor,
    maxDelayMs: options.maxDelay ?? base.maxDelayMs,
    jitter: options.jitter ?? base.jitter,
  };
}

/** A delay that is cut to its maximum would be another one than was asked for. */
function refuseDelayAboveMaximum({ delay, maxDelay }: ReadBackoff, base: Backoff): void {
  const longest = maxDelay ?? base.maxDelayMs;
  if (delay === undefined || delay <= longest) return;
  throw new ScheduleInvalid({
    field: 'backoff.delay',
    value: delay,
    problem: 'is longer than its maximum',
    accepted: `at most ${formatDuration(longest)}, or a longer backoff.maxDelay beside it`,
  });
}

function missedRunsOf(base: MissedRunPolicy, options: ReadMissedRuns): MissedRunPolicy {
  if (typeof options === 'string') return { ...base, policy: options };
  const { policy, cap, grace } = options;
  return { policy, cap: cap ?? base.cap, graceMs: grace ?? base.graceMs };
}
