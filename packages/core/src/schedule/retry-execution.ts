import { type Execution, ExecutionNotFound, IllegalTransition, JobAlreadyExists } from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';
import { emitRetriedDeadLetter } from '../signals/telemetry/emit-dead-letters.js';
import { retryAsNewExecution } from '../maintain/dead-letters/retry-as-new-execution.js';
import { isStepExecution, retryStep, type StepExecution } from '../maintain/dead-letters/retry-step.js';
import { announceNew } from './enqueue.js';
import { type ManagerParts, storeNow } from './manager-parts.js';

/**
 * Runs an execution that ended as failed or timeout again, once, as a new execution that names the original. A dead letter is replaced by
 * it, so that it is retried once in whichever way. A step of a workflow is retried by its workflow, which goes on from there.
 */
export async function retryExecution(
  parts: ManagerParts,
  executionId: string,
  tenant: TenantScope,
): Promise<Execution> {
  const original = await getExecution(parts, executionId, tenant);
  if (original.status !== 'failed' && original.status !== 'timeout') {
    const wayOut = 'only an execution that failed or timed out can be retried';
    throw new IllegalTransition(`execution ${executionId}`, original.status, 'retried', wayOut);
  }
  if (isStepExecution(original)) return retryByWorkflow(parts, original);
  const execution = retryAsNewExecution(original, storeNow(parts));
  const stored = await store(parts, original, execution);
  if (original.deadLetter !== null) emitRetriedDeadLetter(stored, original);
  await announceNew(parts, [stored]);
  return stored;
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
