import {
  type EnqueueRequest,
  type Execution,
  type ExecutionRepository,
  isSchedulerError,
  newExecution,
  ScheduleInvalid,
  type TenantScope,
  type WriteOptions,
} from '@scheduler/contracts';
import { announce } from '../due-job-dispatcher/announce.js';
import { enqueueSchema } from '../input/definition-schema.js';
import { readInput } from '../input/read-input.js';
import { GroupCommit } from '../support/group-commit.js';
import { toMetadata, toPayload } from './job-of-definition.js';
import { checkWork, type ManagerParts, refuseWhenClosing, storeNow } from './manager-parts.js';
import { ownTenant } from './own-tenant.js';
import { defaultPolicies, enqueuePolicies } from './policies-of.js';

const KNOWN = Object.keys(enqueueSchema.shape);
const NO_TAGS: readonly string[] = Object.freeze([]);
const MOST_AT_ONCE = 500;

/** Concurrent callers share one write. */
export function enqueueGroup(executions: ExecutionRepository): GroupCommit<Execution, Execution> {
  return new GroupCommit({
    write: async (group) => {
      await executions.add({ executions: group });
      return group;
    },
    maxGroup: MOST_AT_ONCE,
    // A taken id refuses the whole group; the others are not to blame.
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
    value: given,
    error: ScheduleInvalid,
    subject: 'request',
    known: KNOWN,
  });
  const payload = toPayload(request.payload);
  checkWork(parts, request.type, payload);
  const at = request.runAt ?? now;
  const policies = enqueuePolicies(defaultPolicies(parts.config), request);
  return newExecution({
    id: request.id ?? parts.ids.next(),
    jobId: null,
    jobName: null,
    type: request.type,
    targetId: request.targetId ?? null,
    payload,
    tags: request.tags ?? NO_TAGS,
    metadata: toMetadata(request.metadata),
    tenant: ownTenant(request.tenant, tenant),
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
  });
}

export interface Enqueue extends WriteOptions {
  readonly tenant: TenantScope;
}

/** All or none, in one write. */
export async function enqueueAll(
  parts: ManagerParts,
  requests: readonly EnqueueRequest[],
  { tenant, transaction }: Enqueue,
): Promise<readonly Execution[]> {
  refuseWhenClosing(parts, 'enqueue');
  const now = storeNow(parts);
  const executions = requests.map((request) => executionOfRequest(parts, request, tenant, now));
  if (executions.length === 0) return executions;
  await parts.executions.add({ executions, transaction });
  // Inside a caller's transaction nobody can see them yet: the poll finds them after the commit.
  if (transaction === undefined) await announceNew(parts, executions);
  return executions;
}

/** Tells whoever listens, and their queues, about executions that are committed. */
export async function announceNew(parts: ManagerParts, executions: readonly Execution[]): Promise<void> {
  parts.executionEvents.tell('scheduler:job.dispatch', executions);
  await announce(parts, executions);
}
