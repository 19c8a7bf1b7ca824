import type { Execution } from '@scheduler/contracts';
import {
  cancelRequested,
  claimExecution,
  claimTerms,
  type ClaimTerms,
  countDeadLetters,
  countExecutions,
  type ExecutionRepository,
  executionsToClaim,
  executionsToClaimById,
  executionsToPrune,
  executionsToRescue,
  extendLease,
  isInScope,
  jobAfterCancelledExecution,
  jobAfterRun,
  nextAvailable,
  pageOfExecutions,
  refuseTakenUniqueKey,
  refuseTransaction,
  rescueExecution,
  settleExecution,
  type TenantScope,
} from '@scheduler/contracts/adapter';
import { type JsonFile, STORE_NAME } from './json-file.js';
import { claimableIn, type StoreState } from './store-state.js';
import { changeJobOf, heldExecution, insertAll, latestWithKeyOf, remove } from './stored-executions.js';

type Request<TMethod extends keyof ExecutionRepository> = Parameters<
  NonNullable<ExecutionRepository[TMethod]>
>[0];

export class FileExecutions implements ExecutionRepository {
  constructor(private readonly file: JsonFile) {}

  async add({ executions, transaction }: Request<'add'>) {
    refuseTransaction(STORE_NAME, transaction);
    return this.file.write((state, at) => insertAll(state, executions, at));
  }

  async claim(request: Request<'claim'>) {
    return this.file.write((state, at) => {
      return start(state, executionsToClaim(claimableIn(state, at), request), claimTerms(request, at));
    });
  }

  async claimById(request: Request<'claimById'>) {
    return this.file.write((state, at) => {
      return start(state, executionsToClaimById(claimableIn(state, at), request), claimTerms(request, at));
    });
  }

  async heartbeat({ leases, leaseMs }: Request<'heartbeat'>) {
    return this.file.write((state, at) =>
      leases.map((lease) => {
        const { executionId } = lease;
        const execution = heldExecution(state, lease);
        if (execution === null) return { executionId, held: false, cancelRequest: null };
        const leaseUntil = new Date(at.getTime() + leaseMs);
        putAll(state, [extendLease(execution, { leaseUntil, startedAt: lease.startedAt })]);
        return { executionId, held: true, cancelRequest: execution.cancelRequest };
      }),
    );
  }

  async settle({ settlements, transaction }: Request<'settle'>) {
    refuseTransaction(STORE_NAME, transaction);
    return this.file.write((state, at) =>
      settlements.map(({ execution: { id, fence }, outcome, startedAt }) => {
        const held = heldExecution(state, { executionId: id, fence });
        return held === null ? null : endRun(state, settleExecution(held, outcome, at, startedAt), at);
      }),
    );
  }

  async rescue(request: Request<'rescue'>) {
    const { deadLetterQueue } = request;
    return this.file.write((state, at) =>
      executionsToRescue(state.executions.values(), request, at).map((lost) =>
        endRun(state, rescueExecution(lost, deadLetterQueue, at), at),
      ),
    );
  }

  async requestCancel({ id, tenant, reason }: Request<'requestCancel'>) {
    return this.file.write((state, at) => {
      const execution = state.executions.get(id);
      if (execution === undefined || !isInScope(execution, tenant)) return null;
      const result = cancelRequested(execution, reason, at);
      putAll(state, [result.execution]);
      if (result.state === 'cancelled') changeJobOf(state, execution, jobAfterCancelledExecution, at);
      return result;
    });
  }

  async nextAvailableAt({ queues, ...others }: Request<'nextAvailableAt'>) {
    return nextAvailable(claimableIn(this.file.state, this.file.now()), queues, others);
  }

  async get({ id, tenant }: Request<'get'>) {
    const execution = this.file.state.executions.get(id);
    return execution !== undefined && isInScope(execution, tenant) ? execution : null;
  }

  async list(request: Request<'list'>) {
    return pageOfExecutions(this.file.state.executions.values(), request);
  }

  async count(request: Request<'count'>) {
    return countExecutions(this.file.state.executions.values(), request);
  }

  async saveProgress({ execution: { id, fence }, progress }: Request<'saveProgress'>) {
    return this.file.write((state) => {
      const execution = heldExecution(state, { executionId: id, fence });
      if (execution !== null) putAll(state, [{ ...execution, progress }]);
      return execution !== null;
    });
  }

  async appendLogs({ lines, ...lease }: Request<'appendLogs'>) {
    return this.file.write((state) => {
      const execution = heldExecution(state, lease);
      if (execution === null) return false;
      state.logs.set(execution.id, [...(state.logs.get(execution.id) ?? []), ...lines]);
      return true;
    });
  }

  async logs({ executionIds, tenant }: Request<'logs'>) {
    const wanted = this.visibleTo(tenant).filter(({ id }) => executionIds.includes(id));
    const lines = wanted.flatMap(({ id }) => this.file.state.logs.get(id) ?? []);
    return lines.sort((a, b) => a.at.getTime() - b.at.getTime());
  }

  async replaceDeadLetter({ id, tenant, execution }: Request<'replaceDeadLetter'>) {
    return this.file.write((state, at) => {
      const failed = state.executions.get(id);
      if (failed === undefined || failed.deadLetter === null || !isInScope(failed, tenant)) return false;
      refuseTakenUniqueKey(execution, latestWithKeyOf(state, execution), at);
      insertAll(state, [execution], at);
      putAll(state, [{ ...failed, deadLetter: null }]);
      return true;
    });
  }

  async dismissDeadLetters({ ids, tenant }: Request<'dismissDeadLetters'>) {
    return this.file.write((state) => {
      const letters = [...state.executions.values()].filter(({ deadLetter }) => deadLetter !== null);
      const dismissed = letters.filter((one) => ids.includes(one.id) && isInScope(one, tenant));
      for (const execution of dismissed) putAll(state, [{ ...execution, deadLetter: null }]);
      return dismissed.length;
    });
  }

  async deadLetterCounts({ tenant }: Request<'deadLetterCounts'>) {
    return countDeadLetters(this.visibleTo(tenant));
  }

  async prune(request: Request<'prune'>) {
    return this.file.write((state) => {
      const pruned = executionsToPrune(state.executions.values(), request);
      for (const { id } of pruned) remove(state, id);
      return pruned.length;
    });
  }

  async deleteOfTenant({ tenant, limit }: Request<'deleteOfTenant'>) {
    const owned = this.visibleTo(tenant);
    const deleted = owned.slice(0, limit);
    await this.file.write((state) => deleted.forEach(({ id }) => remove(state, id)));
    return { deleted: deleted.length, next: deleted.length < owned.length ? 'more' : null };
  }

  private visibleTo(tenant: TenantScope): readonly Execution[] {
    return [...this.file.state.executions.values()].filter((execution) => isInScope(execution, tenant));
  }
}

function putAll({ executions }: StoreState, changed: readonly Execution[]): readonly Execution[] {
  for (const execution of changed) executions.set(execution.id, execution);
  return changed;
}

function start(state: StoreState, chosen: readonly Execution[], terms: ClaimTerms): readonly Execution[] {
  const claimed = chosen.map((execution) => claimExecution(execution, terms));
  return putAll(state, claimed);
}

/** In one step with the execution: counters and status of its job. */
function endRun(state: StoreState, execution: Execution, at: Date): Execution {
  putAll(state, [execution]);
  changeJobOf(state, execution, (job, facts) => jobAfterRun(job, execution, facts), at);
  return execution;
}
