import type { CancelRequested, Execution, ExecutionLog, Page } from '@scheduler/contracts';
import type {
  AddExecutions,
  AppendLogs,
  CancelExecution,
  ClaimExecutions,
  ClaimExecutionsById,
  CountExecutions,
  DeadLetterCounts,
  DeletedExecutions,
  DeleteExecutionsOfTenant,
  DismissDeadLetters,
  ExecutionById,
  ExecutionCounts,
  ExecutionRepository,
  HeartbeatLeases,
  LeaseState,
  ListExecutions,
  NextAvailable,
  PruneExecutions,
  ReadLogs,
  ReplaceDeadLetter,
  RescueExecutions,
  SaveProgress,
  SettleExecutions,
  SettleResult,
  TenantScope,
} from '@scheduler/contracts/adapter';
import type { RedisDatabase } from './database/redis-database.js';
import { addExecutions } from './executions/add-executions.js';
import { claim, claimById } from './executions/claim.js';
import { countExecutions } from './executions/count-executions.js';
import { countDeadLetters, dismissDeadLetters, replaceDeadLetter } from './executions/dead-letters.js';
import { heartbeat } from './executions/heartbeat.js';
import { listExecutions } from './executions/list-executions.js';
import { appendLogs, readLogs } from './executions/logs.js';
import { nextAvailableAt } from './executions/next-available.js';
import { deleteExecutionsOfTenant } from './executions/delete-of-tenant.js';
import { prune } from './executions/prune.js';
import { getExecution } from './executions/read-executions.js';
import { requestCancel } from './ends/request-cancel.js';
import { rescue } from './ends/rescue.js';
import { saveProgress } from './executions/save-progress.js';
import { settle } from './ends/settle.js';

/** Executions in Redis. It has to share its database with the RedisScheduleRepository of the store. */
export class RedisExecutionRepository implements ExecutionRepository {
  constructor(private readonly database: RedisDatabase) {}

  async add(request: AddExecutions): Promise<readonly Execution[]> {
    return addExecutions(this.database, request);
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

  async get(request: ExecutionById): Promise<Execution | null> {
    return getExecution(this.database, request);
  }

  async list(request: ListExecutions): Promise<Page<Execution>> {
    return listExecutions(this.database, request);
  }

  async count(request: CountExecutions): Promise<ExecutionCounts> {
    return countExecutions(this.database, request);
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
    return countDeadLetters(this.database, tenant);
  }

  async prune(request: PruneExecutions): Promise<number> {
    return prune(this.database, request);
  }

  async deleteOfTenant(request: DeleteExecutionsOfTenant): Promise<DeletedExecutions> {
    return deleteExecutionsOfTenant(this.database, request);
  }
}
