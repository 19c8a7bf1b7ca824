import type { CancelRequested, Execution, ExecutionLog, Page } from '@scheduler/contracts';
import {
  type AddExecutions,
  type RestoreExecutions,
  type AppendLogs,
  type CancelExecution,
  type ClaimExecutions,
  type ClaimExecutionsById,
  copyExecution,
  countExecutions,
  type CountExecutions,
  type DeadLetterCounts,
  type DeletedExecutions,
  type DeleteExecutionsOfTenant,
  type DismissDeadLetters,
  type ExecutionById,
  type ExecutionCounts,
  type ExecutionRepository,
  type HeartbeatLeases,
  isInScope,
  type LeaseState,
  type ListExecutions,
  type NextAvailable,
  type PruneExecutions,
  type ReadLogs,
  type ReplaceDeadLetter,
  type RescueExecutions,
  type SaveProgress,
  type SettleExecutions,
  type SettleResult,
  type TenantScope,
} from '@scheduler/contracts/adapter';
import { addExecutions, restoreExecutions } from './executions/add-executions.js';
import { claim, claimById } from './executions/claim.js';
import { deadLetterCounts, dismissDeadLetters, replaceDeadLetter } from './executions/dead-letters.js';
import { heartbeat } from './executions/heartbeat.js';
import { executionsOf, listExecutions } from './executions/list-executions.js';
import { appendLogs, readLogs } from './executions/logs.js';
import { nextAvailableAt } from './executions/next-available.js';
import { prune } from './executions/prune.js';
import { requestCancel } from './executions/request-cancel.js';
import { rescue } from './executions/rescue.js';
import { saveProgress } from './executions/save-progress.js';
import { settle } from './executions/settle.js';
import { TenantDeletions } from './executions/delete-of-tenant.js';
import type { MemoryDatabase } from './database/memory-database.js';

/** Executions in memory. Shares its database with the other repositories of the store. */
export class MemoryExecutionRepository implements ExecutionRepository {
  private readonly deletions: TenantDeletions;

  constructor(private readonly database: MemoryDatabase) {
    this.deletions = new TenantDeletions(database);
  }

  async add(request: AddExecutions): Promise<readonly Execution[]> {
    return addExecutions(this.database, request);
  }

  async restore(request: RestoreExecutions): Promise<void> {
    restoreExecutions(this.database, request);
  }

  async claim(request: ClaimExecutions): Promise<readonly Execution[]> {
    return claim(this.database, request);
  }

  async claimById(request: ClaimExecutionsById): Promise<readonly Execution[]> {
    return claimById(this.database, request);
  }

  async heartbeat(request: HeartbeatLeases): Promise<readonly LeaseState[]> {
    return heartbeat(this.database, request);
  }

  async settle(request: SettleExecutions): Promise<readonly SettleResult[]> {
    return settle(this.database, request);
  }

  async rescue(request: RescueExecutions): Promise<readonly Execution[]> {
    return rescue(this.database, request);
  }

  async requestCancel(request: CancelExecution): Promise<CancelRequested | null> {
    return requestCancel(this.database, request);
  }

  async nextAvailableAt(request: NextAvailable): Promise<Date | null> {
    return nextAvailableAt(this.database, request);
  }

  async get({ id, tenant }: ExecutionById): Promise<Execution | null> {
    const execution = this.database.executions.records.get(id)?.execution;
    return execution !== undefined && isInScope(execution, tenant) ? copyExecution(execution) : null;
  }

  async list(request: ListExecutions): Promise<Page<Execution>> {
    return listExecutions(this.database, request);
  }

  async count(request: CountExecutions): Promise<ExecutionCounts> {
    return countExecutions(executionsOf(this.database, request.jobId), request);
  }

  async saveProgress(request: SaveProgress): Promise<boolean> {
    return saveProgress(this.database, request);
  }

  async appendLogs(request: AppendLogs): Promise<boolean> {
    return appendLogs(this.database, request);
  }

  async logs(request: ReadLogs): Promise<readonly ExecutionLog[]> {
    return readLogs(this.database, request);
  }

  async replaceDeadLetter(request: ReplaceDeadLetter): Promise<boolean> {
    return replaceDeadLetter(this.database, request);
  }

  async dismissDeadLetters(request: DismissDeadLetters): Promise<number> {
    return dismissDeadLetters(this.database, request);
  }

  async deadLetterCounts({ tenant }: { readonly tenant: TenantScope }): Promise<DeadLetterCounts> {
    return deadLetterCounts(this.database, tenant);
  }

  async prune(request: PruneExecutions): Promise<number> {
    return prune(this.database, request);
  }

  async deleteOfTenant(request: DeleteExecutionsOfTenant): Promise<DeletedExecutions> {
    return this.deletions.step(request);
  }
}
