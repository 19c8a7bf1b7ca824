import {
  type ErrorClass,
  type Execution,
  ExecutionNotFound,
  IllegalTransition,
  JobAlreadyExists,
  type JobType,
  QueryInvalid,
  QuotaExceeded,
  WorkflowNotFound,
} from '@scheduler/contracts';
import {
  type DeadLetterCounts,
  eachPage,
  type ExecutionRepository,
  narrowScope,
  type StoreTime,
  type TenantScope,
} from '@scheduler/contracts/adapter';
import { checkArguments } from '../../support/input/arguments.js';
import { readInput } from '../../support/input/read-input.js';
import { DEAD_LETTER_ARGUMENTS } from './dead-letter-arguments.js';
import { retryAsNewExecution } from './retry-as-new-execution.js';
import { isStepExecution, retryStep, type RunsToRetry, type StepExecution } from './retry-step.js';
import { emitPrunedDeadLetters, emitRetriedDeadLetter } from '../../signals/telemetry/emit-dead-letters.js';
import { type DeadLetterEntry, deadLetterOf } from './dead-letter.js';
import { type DeadLetterQuery, deadLetterQuerySchema, KNOWN_IN_QUERY } from './dead-letter-query.js';

/** Writes new executions, if their tenants may have so many more that wait. Throws QuotaExceeded. */
interface WaitingQuota {
  addWaiting<T>(executions: readonly Execution[], write: () => Promise<T>): Promise<T>;
}

export interface DeadLettersParts {
  readonly executions: ExecutionRepository;
  readonly storeTime: StoreTime;
  /** Holds what tenants may have at most. */
  readonly quotas: WaitingQuota;
  /** Carries out the retry of a step of a workflow. */
  readonly workflows: RunsToRetry;
  /** Publishes new executions, and dispatches them to their queues. */
  readonly announceNew: (executions: readonly Execution[]) => Promise<void>;
}

export interface DeadLetterPage {
  readonly items: readonly DeadLetterEntry[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

export type RetriedDeadLetter =
  | { readonly state: 'retried'; readonly execution: Execution }
  /** It was retried or dismissed before, and nothing was done. */
  | { readonly state: 'not_dead' };

export interface DeadLetterFilter {
  readonly queue?: string;
  readonly errorClass?: ErrorClass;
  readonly type?: string;
}

export interface RetryAll extends DeadLetterFilter {
  /** At most so many. Default: all. */
  readonly limit?: number;
  /** Called after each step with the number of dead letters retried so far. */
  readonly onProgress?: (retried: number) => void;
}

const PAGE_SIZE = 100;
/** Why a dead letter cannot be retried now, although others can. */
const KEEPING = [JobAlreadyExists, IllegalTransition, WorkflowNotFound, QuotaExceeded];

/**
 * Executions that failed for good, and wait for a person.
 *
 * @example
 * const { items } = await node.deadLetters.list({ errorClass: 'degraded' });
 * await node.deadLetters.retryAll({ errorClass: 'degraded', limit: 1_000 });
 */
export class DeadLetters {
  static {
    checkArguments<DeadLetters>(DeadLetters, DEAD_LETTER_ARGUMENTS);
  }

  constructor(
    private readonly parts: DeadLettersParts,
    private readonly tenant: TenantScope = null,
  ) {}

  /** The same, seeing only what belongs to one tenant. */
  forTenant(tenant: string): DeadLetters {
    return new DeadLetters(this.parts, narrowScope(this.tenant, tenant));
  }

  /** Latest first. */
  async list(query: DeadLetterQuery = {}): Promise<DeadLetterPage> {
    const { queue, errorClass, type, ...page } = readInput({
      schema: deadLetterQuerySchema,
      value: query,
      error: QueryInvalid,
      subject: 'query',
      known: KNOWN_IN_QUERY,
    });
    const { items, total, limit, offset } = await this.parts.executions.list({
      ...page,
      ...filterOf({ queue, errorClass, type }),
      tenant: this.tenant,
      sortOrder: 'desc',
    });
    return { items: items.map(deadLetterOf), total, limit, offset };
  }

  /** Throws ExecutionNotFound for what is no dead letter. */
  async get(id: string): Promise<DeadLetterEntry> {
    const execution = await this.parts.executions.get({ id, tenant: this.tenant });
    if (execution === null || execution.deadLetter === null) throw new ExecutionNotFound(id);
    return deadLetterOf(execution);
  }

  /** Counts dead letters in the store. */
  stats(): Promise<DeadLetterCounts> {
    return this.parts.executions.deadLetterCounts({ tenant: this.tenant });
  }

  /**
   * Runs a dead letter again as a new execution, once however often it is called. One that is a step of a workflow is retried by its workflow,
   * which goes on from there. Throws ExecutionNotFound, JobAlreadyExists while the execution has to be unique and an equal one waits or
   * runs, QuotaExceeded where its tenant may have no more that waits, and IllegalTransition while its workflow has not ended.
   */
  async retry(id: string): Promise<RetriedDeadLetter> {
    const { executions, storeTime, quotas, announceNew } = this.parts;
    const original = await executions.get({ id, tenant: this.tenant });
    if (original === null) throw new ExecutionNotFound(id);
    if (isStepExecution(original)) return this.retryStep(original);
    const execution = retryAsNewExecution(original, new Date(storeTime.now()));
    const replace = () => executions.replaceDeadLetter({ id, tenant: this.tenant, execution });
    const isFirst = await quotas.addWaiting([execution], replace);
    if (!isFirst) return { state: 'not_dead' };
    emitRetriedDeadLetter(execution, original);
    await announceNew([execution]);
    return { state: 'retried', execution };
  }

  private async retryStep(original: StepExecution): Promise<RetriedDeadLetter> {
    const { executions, workflows } = this.parts;
    if (original.deadLetter === null) return { state: 'not_dead' };
    const execution = await retryStep(workflows, original);
    // Nothing is lost if this fails: the next retry finds that its step was retried.
    await executions.dismissDeadLetters({ ids: [original.id], tenant: this.tenant });
    if (execution === null) return { state: 'not_dead' };
    emitRetriedDeadLetter(execution, original);
    return { state: 'retried', execution };
  }

  /**
   * Retries the dead letters that exist now, oldest first, each by itself. One whose equal waits or runs stays, and so do those whose workflow
   * has not ended or whose tenant may have no more that waits. Returns how many.
   */
  async retryAll({
    limit = Number.POSITIVE_INFINITY,
    onProgress,
    ...filter
  }: RetryAll = {}): Promise<number> {
    let retried = 0;
    for (const id of await this.idsOf(filter, limit)) {
      if (!(await this.retryIfPossible(id))) continue;
      retried += 1;
      onProgress?.(retried);
    }
    return retried;
  }

  private async retryIfPossible(id: string): Promise<boolean> {
    try {
      return (await this.retry(id)).state === 'retried';
    } catch (error) {
      if (KEEPING.some((kind) => error instanceof kind)) return false;
      throw error;
    }
  }

  /** Dismisses a dead letter; the execution stays in the history until its retention is over. False: it was no dead letter. */
  async delete(id: string): Promise<boolean> {
    return (await this.parts.executions.dismissDeadLetters({ ids: [id], tenant: this.tenant })) > 0;
  }

  /** Deletes those that failed before an instant. Returns how many. */
  async prune({ before }: { readonly before: Date }): Promise<number> {
    const { executions } = this.parts;
    let pruned = 0;
    // What is dismissed leaves the list, so that the next page begins after those that were kept.
    for (let kept = 0; ;) {
      const { items } = await executions.list({
        deadLettered: true,
        tenant: this.tenant,
        until: before,
        sortOrder: 'asc',
        limit: PAGE_SIZE,
        offset: kept,
      });
      const old = items.filter(({ deadLetter }) => deadLetter !== null && deadLetter.at < before);
      kept += items.length - old.length;
      pruned += await executions.dismissDeadLetters({ ids: old.map(({ id }) => id), tenant: this.tenant });
      if (items.length < PAGE_SIZE) break;
    }
    emitPrunedDeadLetters(pruned);
    return pruned;
  }

  /** All ids are read first, since a dead letter that is retried leaves the list. */
  private async idsOf(filter: DeadLetterFilter, limit: number): Promise<readonly string[]> {
    const ids: string[] = [];
    if (limit <= 0) return ids;
    const letters = eachPage(Math.min(PAGE_SIZE, limit), (page) =>
      this.parts.executions.list({ ...page, ...filterOf(filter), tenant: this.tenant, sortOrder: 'asc' }),
    );
    for await (const items of letters) {
      ids.push(...items.map(({ id }) => id));
      if (ids.length >= limit) break;
    }
    return ids.slice(0, limit);
  }
}

function filterOf({ queue, errorClass, type }: DeadLetterFilter) {
  return {
    deadLettered: true,
    ...(queue === undefined ? {} : { queues: [queue] }),
    ...(type === undefined ? {} : { types: [type as JobType] }),
    ...(errorClass === undefined ? {} : { errorClasses: [errorClass] }),
  };
}
