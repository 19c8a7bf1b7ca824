import type { Attributes } from '@opentelemetry/api';
import type { Execution, SentWork, TracedAttempt } from '@scheduler/contracts';

/**
 * The names of attributes. Those of messaging follow the semantic conventions of OpenTelemetry, which are not stable yet; a later version
 * follows their changes.
 */
export const SYSTEM = 'scheduler';

/** What the operations of senders are called by the conventions. */
const OPERATION_TYPES: Readonly<Record<SentWork['operation'], string>> = {
  enqueue: 'send',
  schedule: 'create',
  start_workflow: 'send',
};

export function sentAttributes(
  { operation, name, queue, tenant, count }: SentWork,
  tenants: boolean,
): Attributes {
  return {
    'messaging.system': SYSTEM,
    'messaging.operation.name': operation,
    'messaging.operation.type': OPERATION_TYPES[operation],
    'scheduler.type': name,
    ...(queue === null ? {} : { 'messaging.destination.name': queue }),
    ...(count === 1 ? {} : { 'messaging.batch.message_count': count }),
    ...(tenant === null || !tenants ? {} : { 'scheduler.tenant': tenant }),
  };
}

export function attemptAttributes({ execution, node }: TracedAttempt, tenants: boolean): Attributes {
  const { tenant } = execution;
  return {
    'messaging.system': SYSTEM,
    'messaging.operation.name': 'process',
    'messaging.operation.type': 'process',
    'messaging.destination.name': execution.queue,
    'messaging.message.id': execution.id,
    'scheduler.type': execution.type,
    'scheduler.attempt': execution.attemptsUsed,
    'scheduler.origin': execution.origin,
    'scheduler.node': node,
    ...jobAttributes(execution),
    ...placeAttributes(execution),
    ...(tenant === null || !tenants ? {} : { 'scheduler.tenant': tenant }),
  };
}

function jobAttributes({ jobId, jobName }: Execution): Attributes {
  if (jobId === null) return {};
  return { 'scheduler.job.id': jobId, ...(jobName === null ? {} : { 'scheduler.job.name': jobName }) };
}

function placeAttributes({ workflow }: Execution): Attributes {
  if (workflow === null) return {};
  return {
    'scheduler.workflow.run': workflow.run,
    'scheduler.workflow.step': workflow.step,
    ...(workflow.index === null ? {} : { 'scheduler.workflow.index': workflow.index }),
    ...(workflow.phase === 'run' ? {} : { 'scheduler.workflow.phase': workflow.phase }),
  };
}
