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
import type { Database } from '../database/database.js';
import { addExecutions } from '../queries/add-executions.js';
import { claim, claimById } from '../queries/claim.js';
import { countDeadLetters, dismissDeadLetters, replaceDeadLetter } from '../queries/dead-letters.js';
import { heartbeat } from '../queries/heartbeat.js';
import { appendLogs, readLogs } from '../queries/logs.js';
import { nextAvailableAt } from '../queries/next-available.js';
import { deleteExecutionsOfTenant } from '../queries/delete-of-tenant.js';
import { pruneExecutions } from '../queries/prune.js';
import { countExecutions, getExecution, listExecutions } from '../queries/read-executions.js';
import { requestCancel } from '../queries/request-cancel.js';
import { rescue } from '../queries/rescue.js';
import { saveProgress } from '../queries/save-progress.js';
import { settle } from '../queries/settle.js';
import type { Workflows } from '../queries/workflows/workflows.js';
import type { WakeUps } from '../wake-up/wake-ups.js';

export interface ExecutionRepositoryParts {
  readonly database: Database;
  /** Has its own pool: a lease must not expire because work has taken all connections. */
  readonly control: Database;
  readonly wakeUps: WakeUps;
  readonly workflows: Workflows;
}

/** A table of contents: each operation is a file under `queries`. */
export class KnexExecutionRepository implements ExecutionRepository {
  private readonly database: Database;
  private readonly control: Database;
  private readonly wakeUps: WakeUps;
  private readonly workflows: Workflows;

  constructor({ database, control, wakeUps, workflows }: ExecutionRepositoryParts) {
    this.database = database;
    this.control = control;
    this.wakeUps = wakeUps;
    this.workflows = workflows;
  }

  async add(request: AddExecutions): Promise<readonly Execution[]> {
    const { executions, transaction, onCommitted } = request;
    const queues = executions.filter(({ status }) => status === 'pending').map(({ queue }) => queue);
    const committed = transaction === undefined ? null : this.database.committed(transaction);
    const notify = queues.length === 0 ? null : this.wakeUps.notifying(queues);
    const stored = await addExecutions(this.database, request, notify);
    void committed?.then((isCommitted) => isCommitted && onCommitted?.(stored));
    return stored;
  }

  claim(request: ClaimExecutions): Promise<readonly Execution[]> {
    return claim(this.database, request);
  }

  claimById(request: ClaimExecutionsById): Promise<readonly Execution[]> {
    return claimById(this.database, request);
  }

  heartbeat(request: HeartbeatLeases): Promise<readonly LeaseState[]> {
    return heartbeat(this.control, request);
  }

  settle(request: SettleExecutions): Promise<readonly SettleResult[]> {
    return settle(this.database, this.workflows, request);
  }

  rescue(request: RescueExecutions): Promise<readonly Execution[]> {
    return rescue(this.database, this.workflows, request);
  }

  requestCancel(request: CancelExecution): Promise<CancelRequested | null> {
    return requestCancel(this.database, this.workflows, request);
  }

  nextAvailableAt(request: NextAvailable): Promise<Date | null> {
    return nextAvailableAt(this.database, request);
  }

  get(request: ExecutionById): Promise<Execution | null> {
    return getExecution(this.database, request);
  }

  list(request: ListExecutions): Promise<Page<Execution>> {
    return listExecutions(this.database, request);
  }

  count(request: CountExecutions): Promise<ExecutionCounts> {
    return countExecutions(this.database, request);
  }

  saveProgress(request: SaveProgress): Promise<boolean> {
    return saveProgress(this.database, request);
  }

  appendLogs(request: AppendLogs): Promise<boolean> {
    return appendLogs(this.database, request);
  }

  logs(request: ReadLogs): Promise<readonly ExecutionLog[]> {
    return readLogs(this.database, request);
  }

  replaceDeadLetter(request: ReplaceDeadLetter): Promise<boolean> {
    return replaceDeadLetter(this.database, request, this.wakeUps.notifying([request.execution.queue]));
  }

  dismissDeadLetters(request: DismissDeadLetters): Promise<number> {
    return dismissDeadLetters(this.database, request);
  }

  deadLetterCounts({ tenant }: { readonly tenant: TenantScope }): Promise<DeadLetterCounts> {
    return countDeadLetters(this.database, tenant);
  }

  prune(request: PruneExecutions): Promise<number> {
    return pruneExecutions(this.database, request);
  }

  deleteOfTenant(request: DeleteExecutionsOfTenant): Promise<DeletedExecutions> {
    return deleteExecutionsOfTenant(this.database, request);
  }
}
