import assert from 'node:assert/strict';
import type {
  CallerTransaction,
  DurationInput,
  Execution,
  Page,
  ScheduledJob,
  SchedulerStore,
} from '@scheduler/contracts';
import type {
  AccessRepository,
  AlertRepository,
  CircuitRepository,
  ClaimExecutions,
  EventHandlerRepository,
  EventLog,
  ExecutionRepository,
  FireResult,
  Firing,
  Lane,
  ListExecutions,
  ListJobs,
  NewExecution,
  OptionalPort,
  Outcome,
  QueueRepository,
  RateLimitRepository,
  ScheduledJobProps,
  ScheduleRepository,
  Settlement,
  SettleResult,
  StatisticsRepository,
  TenantUsageRepository,
  WorkflowRepository,
} from '@scheduler/contracts/adapter';
import { buildExecution, buildJob, buildManualRun, buildOccurrence } from './builders.js';
import type { StoreHarness } from './harness.js';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
/** Long enough that the store's time may run a little while a test does. */
export const LEASE_MS = 10 * MINUTE;

type ClaimOptions = Partial<Omit<ClaimExecutions, 'lanes'>> & Partial<Lane>;
export type Fired = Extract<FireResult, { kind: 'fired' }>;

/** A store with the verbs that the rules are written in. */
export class StoreScene {
  readonly store: SchedulerStore;
  readonly schedules: ScheduleRepository;
  readonly executions: ExecutionRepository;
  readonly queues: QueueRepository;

  constructor(private readonly harness: StoreHarness) {
    this.store = harness.store;
    this.schedules = harness.store.schedules;
    this.executions = harness.store.executions;
    this.queues = harness.store.queues;
  }

  get statistics(): StatisticsRepository {
    return this.optional('statistics');
  }

  get circuits(): CircuitRepository {
    return this.optional('circuits');
  }

  get rateLimits(): RateLimitRepository {
    return this.optional('rateLimits');
  }

  get eventHandlers(): EventHandlerRepository {
    return this.optional('eventHandlers');
  }

  get workflows(): WorkflowRepository {
    return this.optional('workflows');
  }

  get tenantUsage(): TenantUsageRepository {
    return this.optional('tenantUsage');
  }

  get eventLog(): EventLog {
    return this.optional('eventLog');
  }

  get alerts(): AlertRepository {
    return this.optional('alerts');
  }

  get access(): AccessRepository {
    return this.optional('access');
  }

  now(): Promise<Date> {
    return this.schedules.now();
  }

  private optional<TPort extends OptionalPort>(port: TPort): NonNullable<SchedulerStore[TPort]> {
    const found = this.store[port];
    assert.ok(
      found !== null && found !== undefined,
      `the store has no port ${port}: register its suite with { without: ['${port}'] }`,
    );
    return found;
  }

  /** An instant relative to now; negative: in the past. */
  async fromNow(milliseconds: number): Promise<Date> {
    return new Date((await this.now()).getTime() + milliseconds);
  }

  async advance(duration: DurationInput): Promise<void> {
    await this.harness.clock.advance(duration);
  }

  async inTransaction<T>(work: (transaction: CallerTransaction) => Promise<T>): Promise<T> {
    assert.ok(
      this.harness.inTransaction !== undefined,
      'the store has transactions: give the harness an inTransaction function',
    );
    return this.harness.inTransaction(work);
  }

  async addJob(props: Partial<ScheduledJobProps> = {}): Promise<ScheduledJob> {
    const job = buildJob(await this.now(), props);
    await this.schedules.add({ jobs: [job] });
    return job;
  }

  async addExecution(props: Partial<NewExecution> = {}): Promise<Execution> {
    const execution = buildExecution(await this.now(), props);
    await this.executions.add({ executions: [execution] });
    return execution;
  }

  async addManualRun(job: ScheduledJob, props: Partial<NewExecution> = {}): Promise<Execution> {
    const execution = buildManualRun(job, await this.now(), props);
    await this.executions.add({ executions: [execution] });
    return execution;
  }

  /** The stored job. */
  async job({ id }: { readonly id: string }): Promise<ScheduledJob> {
    const job = await this.schedules.get({ id, tenant: null });
    assert.ok(job !== null, `job ${id} is not stored`);
    return job;
  }

  /** The stored execution. */
  async execution({ id }: { readonly id: string }): Promise<Execution> {
    const execution = await this.executions.get({ id, tenant: null });
    assert.ok(execution !== null, `execution ${id} is not stored`);
    return execution;
  }

  /** Fires one occurrence of a job at its cursor, and moves the cursor by an hour unless another one is given. */
  async fire(job: ScheduledJob, change: Partial<Firing> = {}): Promise<Fired> {
    const result = await this.tryToFire(job, change);
    assert.equal(result.kind, 'fired');
    return result as Fired;
  }

  async tryToFire(job: ScheduledJob, change: Partial<Firing> = {}): Promise<FireResult> {
    const at = job.nextRunAt ?? (await this.now());
    const [result] = await this.schedules.fire({ firings: [this.firing(job, at, change)] });
    assert.ok(result !== undefined, 'fire gave no result');
    return result;
  }

  firing(job: ScheduledJob, at: Date, change: Partial<Firing> = {}): Firing {
    return {
      job,
      nextRunAt: new Date(at.getTime() + HOUR),
      lastRunAt: at,
      executions: change.executions ?? [buildOccurrence(job, at)],
      ...change,
    };
  }

  claim({ queue = 'default', limit = 1, ...terms }: ClaimOptions = {}): Promise<readonly Execution[]> {
    return this.executions.claim({ owner: 'node-a', leaseMs: LEASE_MS, lanes: [{ queue, limit }], ...terms });
  }

  async claimOne(options: ClaimOptions = {}): Promise<Execution> {
    const [claimed] = await this.claim(options);
    assert.ok(claimed !== undefined, 'nothing could be claimed');
    return claimed;
  }

  /** A job whose one occurrence runs. */
  async running(props: Partial<ScheduledJobProps> = {}, change: Partial<Firing> = {}) {
    const { job } = await this.fire(await this.addJob(props), change);
    return { job, execution: await this.claimOne({ queue: job.policies.queue }) };
  }

  /** The same, and its handler is known to have started. */
  async started(props: Partial<ScheduledJobProps> = {}, change: Partial<Firing> = {}) {
    const { job, execution } = await this.running(props, change);
    return { job, execution: await this.start(execution) };
  }

  /** Null: the lease was lost. */
  async trySettle(
    execution: Execution,
    outcome: Outcome,
    start: Pick<Settlement, 'startedAt'> = {},
  ): Promise<SettleResult> {
    const results = await this.executions.settle({ settlements: [{ execution, outcome, ...start }] });
    assert.equal(results.length, 1);
    return results[0] ?? null;
  }

  async settle(
    execution: Execution,
    outcome: Outcome,
    start: Pick<Settlement, 'startedAt'> = {},
  ): Promise<Execution> {
    const settled = await this.trySettle(execution, outcome, start);
    assert.ok(settled !== null, 'the settlement was refused');
    return settled;
  }

  /** Confirms that the handler of a claimed execution has started. */
  async start(execution: Execution, startedAt: Date | null = execution.startedAt): Promise<Execution> {
    const { id: executionId, fence } = execution;
    const lease = { executionId, fence, startedAt: startedAt ?? (await this.now()) };
    await this.executions.heartbeat({ leases: [lease], leaseMs: LEASE_MS });
    return this.execution(execution);
  }

  /** Lets every lease end, and rescues. */
  async loseAndRescue(deadLetterQueue: string | null = null): Promise<readonly Execution[]> {
    await this.advance(LEASE_MS + MINUTE);
    return this.rescue({ deadLetterQueue });
  }

  rescue({ graceMs = 0, limit = 100, deadLetterQueue = null as string | null } = {}) {
    return this.executions.rescue({ graceMs, limit, deadLetterQueue });
  }

  listJobs(request: Partial<ListJobs> = {}): Promise<Page<ScheduledJob>> {
    const defaults = { tenant: null, sortBy: 'createdAt', sortOrder: 'asc', limit: 100, offset: 0 } as const;
    return this.schedules.list({ ...defaults, ...request });
  }

  listExecutions(request: Partial<ListExecutions> = {}): Promise<Page<Execution>> {
    return this.executions.list({ tenant: null, sortOrder: 'asc', limit: 100, offset: 0, ...request });
  }
}
