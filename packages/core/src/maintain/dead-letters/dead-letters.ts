import {
  type ErrorClass,
  type Execution,
  ExecutionNotFound,
  type IdGenerator,
  JobAlreadyExists,
  type JobType,
  QueryInvalid,
  ShuttingDown,
} from '@scheduler/contracts';
import type {
  DeadLetterCounts,
  ExecutionRepository,
  StoreTime,
  TenantScope,
} from '@scheduler/contracts/adapter';
import { readInput } from '../../support/input/read-input.js';
import { retryAsNewExecution } from './retry-as-new-execution.js';
import { emitPrunedDeadLetters, emitRetriedDeadLetter } from '../../signals/telemetry/emit-dead-letters.js';
import { type DeadLetterEntry, deadLetterOf } from './dead-letter.js';
import { type DeadLetterQuery, deadLetterQuerySchema, KNOWN_IN_QUERY } from './dead-letter-query.js';

export interface DeadLettersParts {
  readonly executions: ExecutionRepository;
  readonly storeTime: StoreTime;
  readonly ids: IdGenerator;
  /** Tells whoever listens, and their queues, about executions that are new. */
  readonly announceNew: (executions: readonly Execution[]) => Promise<void>;
  readonly isClosing: () => boolean;
}

export interface DeadLetterPage {
  readonly items: readonly DeadLetterEntry[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

export type RetriedDeadLetter =
  | { readonly state: 'retried'; readonly execution: Execution }
  /** Somebody has retried or dismissed it before, and nothing was done. */
  | { readonly state: 'not_dead' };

export interface DeadLetterFilter {
  readonly queue?: string;
  readonly errorClass?: ErrorClass;
  readonly type?: string;
}

export interface RetryAll extends DeadLetterFilter {
  /** At most so many. Default: all. */
  readonly limit?: number;
  /** Told after each step how many were retried so far. */
  readonly onProgress?: (retried: number) => void;
}

const AT_ONCE = 100;

/**
 * Executions that failed for good and wait for a person.
 *
 * @example
 * const { items } = await node.deadLetters.list({ errorClass: 'degraded' });
 * await node.deadLetters.retryAll({ errorClass: 'degraded', limit: 1_000 });
 */
export class DeadLetters {
  constructor(
    private readonly parts: DeadLettersParts,
    private readonly tenant: TenantScope = null,
  ) {}

  /** The same, seeing only what belongs to one tenant. */
  forTenant(tenant: string): DeadLetters {
    return new DeadLetters(this.parts, tenant);
  }

  /** Latest first. */
  async list(query: DeadLetterQuery = {}): Promise<DeadLetterPage> {
    this.refuseWhenClosing('listing dead letters');
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
    this.refuseWhenClosing('reading a dead letter');
    const execution = await this.parts.executions.get({ id, tenant: this.tenant });
    if (execution === null || execution.deadLetter === null) throw new ExecutionNotFound(id);
    return deadLetterOf(execution);
  }

  /** Counted in the store. */
  stats(): Promise<DeadLetterCounts> {
    this.refuseWhenClosing('counting dead letters');
    return this.parts.executions.deadLetterCounts({ tenant: this.tenant });
  }

  /**
   * Runs again, as a new execution; however often it is asked for, once. Throws ExecutionNotFound, and JobAlreadyExists while it is to be
   * unique and an equal one waits or runs.
   */
  async retry(id: string): Promise<RetriedDeadLetter> {
    this.refuseWhenClosing('retrying a dead letter');
    const { executions, ids, storeTime, announceNew } = this.parts;
    const original = await executions.get({ id, tenant: this.tenant });
    if (original === null) throw new ExecutionNotFound(id);
    const execution = retryAsNewExecution(original, { id: ids.next(), now: new Date(storeTime.now()) });
    const isFirst = await executions.replaceDeadLetter({ id, tenant: this.tenant, execution });
    if (!isFirst) return { state: 'not_dead' };
    emitRetriedDeadLetter(execution, original);
    await announceNew([execution]);
    return { state: 'retried', execution };
  }

  /** Those that there are now, oldest first, each by itself; one whose equal waits or runs stays. Returns how many. */
  async retryAll({
    limit = Number.POSITIVE_INFINITY,
    onProgress,
    ...filter
  }: RetryAll = {}): Promise<number> {
    let retried = 0;
    for (const id of await this.idsOf(filter, limit)) {
      if (!(await this.retryUnlessEqual(id))) continue;
      retried += 1;
      onProgress?.(retried);
    }
    return retried;
  }

  private async retryUnlessEqual(id: string): Promise<boolean> {
    try {
      return (await this.retry(id)).state === 'retried';
    } catch (error) {
      if (error instanceof JobAlreadyExists) return false;
      throw error;
    }
  }

  /** It needs nobody any more; the execution stays in the history until its retention is over. False: it was none. */
  async delete(id: string): Promise<boolean> {
    this.refuseWhenClosing('deleting a dead letter');
    return (await this.parts.executions.dismissDeadLetters({ ids: [id], tenant: this.tenant })) > 0;
  }

  /** Deletes those that failed before an instant. Returns how many. */
  async prune({ before }: { readonly before: Date }): Promise<number> {
    this.refuseWhenClosing('pruning dead letters');
    const { executions } = this.parts;
    let pruned = 0;
    for (let kept = 0; ;) {
      const { items } = await executions.list({
        deadLettered: true,
        tenant: this.tenant,
        until: before,
        sortOrder: 'asc',
        limit: AT_ONCE,
        offset: kept,
      });
      const old = items.filter(({ deadLetter }) => deadLetter !== null && deadLetter.at < before);
      kept += items.length - old.length;
      pruned += await executions.dismissDeadLetters({ ids: old.map(({ id }) => id), tenant: this.tenant });
      if (items.length < AT_ONCE) break;
    }
    emitPrunedDeadLetters(pruned);
    return pruned;
  }

  /** What is retried leaves the list, so that the ids are taken before. */
  private async idsOf(filter: DeadLetterFilter, limit: number): Promise<readonly string[]> {
    const ids: string[] = [];
    for (;;) {
      const wanted = Math.min(AT_ONCE, limit - ids.length);
      if (wanted <= 0) return ids;
      const { items } = await this.parts.executions.list({
        ...filterOf(filter),
        tenant: this.tenant,
        sortOrder: 'asc',
        limit: wanted,
        offset: ids.length,
      });
      ids.push(...items.map(({ id }) => id));
      if (items.length < wanted) return ids;
    }
  }

  private refuseWhenClosing(operation: string): void {
    if (this.parts.isClosing()) throw new ShuttingDown(operation);
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
