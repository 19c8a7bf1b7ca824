import {
  type Execution,
  ExecutionNotFound,
  IllegalTransition,
  JobAlreadyExists,
  type JsonValue,
  PayloadInvalid,
  type RetryChanges,
  ScheduleInvalid,
} from '@scheduler/contracts';
import { newExecution, type TenantScope } from '@scheduler/contracts/adapter';
import { emitRetriedDeadLetter } from '../signals/telemetry/emit-dead-letters.js';
import { retryAsNewExecution } from '../maintain/dead-letters/retry-as-new-execution.js';
import { isStepExecution, retryStep, type StepExecution } from '../maintain/dead-letters/retry-step.js';
import { toJsonValue } from '../support/input/json-value.js';
import { announceNew } from './enqueue.js';
import { checkWork, type ManagerParts, storeNow } from './manager-parts.js';

interface RetriedExecution extends RetryChanges {
  readonly executionId: string;
  readonly tenant: TenantScope;
}

/**
 * Runs an execution that ended as failed or timeout again, once, as a new execution that names the original. A dead letter is replaced by
 * it, so that it is retried once in whichever way. A step of a workflow is retried by its workflow, which goes on from there.
 */
export async function retryExecution(
  parts: ManagerParts,
  { executionId, tenant, payload }: RetriedExecution,
): Promise<Execution> {
  const mended = payload === undefined ? undefined : toJsonValue(payload, 'changes.payload', PayloadInvalid);
  const original = await getExecution(parts, executionId, tenant);
  if (original.status !== 'failed' && original.status !== 'timeout') {
    const wayOut = 'only an execution that failed or timed out can be retried';
    throw new IllegalTransition(`execution ${executionId}`, original.status, 'retried', wayOut);
  }
  if (isStepExecution(original)) {
    refusePayload(original, mended);
    return retryByWorkflow(parts, original);
  }
  const execution = withPayload(parts, retryAsNewExecution(original, storeNow(parts)), mended);
  if (mended !== undefined) await parts.quotas.checkPayload(execution);
  const stored = await store(parts, original, execution);
  if (original.deadLetter !== null) emitRetriedDeadLetter(stored, original);
  await announceNew(parts, [stored]);
  return stored;
}

/** The execution with another payload, checked as that of new work is. Undefined: it keeps its own. */
function withPayload(parts: ManagerParts, execution: Execution, payload: JsonValue | undefined): Execution {
  if (payload === undefined) return execution;
  checkWork(parts, { type: execution.type, payload, metadata: execution.metadata });
  return newExecution({ ...execution, payload });
}

function refusePayload({ workflow }: StepExecution, payload: JsonValue | undefined): void {
  if (payload === undefined) return;
  throw new ScheduleInvalid({
    field: 'changes.payload',
    value: payload,
    problem: `cannot be changed for step ${workflow.step}, which gets it from workflow ${workflow.run}`,
    accepted: 'a retry without a payload, or a new run of the workflow with another input',
  });
}

async function retryByWorkflow(parts: ManagerParts, original: StepExecution): Promise<Execution> {
  const { id, tenant, workflow } = original;
  const execution = await retryStep(parts.workflows, original);
  if (original.deadLetter !== null) await parts.executions.dismissDeadLetters({ ids: [id], tenant });
  if (execution === null)
    throw new IllegalTransition(
      `execution ${id}`,
      'retried already',
      'retried again',
      `see step ${workflow.step} of workflow ${workflow.run}`,
    );
  if (original.deadLetter !== null) emitRetriedDeadLetter(execution, original);
  return execution;
}

async function store(
  { executions, quotas }: ManagerParts,
  original: Execution,
  execution: Execution,
): Promise<Execution> {
  try {
    const add = async () => (await executions.add({ executions: [execution] }))[0] ?? execution;
    if (original.deadLetter === null) return await quotas.addWaiting([execution], add);
    const { id, tenant } = original;
    const replace = () => executions.replaceDeadLetter({ id, tenant, execution });
    if (await quotas.addWaiting([execution], replace)) return execution;
  } catch (error) {
    if (!(error instanceof JobAlreadyExists && error.field === 'id')) throw error;
  }
  throw new IllegalTransition(
    `execution ${original.id}`,
    original.deadLetter === null ? 'retried already' : 'no dead letter any more',
    'retried again',
    `see its retry, execution ${execution.id}`,
  );
}

export async function getExecution(parts: ManagerParts, id: string, tenant: TenantScope): Promise<Execution> {
  const execution = await parts.executions.get({ id, tenant });
  if (execution === null) throw new ExecutionNotFound(id);
  return execution;
}
