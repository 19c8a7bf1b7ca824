import { ConcurrentChange, JobAlreadyExists, type ScheduledJob } from '@scheduler/contracts';
import {
  cancelRequested,
  isInScope,
  isPrunable,
  jobOfName,
  jobsWithNextRun,
  pageOfJobs,
  refuseTakenName,
  refuseTransaction,
  type SaveJob,
  type ScheduleRepository,
} from '@scheduler/contracts/adapter';
import { fireJob } from './fire-job.js';
import { type JsonFile, STORE_NAME } from './json-file.js';
import type { StoreState } from './store-state.js';
import { executionsOf, insert, remove } from './stored-executions.js';

type Request<TMethod extends keyof ScheduleRepository> = Parameters<ScheduleRepository[TMethod]>[0];

export class FileSchedules implements ScheduleRepository {
  constructor(private readonly file: JsonFile) {}

  async now() {
    return this.file.now();
  }

  async add({ jobs, transaction }: Request<'add'>) {
    refuseTransaction(STORE_NAME, transaction);
    await this.file.write((state) => {
      for (const job of jobs) {
        if (state.jobs.has(job.id)) throw new JobAlreadyExists('id', job.id);
        refuseTakenName(state.jobs.values(), job);
        state.jobs.set(job.id, job);
      }
    });
  }

  async save(request: Request<'save'>) {
    refuseTransaction(STORE_NAME, request.transaction);
    return this.file.write((state) => {
      refuseTakenName(state.jobs.values(), request.job);
      return saveNext(state, request);
    });
  }

  async cancel({ reason, transaction, ...request }: Request<'cancel'>) {
    refuseTransaction(STORE_NAME, transaction);
    return this.file.write((state, at) => {
      const job = saveNext(state, request);
      const results = executionsOf(state, job.id).map((one) => cancelRequested(one, reason, at));
      for (const { execution } of results) state.executions.set(execution.id, execution);
      const cancelledExecutions = results.filter((one) => one.state === 'cancelled').length;
      const stopping = results.filter((one) => one.state === 'stopping').map(({ execution }) => execution.id);
      return { job, cancelledExecutions, stopping };
    });
  }

  async delete({ id, tenant, expectedRevision, transaction }: Request<'delete'>) {
    refuseTransaction(STORE_NAME, transaction);
    return this.file.write((state) => {
      const job = state.jobs.get(id);
      if (job === undefined || !isInScope(job, tenant)) return false;
      if (expectedRevision !== undefined && job.revision !== expectedRevision)
        throw new ConcurrentChange(id, expectedRevision);
      for (const execution of executionsOf(state, id)) remove(state, execution.id);
      return state.jobs.delete(id);
    });
  }

  async prune({ endedBefore, limit }: Request<'prune'>) {
    return this.file.write((state) => {
      const isNeeded = (jobId: string) =>
        executionsOf(state, jobId).some(
          ({ status, deadLetter }) => status === 'pending' || status === 'running' || deadLetter !== null,
        );
      const over = [...state.jobs.values()].filter(
        (job) => isPrunable(job, endedBefore) && !isNeeded(job.id),
      );
      const pruned = over.slice(0, limit);
      for (const { id } of pruned) {
        for (const execution of executionsOf(state, id)) remove(state, execution.id);
        state.jobs.delete(id);
      }
      return pruned.length;
    });
  }

  async get({ id, tenant, transaction }: Request<'get'>) {
    refuseTransaction(STORE_NAME, transaction);
    const job = this.file.state.jobs.get(id);
    return job !== undefined && isInScope(job, tenant) ? job : null;
  }

  async findByName(request: Request<'findByName'>) {
    return jobOfName(this.file.state.jobs.values(), request);
  }

  async list(request: Request<'list'>) {
    return pageOfJobs(this.file.state.jobs.values(), request);
  }

  async findDue({ limit }: Request<'findDue'>) {
    const now = this.file.now();
    const due = jobsWithNextRun(this.file.state.jobs.values()).filter((job) => job.isDue({ now: () => now }));
    return { now, jobs: due.slice(0, limit) };
  }

  async nextDueAt() {
    return jobsWithNextRun(this.file.state.jobs.values())[0]?.nextRunAt ?? null;
  }

  async fire({ firings }: Request<'fire'>) {
    return this.file.write((state, at) => firings.map((firing) => fireJob(state, firing, at)));
  }
}

/** Writes the job with the next revision, and the executions that were skipped. Throws where it is not as it was read. */
function saveNext(
  state: StoreState,
  { job, expectedRevision, skipped = [] }: Pick<SaveJob, 'job' | 'expectedRevision' | 'skipped'>,
): ScheduledJob {
  if (state.jobs.get(job.id)?.revision !== expectedRevision)
    throw new ConcurrentChange(job.id, expectedRevision);
  const next = job.with({ revision: expectedRevision + 1 });
  state.jobs.set(job.id, next);
  for (const execution of skipped) insert(state, execution);
  return next;
}
