import {
  type CallerTransaction,
  type EnqueueRequest,
  type Execution,
  isSchedulerError,
  ScheduleInvalid,
  type WriteOptions,
} from '@scheduler/contracts';
import {
  type ExecutionRepository,
  GroupCommit,
  newExecution,
  NO_CONCURRENCY_LIMITS,
  type TenantScope,
} from '@scheduler/contracts/adapter';
import { announce, publishNew } from '../signals/announce.js';
import { withTypeDefaults } from '../execute/handlers/type-defaults.js';
import { enqueueSchema, type ReadEnqueue } from './input/definition-schema.js';
import { readInput } from '../support/input/read-input.js';
import { concurrencyOf } from './concurrency-of.js';
import { toMetadata, toPayload } from './job-of-definition.js';
import { checkWork, type ManagerParts, storeNow } from './manager-parts.js';
import { resolveTenant } from './resolve-tenant.js';
import { defaultPolicies, enqueuePolicies } from './policies-of.js';
import { type UniquenessInput, uniquenessOf, uniquenessOfKey } from '../policies/unique-key.js';

const KNOWN = Object.keys(enqueueSchema.shape);
const NO_TAGS: readonly string[] = Object.freeze([]);
const NOTHING = Object.freeze({});
const MOST_AT_ONCE = 500;

/** Concurrent callers share one write. */
export function enqueueGroup(executions: ExecutionRepository): GroupCommit<Execution, Execution> {
  return new GroupCommit({
    write: (group) => executions.add({ executions: group }),
    maxGroup: MOST_AT_ONCE,
    // A taken id or key fails the whole group, so that the others are written again one by one.
    isRefusal: isSchedulerError,
  });
}

/** The execution that a request describes, checked. */
export function executionOfRequest(
  parts: ManagerParts,
  given: EnqueueRequest,
  tenant: TenantScope,
  now: Date = storeNow(parts),
): Execution {
  const request = readInput({
    schema: enqueueSchema,
    value: withTypeDefaults(parts.handlers, given),
    error: ScheduleInvalid,
    subject: 'request',
    known: KNOWN,
  });
  const payload = toPayload(request.payload);
  const metadata = toMetadata(request.metadata);
  checkWork(parts, { type: request.type, payload, metadata });
  const at = startOf(request, now);
  const policies = enqueuePolicies(defaultPolicies(parts.config), request);
  if (policies.circuit !== undefined) parts.ports.require('circuits');
  const owner = resolveTenant(request.tenant, tenant);
  return newExecution({
    ...admissionOf(request, { type: request.type, tenant: owner, queue: policies.queue, payload }),
    id: request.id ?? parts.ids.next(),
    jobId: null,
    jobName: null,
    type: request.type,
    targetId: request.targetId ?? null,
    payload,
    tags: request.tags ?? NO_TAGS,
    metadata,
    tenant: owner,
    queue: policies.queue,
    priority: policies.priority,
    policy: policies,
    exclusive: false,
    origin: 'enqueued',
    occurrenceAt: null,
    lateness: 'on_time',
    scheduledAt: at,
    availableAt: at,
    createdAt: now,
    trace: parts.tracing.contextOf(metadata),
  });
}

/** The request for an instant. One that names another instant itself is refused. */
export function atInstant(request: EnqueueRequest, at: Date): EnqueueRequest {
  if (request.runAt === undefined) return { ...request, runAt: at };
  throw new ScheduleInvalid({
    field: 'request.runAt',
    value: request.runAt,
    problem: 'is given beside the instant of enqueueAt',
    accepted: 'one of them',
  });
}

function startOf({ runAt, delay }: ReadEnqueue, now: Date): Date {
  if (delay === undefined) return runAt ?? now;
  if (runAt === undefined) return new Date(now.getTime() + delay);
  throw new ScheduleInvalid({
    field: 'delay',
    value: delay,
    problem: 'is given beside runAt',
    accepted: 'one of them: an instant, or a time from now',
  });
}

/** The concurrency limits and the uniqueness of enqueued work, which usually has neither. */
function admissionOf(
  request: ReadEnqueue,
  work: Omit<UniquenessInput, 'jobName'>,
): Partial<Pick<Execution, 'unique' | 'concurrencyKey' | 'concurrencyLimit'>> {
  const { unique = null, uniqueKey, concurrencyKey, concurrencyLimit } = request;
  if (unique !== null && uniqueKey !== undefined) refuseBoth(uniqueKey);
  return {
    ...(concurrencyKey === undefined && concurrencyLimit === undefined
      ? NOTHING
      : concurrencyOf(NO_CONCURRENCY_LIMITS, request)),
    ...(unique === null ? NOTHING : { unique: uniquenessOf(unique, { ...work, jobName: null }) }),
    ...(uniqueKey === undefined ? NOTHING : { unique: uniquenessOfKey(uniqueKey, work.tenant) }),
  };
}

function refuseBoth(uniqueKey: string): never {
  throw new ScheduleInvalid({
    field: 'uniqueKey',
    value: uniqueKey,
    problem: 'is given beside unique',
    accepted: 'one of them: unique skips a duplicate, uniqueKey refuses it',
  });
}

export interface Enqueue extends WriteOptions {
  readonly tenant: TenantScope;
}

interface EnqueueOne extends Enqueue {
  /** Where concurrent callers share a write. */
  readonly group: GroupCommit<Execution, Execution>;
}

/** Stores one execution, together with those of concurrent callers. */
export async function enqueueOne(
  parts: ManagerParts,
  request: EnqueueRequest,
  { group, ...options }: EnqueueOne,
): Promise<Execution> {
  if (options.transaction !== undefined) return first(await enqueueAll(parts, [request], options));
  const execution = executionOfRequest(parts, request, options.tenant);
  await parts.quotas.checkPayload(execution);
  const stored = await parts.quotas.addWaiting([execution], () => group.add(execution));
  await announceNew(parts, [stored]);
  return stored;
}

export function first(executions: readonly Execution[]): Execution {
  const [execution] = executions;
  if (execution === undefined) throw new Error('one request makes one execution');
  return execution;
}

/** Stores all executions or none, in one write. */
export async function enqueueAll(
  parts: ManagerParts,
  requests: readonly EnqueueRequest[],
  { tenant, transaction }: Enqueue,
): Promise<readonly Execution[]> {
  const now = storeNow(parts);
  const executions = requests.map((request) => executionOfRequest(parts, request, tenant, now));
  if (executions.length === 0) return executions;
  await parts.quotas.checkPayloads(executions);
  // Inside a caller's transaction nobody can see them yet. If the process dies between the commit and the dispatch, the next poll finds them.
  if (transaction !== undefined)
    return parts.quotas.addWaiting(executions, () => addIn(transaction), transaction);
  return addWaiting(parts, executions);

  function addIn(within: CallerTransaction): Promise<readonly Execution[]> {
    const onCommitted = (stored: readonly Execution[]) => void announceNew(parts, stored);
    return parts.executions.add({ executions, transaction: within, onCommitted });
  }
}

/** Stores executions that somebody asks for, and announces them. */
export async function addWaiting(
  parts: ManagerParts,
  executions: readonly Execution[],
): Promise<readonly Execution[]> {
  const stored = await parts.quotas.addWaiting(executions, () => parts.executions.add({ executions }));
  await announceNew(parts, stored);
  return stored;
}

/** Publishes committed executions, and dispatches them to their queues. */
export async function announceNew(parts: ManagerParts, executions: readonly Execution[]): Promise<void> {
  publishNew(parts.executionEvents, executions);
  await announce(parts, executions);
}
