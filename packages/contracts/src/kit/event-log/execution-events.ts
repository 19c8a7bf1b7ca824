import type { ExecutionLogEvent } from '../../event-log/event-names.js';
import type { DomainEvent, EventContext, EventRecord } from '../../event-log/logged-event.js';
import type { Execution } from '../../executions/execution.js';
import type { JsonObject } from '../../values/json.js';
import { withData } from './event-json.js';
import { newExecutionData } from './execution-data.js';

/** What an event needs to know of an execution besides its own data. */
export type ExecutionKey = Pick<Execution, 'id' | 'jobId' | 'tenant'>;

export function executionEvent(
  name: ExecutionLogEvent,
  { id, jobId, tenant }: ExecutionKey,
  data: JsonObject,
  { at, cause }: EventContext,
): EventRecord {
  return { name, version: 1, at, tenant, entity: 'execution', entityId: id, jobId, cause, data };
}

/** For each execution that is inserted, as it is stored. */
export function executionAdded(execution: Execution, context: EventContext): EventRecord {
  const { status, origin } = execution;
  const waiting = origin === 'scheduled' ? 'ExecutionFired' : 'ExecutionEnqueued';
  const name = status === 'skipped' ? 'ExecutionSkipped' : waiting;
  return executionEvent(name, execution, newExecutionData(execution), context);
}

/** For each execution that is claimed, as it is afterwards. The time of the event is its `startedAt`, and the node causes it. */
export function executionClaimed({
  fence,
  owner,
  startedAt,
  ...execution
}: ExecutionKey & Pick<Execution, 'fence' | 'owner' | 'startedAt'>): EventRecord {
  const context = { at: startedAt ?? new Date(0), cause: owner };
  return executionEvent('ExecutionStarted', execution, { fence, owner }, context);
}

export interface StartConfirmed {
  readonly fence: number;
  readonly startedAt: Date;
}

/** For each lease whose heartbeat confirms a start. Leases that are only extended have no event. */
export function startConfirmed(
  execution: ExecutionKey,
  { fence, startedAt }: StartConfirmed,
  context: EventContext,
): EventRecord {
  return executionEvent(
    'ExecutionStartConfirmed',
    execution,
    withData([
      ['fence', fence],
      ['startedAt', startedAt],
    ]),
    context,
  );
}

/** For each waiting execution that is cancelled where the store has not read the whole of it. Else `executionChanged` says the same. */
export function executionCancelled(
  execution: ExecutionKey,
  reason: string | null,
  context: EventContext,
): EventRecord {
  const data = { reason: { code: 'cancelled', message: reason } };
  return executionEvent('ExecutionCancelled', execution, data, context);
}

/** For each running execution that is asked to stop. */
export function cancelAsked(execution: ExecutionKey, reason: string, context: EventContext): EventRecord {
  return executionEvent('ExecutionCancelRequested', execution, { reason }, context);
}

/** For each waiting execution whose start is moved. */
export function executionPostponed(
  execution: ExecutionKey,
  availableAt: Date,
  context: EventContext,
): EventRecord {
  return executionEvent('ExecutionPostponed', execution, withData([['availableAt', availableAt]]), context);
}

/** For a dead letter that a new execution replaces, and whose own event follows from `executionAdded`. */
export function deadLetterReplaced(
  execution: ExecutionKey,
  replacedBy: string,
  context: EventContext,
): EventRecord {
  return executionEvent('DeadLetterReplaced', execution, { replacedBy }, context);
}

export function deadLetterDismissed(execution: ExecutionKey, context: EventContext): EventRecord {
  return executionEvent('DeadLetterDismissed', execution, {}, context);
}

/** For what a handler says has happened in its domain; appended with the settlement if that is written. */
export function domainEventEmitted(
  execution: ExecutionKey,
  { name, data }: DomainEvent,
  context: EventContext,
): EventRecord {
  return executionEvent('DomainEventEmitted', execution, { name, data }, context);
}

/** For executions that are deleted without their job: one event for each tenant. The first of them stands for all. */
export function executionsDeleted(
  executions: readonly Pick<Execution, 'id' | 'tenant'>[],
  context: EventContext,
): readonly EventRecord[] {
  const byTenant = new Map<string | null, string[]>();
  for (const { id, tenant } of executions) {
    const ids = byTenant.get(tenant);
    if (ids === undefined) byTenant.set(tenant, [id]);
    else ids.push(id);
  }
  return [...byTenant].map(([tenant, ids]) =>
    executionEvent('ExecutionsDeleted', { id: ids[0] ?? '', jobId: null, tenant }, { ids }, context),
  );
}
