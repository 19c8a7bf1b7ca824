import {
  type EventFailure,
  type EventHandler,
  type EventReport,
  type Execution,
  JobAlreadyExists,
  type ScheduledJob,
  type TriggeredEvent,
} from '@scheduler/contracts';
import { type EventHandlerResult, isInScope, type TenantScope } from '@scheduler/contracts/adapter';
import { carryOutAction } from './carry-out-action.js';
import type { EventParts } from './event-parts.js';
import { workIdOf } from './event-template.js';
import { fireEventJobs } from './fire-event-jobs.js';
import { toExecutionError } from '../policies/failures/execution-error.js';
import { recordResults } from './record-results.js';

/** A failure, and whose handler or job it is. */
export interface OwnedFailure extends EventFailure {
  readonly tenant: string | null;
}

/** What an event led to, for whomever. */
export interface ServedEvent extends EventReport {
  readonly failures: readonly OwnedFailure[];
}

/** What of it a caller may see: what an event led to for others, and how it failed there, is not for the tenant that triggered it. */
export function reportTo(scope: TenantScope, served: ServedEvent): EventReport {
  const isVisible = (owned: { readonly tenant: string | null }) => isInScope(owned, scope);
  return {
    ...served,
    jobs: served.jobs.filter(isVisible),
    executions: served.executions.filter(isVisible),
    failures: served.failures.filter(isVisible).map(({ name, error }) => ({ name, error })),
  };
}

/** Carries out the actions of all handlers of an event, the most urgent first, and fires the jobs that wait for it. A failing handler does not stop the others. */
export async function serveEvent(
  parts: EventParts,
  event: TriggeredEvent,
  mayBeRepeated: boolean,
): Promise<ServedEvent> {
  const { name: eventName, tenant } = event;
  const handlers = await parts.eventHandlers.listening({ eventName, tenant });
  const served = await serveHandlers(
    parts,
    handlers.filter(({ action }) => action !== null),
    event,
  );
  const fired = await parts.mutex.run(eventName, () => fireEventJobs(parts, event, mayBeRepeated));
  for (const failure of fired.failures)
    parts.logger.error('a job was not fired by its event', { event: event.name, ...failure });
  return {
    event,
    jobs: served.jobs,
    executions: [...served.executions, ...fired.executions],
    repeated: served.repeated + fired.repeated,
    failures: [...served.failures, ...fired.failures],
  };
}

interface Served {
  readonly jobs: ScheduledJob[];
  readonly executions: Execution[];
  readonly failures: OwnedFailure[];
  repeated: number;
}

async function serveHandlers(
  parts: EventParts,
  handlers: readonly EventHandler[],
  event: TriggeredEvent,
): Promise<Served> {
  const served: Served = { jobs: [], executions: [], failures: [], repeated: 0 };
  const results: EventHandlerResult[] = [];
  for (const handler of handlers) {
    const error = await serveOne(parts, handler, { event, served });
    if (error === REPEATED) continue;
    const failed = error === null ? 0 : 1;
    results.push({ id: handler.id, at: event.at, succeeded: 1 - failed, failed, error });
  }
  await recordResults(parts, results);
  return served;
}

const REPEATED = Symbol('repeated');

async function serveOne(
  parts: EventParts,
  handler: EventHandler,
  { event, served }: { readonly event: TriggeredEvent; readonly served: Served },
): Promise<string | null | typeof REPEATED> {
  try {
    const made = await carryOutAction(parts, handler, event);
    served.jobs.push(...made.jobs);
    served.executions.push(...made.executions);
    return null;
  } catch (error) {
    if (error instanceof JobAlreadyExists && (await isServed(parts, handler, event))) {
      served.repeated += 1;
      return REPEATED;
    }
    const reason = toExecutionError(error, null, parts.redact).message;
    served.failures.push({ name: handler.name, tenant: handler.tenant, error: reason });
    parts.logger.error('an event handler failed', {
      event: event.name,
      handler: handler.name,
      error: reason,
    });
    return reason;
  }
}

/** Whether an earlier trigger of the same event was served: the id decides, whichever of id, name and key was taken. */
async function isServed(
  { schedules, executions }: EventParts,
  handler: EventHandler,
  event: TriggeredEvent,
): Promise<boolean> {
  const request = { id: workIdOf(event, handler), tenant: null };
  const made = handler.action?.kind === 'create_job' ? schedules.get(request) : executions.get(request);
  return (await made) !== null;
}
