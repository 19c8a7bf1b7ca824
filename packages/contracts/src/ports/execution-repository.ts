import type { Execution, ExecutionLog, ExecutionProgress } from '../executions/execution.js';
import type { ClaimReleased, ExceptTypes, Lane, LeaseTerms } from './claim-terms.js';
import type { ErrorClass } from '../failures/error-class.js';
import type { ExecutionStatus } from '../states/execution-status.js';
import type { JobType } from '../values/job-type.js';
import type { Outcome } from '../executions/outcome.js';
import type { ListPosition, Page, PageRequest, SortOrder } from '../values/page.js';
import type { DomainEvent } from '../event-log/logged-event.js';
import type { Caused } from '../values/caused.js';
import type { CallerTransaction } from '../values/caller-transaction.js';
import type { TenantScope } from '../values/tenant.js';

/**
 * Executions with their leases. The time of the store decides; methods that are on the hot path work on many at once. What callers do with
 * what they gave or got changes nothing that is stored, with one exception for speed: the executions that `claim`, `claimById` and `settle`
 * return may be the store's own. Core does not change them, and gives the application copies.
 */
export interface ExecutionRepository {
  /**
   * Adds all or none, and returns them as they are stored. An execution whose unique key is taken is stored as `skipped: unique_conflict`;
   * the holder of the key is not changed. A pending execution whose `availableAt` is not after its `createdAt` is available when it is stored,
   * although the clock of its maker may be ahead: the store writes the earlier of `availableAt` and its own time, see `availableWhenAdded`.
   * Throws JobAlreadyExists for an id that is taken, and for a taken key that is to be refused.
   */
  add(request: AddExecutions): Promise<readonly Execution[]>;

  /** Adds executions as they are, with attempts and outputs, all or none: rows built from an event log. Missing: that is refused. */
  restore?(request: RestoreExecutions): Promise<void>;

  /**
   * A2: takes leases on pending executions that are available, by priority, then time, then id. Each claim raises `fence` and `attemptsUsed`,
   * and ends `leaseMs` after it by the time of the store.
   * It passes over paused queues, exclusive executions while another one of their job runs, and executions that would run
   * beyond a limit of their job, their concurrency key, or their queue over all nodes.
   */
  claim(request: ClaimExecutions): Promise<readonly Execution[]>;

  /** A2 for executions that a queue message named. Those that cannot be claimed are missing in the result. */
  claimById(request: ClaimExecutionsById): Promise<readonly Execution[]>;

  /** Extends the leases that are still held, and confirms the starts that are named, in one step. The result is in the order of the leases. */
  heartbeat(request: HeartbeatLeases): Promise<readonly LeaseState[]>;

  /**
   * A3: for each settlement one atomic step under the fence: outcome, retry time or dead letter, counters and status of the job.
   * A settlement whose lease is lost changes nothing. The result is in the order of the settlements.
   */
  settle(request: SettleExecutions): Promise<readonly SettleResult[]>;

  /**
   * A4: running executions whose lease expired more than `graceMs` ago become pending again, or end if their attempts are used up. A claim
   * whose start was not confirmed uses up no attempt.
   */
  rescue(request: RescueExecutions): Promise<readonly Execution[]>;

  /** A waiting execution is cancelled, a running one asked to stop. Null: no such execution for this tenant. */
  requestCancel(request: CancelExecution): Promise<CancelRequested | null>;

  /**
   * When the next pending execution of these queues becomes available; in the past if one waits now. Null: none. One of an excepted type need
   * not count.
   */
  nextAvailableAt(request: NextAvailable): Promise<Date | null>;

  /** Null: no such execution for this tenant. */
  get(request: ExecutionById): Promise<Execution | null>;

  list(request: ListExecutions): Promise<Page<Execution>>;

  count(request: CountExecutions): Promise<ExecutionCounts>;

  /** Stores the progress of an attempt. False: it was refused, because the lease is lost. */
  saveProgress(request: SaveProgress): Promise<boolean>;

  /** Appends log lines of an attempt. False: they were refused, because the lease is lost, and nothing was written. */
  appendLogs(request: AppendLogs): Promise<boolean>;

  /** The log lines, oldest first. */
  logs(request: ReadLogs): Promise<readonly ExecutionLog[]>;

  /**
   * Replaces a dead letter by a new execution in one step, which happens once however often it is called. The execution
   * that failed stays in the history. False: it is not a dead letter of this tenant, and nothing was written.
   */
  replaceDeadLetter(request: ReplaceDeadLetter): Promise<boolean>;

  /** Takes executions off the list of dead letters; they stay in the history. Returns how many were dead letters. */
  dismissDeadLetters(request: DismissDeadLetters): Promise<number>;

  deadLetterCounts(request: { readonly tenant: TenantScope }): Promise<DeadLetterCounts>;

  /** Deletes ended executions with their logs, at most `limit` in a call. Returns how many. */
  prune(request: PruneExecutions): Promise<number>;

  /**
   * Deletes executions of a tenant with their logs and unique keys, whatever their status is, at most `limit` in a call. What a holder of
   * a lease writes afterwards is refused.
   */
  deleteOfTenant(request: DeleteExecutionsOfTenant): Promise<DeletedExecutions>;
}

export interface AddExecutions extends Caused {
  readonly executions: readonly Execution[];
  readonly transaction?: CallerTransaction;
  /** Called with what is stored as soon as the transaction of the caller has committed, and never if it does not. Only with a transaction. */
  readonly onCommitted?: (stored: readonly Execution[]) => void;
}

export type RestoreExecutions = Pick<AddExecutions, 'executions' | 'cause'>;

export interface NextAvailable extends ExceptTypes {
  readonly queues: readonly string[];
  /** Considers only executions that become available after this instant, so that those which wait already do not hide them. Missing: all. */
  readonly after?: Date;
}

export interface ClaimExecutions extends LeaseTerms, ExceptTypes {
  readonly lanes: readonly Lane[];
}

export interface ClaimExecutionsById extends LeaseTerms, ExceptTypes {
  readonly ids: readonly string[];
}

/** The right to an execution: whoever holds it has this fence. */
export interface Lease {
  readonly executionId: string;
  readonly fence: number;
}

export interface HeldLease extends Lease {
  /** Confirms when the handler started, by the time of the store. Missing: it has not started, or its start is confirmed already. */
  readonly startedAt?: Date;
}

export interface HeartbeatLeases {
  readonly leases: readonly HeldLease[];
  readonly leaseMs: number;
}

export interface LeaseState {
  readonly executionId: string;
  readonly held: boolean;
  /** Why it should stop. Null: it should not. */
  readonly cancelRequest: string | null;
}

export interface Settlement {
  /** The execution as its holder claimed it. During the lease only `leaseUntil`, `cancelRequest` and, by the holder, `progress` and the start can change, so that a store need not read it again. */
  readonly execution: Execution;
  readonly outcome: Outcome;
  /** When the handler started, by the time of the store. Null: it never did. Missing: the start that is stored counts. */
  readonly startedAt?: Date | null;
  /** What the handler says has happened in its domain. It is appended to the event log in the same step; a store without a log ignores it. */
  readonly emits?: readonly DomainEvent[] | undefined;
}

export interface SettleExecutions {
  readonly settlements: readonly Settlement[];
  readonly transaction?: CallerTransaction;
  /** What the node wants to claim of the executions that the settlement releases. Missing: nothing. Never together with a transaction. */
  readonly released?: ClaimReleased;
}

/** Null: the lease was lost, and nothing was written. */
export type SettleResult = Execution | null;

export interface RescueExecutions extends Caused {
  readonly graceMs: number;
  readonly limit: number;
  /** The dead letter queue of executions whose attempts are used up. Null: they do not become dead letters. */
  readonly deadLetterQueue: string | null;
}

export interface ExecutionById {
  readonly id: string;
  readonly tenant: TenantScope;
}

export interface CancelExecution extends ExecutionById, Caused {
  readonly reason: string;
}

export interface CancelRequested {
  /** `cancelled`: it had not started. `stopping`: its node was asked to stop it, or to drop it where its handler has not started yet. `ended`: it had ended before, and nothing changed. */
  readonly state: 'cancelled' | 'stopping' | 'ended';
  readonly execution: Execution;
}

/** Every given condition must hold; an empty or missing one holds always. */
export interface ExecutionFilter {
  readonly jobId?: string;
  readonly types?: readonly JobType[];
  readonly statuses?: readonly ExecutionStatus[];
  readonly queues?: readonly string[];
  /** The earliest start, or scheduled instant where the execution never started. */
  readonly since?: Date;
  /** The latest start, or scheduled instant where the execution never started. */
  readonly until?: Date;
  readonly deadLettered?: boolean;
  /** The classes of the errors that executions ended with. */
  readonly errorClasses?: readonly ErrorClass[];
}

/** Executions are ordered by their start, or by their scheduled instant where they never started, then by id. */
export interface ListExecutions extends ExecutionFilter, PageRequest {
  readonly tenant: TenantScope;
  readonly sortOrder: SortOrder;
  /**
   * Only what follows this place, whether an execution is still there or not. The offset begins there, and what matches need not be counted:
   * `total` is what is known of it then.
   */
  readonly after?: ListPosition;
}

export interface CountExecutions {
  readonly tenant: TenantScope;
  readonly queue?: string;
  readonly jobId?: string;
}

export type ExecutionCounts = Readonly<Record<ExecutionStatus, number>>;

export interface SaveProgress {
  /** The execution as its holder has it. */
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

export interface ReplaceDeadLetter extends ExecutionById, Caused {
  readonly execution: Execution;
}

export interface DismissDeadLetters extends Caused {
  readonly ids: readonly string[];
  readonly tenant: TenantScope;
}

export interface DeadLetterCounts {
  readonly total: number;
  /** The dead letters by the queue in which they ran. */
  readonly byQueue: Readonly<Record<string, number>>;
  /** The dead letters by class of error; `unknown` counts errors without a class. */
  readonly byErrorClass: Readonly<Record<ErrorClass | 'unknown', number>>;
}

export interface PruneExecutions extends Caused {
  readonly statuses: readonly ExecutionStatus[];
  readonly finishedBefore: Date;
  /** True: only dead letters. False: only others. */
  readonly deadLettered: boolean;
  /** The most of the latest executions that are kept, however new the others are. Null: no limit. */
  readonly keep: number | null;
  readonly limit: number;
}

export interface DeleteExecutionsOfTenant extends Caused {
  readonly tenant: string;
  /** Null in the first call, then what the call before returned as `next`. */
  readonly after: string | null;
  readonly limit: number;
}

export interface DeletedExecutions {
  readonly deleted: number;
  /** Null: all are deleted. */
  readonly next: string | null;
}
