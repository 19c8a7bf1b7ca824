import type { Execution, ExecutionLog, ExecutionProgress } from '../executions/execution.js';
import type { ErrorClass } from '../failures/error-class.js';
import type { ExecutionStatus } from '../states/execution-status.js';
import type { JobType } from '../values/job-type.js';
import type { Outcome } from '../executions/outcome.js';
import type { Page, PageRequest, SortOrder } from '../values/page.js';
import type { Priority } from '../values/priority.js';
import type { CallerTransaction } from '../values/caller-transaction.js';
import type { TenantScope } from '../values/tenant-scope.js';

/** Executions with their leases. Time is the store's own; every method works on many at once. */
export interface ExecutionRepository {
  /**
   * All or none; returns them as they are stored. One whose unique place is taken is stored as `skipped: unique_conflict`, and the one
   * that has it is left alone. Throws JobAlreadyExists for an id that is taken, and for a place that is to be refused.
   */
  add(request: AddExecutions): Promise<readonly Execution[]>;

  /**
   * A2: takes leases on pending executions that are available, by priority, then time, then id. Each claim raises fence and tries.
   * An exclusive execution is passed over while another one of its job runs, and so is a queue that is paused, and whatever would run
   * beyond a limit: of its job, of its key, or of its queue over all nodes.
   */
  claim(request: ClaimExecutions): Promise<readonly Execution[]>;

  /** A2 for executions that a queue message named. Those that cannot be claimed are missing in the answer. */
  claimById(request: ClaimExecutionsById): Promise<readonly Execution[]>;

  /** Extends leases that are still held, in one step. Answers in the order of the leases. */
  heartbeat(request: HeartbeatLeases): Promise<readonly LeaseState[]>;

  /**
   * A3: for each settlement one atomic step under the fence: outcome, retry time or dead letter, counters and status of the job.
   * A settlement whose lease is lost changes nothing. Answers in the order of the settlements.
   */
  settle(request: SettleExecutions): Promise<readonly SettleResult[]>;

  /** A4: running executions whose lease ended more than `graceMs` ago wait again, or end if their budget is used up. */
  rescue(request: RescueExecutions): Promise<readonly Execution[]>;

  /** A waiting execution is cancelled, a running one asked to stop. Null: no such execution for this tenant. */
  requestCancel(request: CancelExecution): Promise<CancelRequested | null>;

  /** When the next pending execution of these queues becomes available; in the past if one waits now. Null: none. */
  nextAvailableAt(request: { readonly queues: readonly string[] }): Promise<Date | null>;

  /** Null: no such execution for this tenant. */
  get(request: ExecutionById): Promise<Execution | null>;

  list(request: ListExecutions): Promise<Page<Execution>>;

  count(request: CountExecutions): Promise<ExecutionCounts>;

  /** Keeps how far an attempt has come, until the next time; a lost lease refuses it. False: refused. */
  saveProgress(request: SaveProgress): Promise<boolean>;

  /** Lines of an attempt; a lost lease refuses them, and nothing is written. False: refused. */
  appendLogs(request: AppendLogs): Promise<boolean>;

  /** Oldest first. */
  logs(request: ReadLogs): Promise<readonly ExecutionLog[]>;

  /**
   * Takes a dead letter and puts an execution in its place, in one step: however often it is asked for, it happens once. The one
   * that failed stays in the history. False: it is no dead letter of this tenant, and nothing was written.
   */
  replaceDeadLetter(request: ReplaceDeadLetter): Promise<boolean>;

  /** They are no dead letters any more; the executions stay in the history. Returns how many were. */
  dismissDeadLetters(request: DismissDeadLetters): Promise<number>;

  deadLetterCounts(request: { readonly tenant: TenantScope }): Promise<DeadLetterCounts>;

  /** Removes ended executions, at most `limit` a call, with their logs. Returns how many. */
  prune(request: PruneExecutions): Promise<number>;
}

export interface AddExecutions {
  readonly executions: readonly Execution[];
  readonly transaction?: CallerTransaction;
  /** Told what is stored as soon as the transaction of the caller has committed, and never if it does not. Only with a transaction. */
  readonly onCommitted?: (stored: readonly Execution[]) => void;
}

/** One queue and how many of it are wanted. */
export interface Lane {
  readonly queue: string;
  readonly limit: number;
  /** Only what is more urgent, which is a lower number. */
  readonly moreUrgentThan?: Priority;
}

export interface LeaseTerms {
  /** The node, with an id that is new at each start. */
  readonly owner: string;
  readonly leaseMs: number;
}

export interface ClaimExecutions extends LeaseTerms {
  readonly lanes: readonly Lane[];
}

export interface ClaimExecutionsById extends LeaseTerms {
  readonly ids: readonly string[];
}

/** Proof that one holds an execution. */
export interface Lease {
  readonly executionId: string;
  readonly fence: number;
}

export interface HeartbeatLeases {
  readonly leases: readonly Lease[];
  readonly leaseMs: number;
}

export interface LeaseState {
  readonly executionId: string;
  readonly held: boolean;
  /** Why it should stop. Null: it should not. */
  readonly cancelRequest: string | null;
}

export interface Settlement {
  /** As its holder claimed it. Under its lease only `leaseUntil`, `cancelRequest` and, by the holder itself, `progress` can have changed since, so a store need not read it again. */
  readonly execution: Execution;
  readonly outcome: Outcome;
}

export interface SettleExecutions {
  readonly settlements: readonly Settlement[];
  readonly transaction?: CallerTransaction;
}

/** Null: the lease was lost, and nothing was written. */
export type SettleResult = Execution | null;

export interface RescueExecutions {
  readonly graceMs: number;
  readonly limit: number;
  /** For those whose budget is used up. Null: no dead letter. */
  readonly deadLetterQueue: string | null;
}

export interface ExecutionById {
  readonly id: string;
  readonly tenant: TenantScope;
}

export interface CancelExecution extends ExecutionById {
  readonly reason: string;
}

export interface CancelRequested {
  /** `cancelled`: it had not started. `stopping`: its node is asked. `ended`: it was over already, and nothing changed. */
  readonly state: 'cancelled' | 'stopping' | 'ended';
  readonly execution: Execution;
}

/** Every given condition must hold; an empty or missing one holds always. */
export interface ExecutionFilter {
  readonly jobId?: string;
  readonly types?: readonly JobType[];
  readonly statuses?: readonly ExecutionStatus[];
  readonly queues?: readonly string[];
  /** Started, or where it never was, scheduled, at or after. */
  readonly since?: Date;
  /** Started, or where it never was, scheduled, at or before. */
  readonly until?: Date;
  readonly deadLettered?: boolean;
  /** Of the error that it ended with. */
  readonly errorClasses?: readonly ErrorClass[];
}

/** Ordered by start, or where it never started by the scheduled instant, then by id. */
export interface ListExecutions extends ExecutionFilter, PageRequest {
  readonly tenant: TenantScope;
  readonly sortOrder: SortOrder;
}

export interface CountExecutions {
  readonly tenant: TenantScope;
  readonly queue?: string;
  readonly jobId?: string;
}

export type ExecutionCounts = Readonly<Record<ExecutionStatus, number>>;

export interface SaveProgress {
  /** As its holder has it. */
  readonly execution: Execution;
  readonly progress: ExecutionProgress;
}

export interface AppendLogs extends Lease {
  readonly lines: readonly ExecutionLog[];
}

export interface ReadLogs {
  readonly executionIds: readonly string[];
  readonly tenant: TenantScope;
}

export interface ReplaceDeadLetter extends ExecutionById {
  readonly execution: Execution;
}

export interface DismissDeadLetters {
  readonly ids: readonly string[];
  readonly tenant: TenantScope;
}

export interface DeadLetterCounts {
  readonly total: number;
  /** By the queue that the execution ran in. */
  readonly byQueue: Readonly<Record<string, number>>;
  /** `unknown`: of errors that nobody knows. */
  readonly byErrorClass: Readonly<Record<ErrorClass | 'unknown', number>>;
}

export interface PruneExecutions {
  readonly statuses: readonly ExecutionStatus[];
  readonly finishedBefore: Date;
  /** True: only dead letters. False: only others. */
  readonly deadLettered: boolean;
  /** However new they are, only so many of the latest are kept. Null: as many as there are. */
  readonly keep: number | null;
  readonly limit: number;
}
