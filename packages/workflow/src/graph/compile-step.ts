import {
  type Backoff,
  type BackoffInput,
  DEFAULT_BACKOFF,
  DEFAULT_PRIORITY,
  DEFAULT_QUEUE,
  type ExecutionPolicy,
  toMilliseconds,
  toPriority,
  WorkflowInvalid,
  type WorkflowGraphStep,
} from '@scheduler/contracts';
import { checkInput } from '@scheduler/contracts/adapter';
import type { DeclaredStep } from '../declare/declared-step.js';
import { namesOf } from '../declare/step-handle.js';
import type { AnyStepOptions, CallOptions } from '../declare/step-options.js';
import type { StepCode, WorkflowOptions } from '../declare/workflow-definition.js';
import { stepName, stepOptions } from './check-options.js';

const DEFAULT_TIMEOUT_MS = 300_000;
const DEFAULT_RETRIES = 3;

/** A step as a run is pinned to it. Throws WorkflowInvalid for options that a step of its kind cannot have. */
export function compileStep(
  workflow: string,
  { name, kind, options, code, sleepMs }: DeclaredStep,
  defaults: Pick<WorkflowOptions, 'queue' | 'priority'>,
): WorkflowGraphStep {
  checkInput({ value: name, check: stepName, field: `step of ${workflow}`, error: WorkflowInvalid });
  const field = `${workflow}.${name}`;
  checkInput({ value: options, check: stepOptions(kind), field, error: WorkflowInvalid });
  const waits = kind === 'approval' || kind === 'signal';
  const { concurrencyKey = null, timeout } = options;
  const afterAny = namesOf(options.afterAny);
  if (options.losers !== undefined && afterAny.length === 0)
    throw invalid(`${field}.losers`, options.losers, 'has no meaning without afterAny', 'afterAny beside it');
  if (options.concurrencyLimit !== undefined && concurrencyKey === null)
    throw invalid(
      `${field}.concurrencyLimit`,
      options.concurrencyLimit,
      'has no meaning without concurrencyKey',
      'concurrencyKey beside it',
    );
  if (waits && options.onTimeout !== undefined && timeout === undefined)
    throw invalid(
      `${field}.onTimeout`,
      options.onTimeout,
      'has no meaning without timeout',
      'timeout beside it',
    );
  return {
    name,
    kind,
    after: unique([...(typeof code.source === 'string' ? [code.source] : []), ...namesOf(options.after)]),
    afterAny: unique(afterAny),
    ifSkipped: options.ifSkipped ?? 'run',
    losers: options.losers ?? 'finish',
    onError: options.onError ?? 'fail',
    hasCondition: options.when !== undefined,
    hasRollback: options.rollback !== undefined,
    queue: options.queue ?? defaults.queue ?? DEFAULT_QUEUE,
    priority: toPriority(options.priority ?? defaults.priority ?? DEFAULT_PRIORITY),
    policy: policyOf(waits ? { ...options, timeout: undefined } : options, field),
    rollbackPolicy: policyOf({ ...options, ...callOptionsOf(options.rollback) }, `${field}.rollback`),
    concurrencyKey,
    concurrencyLimit: concurrencyKey === null ? null : (options.concurrencyLimit ?? 1),
    mapConcurrency: options.concurrency ?? null,
    signal: kind === 'signal' ? (options.signal ?? name) : null,
    waitMs: waits && timeout !== undefined ? toMilliseconds(timeout) : null,
    onTimeout: options.onTimeout ?? 'fail',
    sleepMs: sleepMs ?? null,
    child: childName(code.child),
  };
}

function invalid(field: string, value: unknown, problem: string, accepted: string): WorkflowInvalid {
  return new WorkflowInvalid({ field, value, problem, accepted });
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

export function childName(child: StepCode['child']): string | null {
  if (child === undefined) return null;
  return typeof child === 'string' ? child : child.name;
}

function callOptionsOf(rollback: AnyStepOptions['rollback']): CallOptions {
  if (rollback === undefined || typeof rollback === 'function') return {};
  const { run: _, ...options } = rollback;
  return options;
}

function policyOf(
  { timeout, maxRetries, backoff, circuit }: CallOptions & Pick<AnyStepOptions, 'circuit'>,
  field: string,
): ExecutionPolicy {
  return {
    timeoutMs: timeout === undefined ? DEFAULT_TIMEOUT_MS : toMilliseconds(timeout),
    maxRetries: maxRetries ?? DEFAULT_RETRIES,
    backoff: backoff === undefined ? DEFAULT_BACKOFF : backoffOf(backoff, field),
    onExhausted: 'continue',
    ...(circuit === undefined ? {} : { circuit }),
    named: [
      ...(maxRetries === undefined ? [] : (['maxRetries'] as const)),
      ...(backoff === undefined ? [] : (['backoff'] as const)),
    ],
  };
}

function backoffOf({ strategy, delay, factor, maxDelay, jitter }: BackoffInput, field: string): Backoff {
  const delayMs = delay === undefined ? DEFAULT_BACKOFF.delayMs : toMilliseconds(delay);
  const maxDelayMs = maxDelay === undefined ? DEFAULT_BACKOFF.maxDelayMs : toMilliseconds(maxDelay);
  // A delay that is cut to its maximum would be another one than was asked for.
  if (delay !== undefined && delayMs > maxDelayMs)
    throw invalid(
      `${field}.backoff.delay`,
      delay,
      'is longer than its maximum',
      'a longer backoff.maxDelay beside it',
    );
  return {
    strategy: strategy ?? DEFAULT_BACKOFF.strategy,
    delayMs: Math.min(delayMs, maxDelayMs),
    factor: factor ?? DEFAULT_BACKOFF.factor,
    maxDelayMs,
    jitter: jitter ?? DEFAULT_BACKOFF.jitter,
  };
}
