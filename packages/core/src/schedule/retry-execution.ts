import { type Execution, ExecutionNotFound, IllegalTransition } from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';
import { emitRetriedDeadLetter } from '../signals/telemetry/emit-dead-letters.js';
import { retryAsNewExecution } from '../maintain/dead-letters/retry-as-new-execution.js';
import { announceNew } from './enqueue.js';
import { type ManagerParts, refuseWhenClosing, storeNow } from './manager-parts.js';

/** Runs an execution that ended as failed or timeout again, as a new execution that names the original. */
export async function retryExecution(
  parts: ManagerParts,
  executionId: string,
  tenant: TenantScope,
): Promise<Execution> {
  refuseWhenClosing(parts, 'retryExecution');
  const original = await getExecution(parts, executionId, tenant);
  if (original.status !== 'failed' && original.status !== 'timeout') {
    const wayOut = 'only an execution that failed or timed out can be retried';
    throw new IllegalTransition(`execution ${executionId}`, original.status, 'retried', wayOut);
  }
  const execution = retryAsNewExecution(original, { id: parts.ids.next(), now: storeNow(parts) });
  const [stored = execution] = await parts.executions.add({ executions: [execution] });
  if (original.deadLetter !== null) emitRetriedDeadLetter(stored, original);
  await announceNew(parts, [stored]);
  return stored;
}

export async function getExecution(parts: ManagerParts, id: string, tenant: TenantScope): Promise<Execution> {
  const execution = await parts.executions.get({ id, tenant });
  if (execution === null) throw new ExecutionNotFound(id);
  return execution;
}
