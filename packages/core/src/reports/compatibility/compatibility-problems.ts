import {
  describeType,
  type Execution,
  hasInstants,
  isSchedulerError,
  isStepType,
  type ScheduledJob,
  ScheduleInvalid,
} from '@scheduler/contracts';
import { type CheckedWork, checkPayload } from '../../execute/call-handler.js';
import type { HandlerRegistry } from '../../execute/handlers/handler-registry.js';
import { readInput } from '../../support/input/read-input.js';
import { triggerSchema } from '../../schedule/input/trigger-schema.js';
import { type RecurrenceEngine, recurrenceOf } from '@scheduler/recurrence';

/**
 * What is wrong with a stored job or execution:
 * - `handler_missing`: no handler of this build supports its type, or more than one does
 * - `payload_refused`: its handler refuses the payload
 * - `payload_too_new`: a later build created the payload; a node with that build can run it
 * - `trigger_invalid`: its trigger or its exclusions are invalid for this build
 * - `quarantined`: it could not be read or fired before, and waits for a person
 */
export type CompatibilityProblemKind =
  'handler_missing' | 'payload_refused' | 'payload_too_new' | 'trigger_invalid' | 'quarantined';

/** A stored job or execution that does not fit this build. */
export interface CompatibilityProblem {
  readonly kind: CompatibilityProblemKind;
  readonly subject: 'job' | 'execution';
  readonly id: string;
  /** The name of the job. Null for enqueued work. */
  readonly name: string | null;
  readonly type: string;
  readonly tenant: string | null;
  readonly message: string;
}

export interface CompatibilityRules {
  readonly handlers: Pick<HandlerRegistry, 'resolve'>;
  readonly recurrence: Pick<RecurrenceEngine, 'compile'>;
}

interface Found {
  readonly kind: CompatibilityProblemKind;
  readonly message: string;
}

/** The problems of a job: with its handler, its payload, its trigger. */
export function problemsOfJob(job: ScheduledJob, rules: CompatibilityRules): readonly CompatibilityProblem[] {
  const { id, name, type, tenant, statusReason } = job;
  // A quarantined job holds replacements for what could not be read, which are not worth checking.
  const found = statusReason?.startsWith('quarantined:')
    ? [{ kind: 'quarantined' as const, message: statusReason }]
    : [...problemsOfWork(job, rules), ...problemsOfTrigger(job, rules)];
  return found.map((problem) => ({ ...problem, subject: 'job', id, name, type, tenant }));
}

/** The problems of a waiting execution: with its handler, its payload. */
export function problemsOfExecution(
  execution: Execution,
  rules: CompatibilityRules,
): readonly CompatibilityProblem[] {
  const { id, jobName, type, tenant, reason } = execution;
  const found =
    reason?.code === 'corrupt'
      ? [{ kind: 'quarantined' as const, message: reason.message ?? 'its row is corrupt' }]
      : problemsOfWork(execution, rules);
  return found.map((problem) => ({ ...problem, subject: 'execution', id, name: jobName, type, tenant }));
}

function problemsOfWork(work: CheckedWork, { handlers }: CompatibilityRules): readonly Found[] {
  const handler = attempt(() => handlers.resolve(work.type));
  if ('error' in handler) return [{ kind: 'handler_missing', message: missing(work, handler.error) }];
  const checked = attempt(() => checkPayload(handler.value, work));
  return 'error' in checked ? [{ kind: kindOf(checked.error), message: messageOf(checked.error) }] : [];
}

/** A step is named as its workflow names it, since nobody has written its type. */
function missing({ type }: CheckedWork, error: unknown): string {
  const message = messageOf(error);
  return isStepType(type) ? `${describeType(type)} has no function here: ${message}` : message;
}

function kindOf(error: unknown): CompatibilityProblemKind {
  return isSchedulerError(error) && error.code === 'PAYLOAD_TOO_NEW' ? 'payload_too_new' : 'payload_refused';
}

function problemsOfTrigger(job: ScheduledJob, { recurrence }: CompatibilityRules): readonly Found[] {
  const { trigger } = job;
  const compiled = attempt(() => {
    readInput({ schema: triggerSchema, value: trigger, error: ScheduleInvalid, subject: 'trigger' });
    // Triggers of events and starts have no instants to compute.
    if (hasInstants(trigger)) recurrence.compile(recurrenceOf(job));
  });
  return 'error' in compiled ? [{ kind: 'trigger_invalid', message: messageOf(compiled.error) }] : [];
}

function attempt<T>(work: () => T): { readonly value: T } | { readonly error: unknown } {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
