import type {
  Backoff,
  Execution,
  ExecutionPolicy,
  ExecutionProgress,
  JsonValue,
  NamedPolicy,
  SkippedRange,
} from '@scheduler/contracts';
import { NO_CONCURRENCY_LIMITS, parseJson } from '@scheduler/contracts/adapter';
import { deepFreeze, SharedJson } from './shared-json.js';

/**
 * The part of an execution that no statement filters by. Most executions of one job have equal details. A row is written three times in
 * its life, so that its text is kept short: default values are left out.
 */
export type ExecutionDetails = Pick<
  Execution,
  | 'jobName'
  | 'targetId'
  | 'tags'
  | 'metadata'
  | 'policy'
  | 'exclusive'
  | 'unique'
  | 'concurrency'
  | 'concurrencyKey'
  | 'concurrencyLimit'
  | 'origin'
  | 'lateness'
  | 'skipped'
  | 'originalExecutionId'
  | 'workflow'
  | 'progress'
>;

/**
 * The order: timeoutMs, maxRetries, onExhausted, then strategy, delayMs, factor, maxDelayMs and jitter of the backoff, then what is named
 * (missing in older rows), then the circuit.
 */
type PolicyList = readonly [
  number,
  number,
  ExecutionPolicy['onExhausted'],
  Backoff['strategy'],
  number,
  number,
  number,
  number,
  (string | number)?,
  string?,
];

/** The order: done, total, checkpoint. */
type ProgressList = readonly [number, number | null, JsonValue];

interface StoredDetails extends Partial<Omit<ExecutionDetails, 'policy' | 'progress' | 'skipped'>> {
  readonly policy: PolicyList;
  readonly progress?: ProgressList;
  readonly skipped?: { readonly count: number; readonly from: number; readonly to: number };
}

/** Shared by all executions that have them, and therefore frozen. */
const DEFAULTS: Omit<ExecutionDetails, 'policy'> = deepFreeze({
  jobName: null,
  targetId: null,
  tags: [],
  metadata: {},
  exclusive: false,
  unique: null,
  ...NO_CONCURRENCY_LIMITS,
  origin: 'enqueued',
  lateness: 'on_time',
  skipped: null,
  originalExecutionId: null,
  workflow: null,
  progress: null,
});

export function detailsToJson(execution: Execution): string {
  const { tags, metadata, skipped } = execution;
  const stored: StoredDetails = {
    policy: policyToList(execution.policy),
    ...(execution.jobName === null ? {} : { jobName: execution.jobName }),
    ...(execution.targetId === null ? {} : { targetId: execution.targetId }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(execution.exclusive ? { exclusive: true } : {}),
    ...(execution.unique === null ? {} : { unique: execution.unique }),
    ...(execution.concurrency === null ? {} : { concurrency: execution.concurrency }),
    ...(execution.concurrencyKey === null ? {} : keyLimitOf(execution)),
    ...(execution.origin === DEFAULTS.origin ? {} : { origin: execution.origin }),
    ...(execution.lateness === DEFAULTS.lateness ? {} : { lateness: execution.lateness }),
    ...(skipped === null ? {} : { skipped: skippedToJson(skipped) }),
    ...(execution.originalExecutionId === null ? {} : { originalExecutionId: execution.originalExecutionId }),
    ...(execution.workflow === null ? {} : { workflow: execution.workflow }),
    ...(execution.progress === null ? {} : { progress: progressToList(execution.progress) }),
  };
  return JSON.stringify(stored);
}

function keyLimitOf({ concurrencyKey, concurrencyLimit }: Execution) {
  return { concurrencyKey, concurrencyLimit };
}

function skippedToJson({ count, from, to }: SkippedRange) {
  return { count, from: from.getTime(), to: to.getTime() };
}

function progressToList({ done, total, checkpoint }: ExecutionProgress): ProgressList {
  return [done, total, checkpoint];
}

function progressFromList([done, total, checkpoint]: ProgressList): ExecutionProgress {
  return { done, total, checkpoint };
}

const NAMED: readonly NamedPolicy[] = ['maxRetries', 'backoff'];

/** One bit for each policy that is named. */
function namedToNumber(named: readonly NamedPolicy[]): number {
  return NAMED.reduce((bits, policy, index) => bits + (named.includes(policy) ? 1 << index : 0), 0);
}

function policyToList(policy: ExecutionPolicy): PolicyList {
  const { timeoutMs, maxRetries, onExhausted, backoff, circuit, named } = policy;
  const { strategy, delayMs, factor, maxDelayMs, jitter } = backoff;
  const list = [timeoutMs, maxRetries, onExhausted, strategy, delayMs, factor, maxDelayMs, jitter] as const;
  if (named === undefined) return circuit === undefined ? list : [...list, circuit];
  const bits = namedToNumber(named);
  return circuit === undefined ? [...list, bits] : [...list, bits, circuit];
}

function policyFromList(list: PolicyList): ExecutionPolicy {
  if (!Array.isArray(list) || typeof list[0] !== 'number' || typeof list[1] !== 'number')
    throw new SyntaxError('an execution without policy');
  const [timeoutMs, maxRetries, onExhausted, strategy, delayMs, factor, maxDelayMs, jitter, ninth, tenth] =
    list as PolicyList;
  const bits = typeof ninth === 'number' ? ninth : undefined;
  const circuit = typeof ninth === 'string' ? ninth : tenth;
  return {
    timeoutMs,
    maxRetries,
    onExhausted,
    backoff: { strategy, delayMs, factor, maxDelayMs, jitter },
    ...(bits !== undefined && { named: NAMED.filter((_, index) => (bits & (1 << index)) !== 0) }),
    ...(circuit !== undefined && { circuit }),
  };
}

/** A policy as it is read again: without what belongs to the job alone. */
export function storedPolicy(policy: ExecutionPolicy): ExecutionPolicy {
  return policyFromList(policyToList(policy));
}

/** Written out, because it is done for every execution of a job, and objects put together from others take several times as long. */
export const detailsOf = new SharedJson((text): ExecutionDetails => {
  const stored = parseJson(text) as unknown as StoredDetails;
  const { skipped, progress } = stored;
  return {
    jobName: stored.jobName ?? null,
    targetId: stored.targetId ?? null,
    tags: stored.tags ?? DEFAULTS.tags,
    metadata: stored.metadata ?? DEFAULTS.metadata,
    policy: policyFromList(stored.policy),
    exclusive: stored.exclusive ?? DEFAULTS.exclusive,
    unique: stored.unique ?? null,
    concurrency: stored.concurrency ?? null,
    concurrencyKey: stored.concurrencyKey ?? null,
    concurrencyLimit: stored.concurrencyLimit ?? null,
    origin: stored.origin ?? DEFAULTS.origin,
    lateness: stored.lateness ?? DEFAULTS.lateness,
    skipped:
      skipped === undefined
        ? null
        : { count: skipped.count, from: new Date(skipped.from), to: new Date(skipped.to) },
    originalExecutionId: stored.originalExecutionId ?? null,
    workflow: stored.workflow ?? null,
    progress: progress === undefined ? null : progressFromList(progress),
  };
});
