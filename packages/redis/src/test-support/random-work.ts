import {
  type Execution,
  type Priority,
  type ScheduledJob,
  type SchedulerStore,
  trigger,
  type Uniqueness,
} from '@scheduler/contracts';
import type { NewExecution, Outcome } from '@scheduler/contracts/adapter';
import {
  buildExecution,
  buildJob,
  buildManualRun,
  buildOccurrence,
  outcomes,
  POLICIES,
  SeededRandomness,
} from '@scheduler/testing';

/**
 * Each step takes a minute. Every duration below has a different fraction of a minute, so that two instants are always further apart
 * than the clocks of two stores drift while a test runs.
 */
const MINUTE = 60_000;

/** Runs an operation on both stores and compares what it returns. */
export type Ask = (
  name: string,
  ask: (store: SchedulerStore, held: Held) => Promise<unknown>,
) => Promise<void>;
/** The executions that were claimed in a store, as they were claimed there. */
export type Held = Map<string, Execution>;

/** Random operations for stores that have to behave alike. Each step runs on all of them. */
export class RandomWork {
  private readonly random: SeededRandomness;
  private readonly jobs: ScheduledJob[] = [];
  private readonly known: string[] = [];
  private readonly claimed: string[] = [];

  constructor(
    seed: number,
    private readonly ask: Ask,
  ) {
    this.random = new SeededRandomness(seed);
  }

  async step(now: Date): Promise<void> {
    const steps = [
      () => this.add(now),
      () => this.add(now),
      () => this.claim(),
      () => this.claim(),
      () => this.settle(),
      () => this.settle(),
      () => this.fire(now),
      () => this.addJob(now),
      () => this.requestCancel(),
      () => this.heartbeat(),
      () => this.rescue(),
      () => this.claimById(),
      () => this.dismiss(),
      () => this.prune(now),
      () => this.changeQueue(),
      () => this.changeJob(now),
    ];
    await this.oneOf(steps)();
  }

  private async addJob(now: Date): Promise<void> {
    if (this.jobs.length > 8) return;
    const job = buildJob(now, {
      name: `job-${this.below(6)}`,
      tenant: this.oneOf([null, 'a']),
      trigger: this.oneOf([trigger.cron('0 * * * *'), trigger.once(now), trigger.event('paid')]),
      maxExecutions: this.oneOf([null, null, 4]),
      policies: {
        ...POLICIES,
        queue: this.oneOf(['default', 'mails']),
        priority: this.oneOf<Priority>([0, 5]),
        allowOverlap: this.oneOf([true, false]),
        concurrency: this.oneOf([null, 2]),
        onExhausted: this.oneOf(['continue', 'pause']),
      },
    });
    this.jobs.push(job);
    await this.ask('schedules.add', async ({ schedules }) => schedules.add({ jobs: [job] }));
  }

  private async add(now: Date): Promise<void> {
    const size = 1 + this.below(3);
    const executions = Array.from({ length: size }, () => this.execution(now));
    this.known.push(...executions.map(({ id }) => id));
    await this.ask('executions.add', async ({ executions: repository }) => {
      const added = await repository.add({ executions });
      return added.map(({ id, status, reason }) => [id, status, reason]);
    });
  }

  private execution(now: Date): Execution {
    const props: Partial<NewExecution> = {
      availableAt: new Date(now.getTime() + this.oneOf([0, 0, 0, 5.4 * MINUTE])),
      priority: this.oneOf<Priority>([0, 5, 9]),
      ...(this.below(3) === 0 ? { concurrencyKey: this.oneOf(['k', 'l']), concurrencyLimit: 2 } : {}),
      ...(this.below(4) === 0 ? { unique: this.unique() } : {}),
    };
    const job = this.jobs.length > 0 && this.below(3) > 0 ? this.oneOf(this.jobs) : null;
    if (job !== null) return buildManualRun(job, now, props);
    return buildExecution(now, {
      ...props,
      queue: this.oneOf(['default', 'mails']),
      tenant: this.oneOf([null, 'a', 'b']),
    });
  }

  private unique(): Uniqueness {
    return {
      key: `u-${this.below(3)}`,
      endStates: this.oneOf([[], ['success']]),
      periodMs: this.oneOf([null, 10.5 * MINUTE]),
      onConflict: this.oneOf(['skip', { refuse: 'mine' }]),
    };
  }

  private async claim(): Promise<void> {
    const lanes = [{ queue: 'default', limit: this.below(5) }];
    if (this.below(2) === 0) lanes.push({ queue: 'mails', limit: this.below(5) });
    const leaseMs = this.oneOf([3.5, 20.4]) * MINUTE;
    await this.ask('executions.claim', async ({ executions }, held) => {
      const claimed = await executions.claim({ lanes, owner: 'node', leaseMs });
      return this.hold(claimed, held);
    });
  }

  private async claimById(): Promise<void> {
    const ids = Array.from({ length: 3 }, () => this.oneOf(['nobody', ...this.known]));
    await this.ask('executions.claimById', async ({ executions }, held) => {
      const claimed = await executions.claimById({ ids, owner: 'node', leaseMs: 9.6 * MINUTE });
      return this.hold(claimed, held);
    });
  }

  private hold(claimed: readonly Execution[], held: Held): unknown {
    for (const execution of claimed) {
      held.set(execution.id, execution);
      if (!this.claimed.includes(execution.id)) this.claimed.push(execution.id);
    }
    return claimed.map(({ id, fence, attemptsUsed }) => [id, fence, attemptsUsed]);
  }

  private async settle(): Promise<void> {
    const chosen = Array.from({ length: 1 + this.below(3) }, () => ({
      id: this.oneOf(['nobody', ...this.claimed]),
      outcome: this.oneOf<Outcome>([
        outcomes.succeeded('done'),
        outcomes.failed({ deadLetterQueue: this.oneOf([null, 'dead']) }),
        outcomes.failed({ status: 'timeout' }),
        outcomes.retry(2.3 * MINUTE),
        outcomes.snoozed(1.6 * MINUTE),
        outcomes.interrupted(),
        outcomes.deferred(0.8 * MINUTE),
        outcomes.cancelled(),
        { kind: 'unstarted' },
      ]),
    }));
    await this.ask('executions.settle', async ({ executions }, held) => {
      const settlements = chosen.flatMap(({ id, outcome }) => {
        const execution = held.get(id);
        return execution === undefined ? [] : [{ execution, outcome }];
      });
      const settled = await executions.settle({ settlements });
      return settled.map((result) =>
        result === null ? null : [result.id, result.status, result.attemptsUsed],
      );
    });
  }

  private async fire(now: Date): Promise<void> {
    if (this.jobs.length === 0) return;
    const { id } = this.oneOf(this.jobs);
    const [nextRunAt, twice] = [this.oneOf([null, now, now]), this.below(2) === 0];
    const instants = twice ? [now, new Date(now.getTime() + 1)] : [now];
    const unique = this.below(3) === 0 ? { ...this.unique(), onConflict: 'skip' as const } : null;
    let executions: Execution[] | null = null;
    await this.ask('schedules.fire', async ({ schedules }) => {
      const job = await schedules.get({ id, tenant: null });
      if (job === null) return null;
      executions ??= instants.map((at) => buildOccurrence(job, at, { unique }));
      const [result] = await schedules.fire({ firings: [{ job, nextRunAt, lastRunAt: now, executions }] });
      if (result?.kind !== 'fired') return result;
      const { status, revision, counters } = result.job;
      return [status, revision, counters.fired, counters.executions, result.executions.map(outlineOf)];
    });
    this.known.push(...((executions ?? []) as Execution[]).map((execution) => execution.id));
  }

  private async changeJob(now: Date): Promise<void> {
    if (this.jobs.length === 0) return;
    const index = this.below(this.jobs.length);
    const id = this.jobs[index]?.id ?? '';
    const change = this.oneOf(['pause', 'pause', 'resume', 'resume', 'cancel', 'remove']);
    if (change === 'remove') this.jobs.splice(index, 1);
    await this.ask(`schedules: ${change}`, async ({ schedules }) => {
      const job = await schedules.get({ id, tenant: null });
      if (job === null) return null;
      const expectedRevision = job.revision;
      if (change === 'remove') return schedules.delete({ id, tenant: null });
      if (change === 'cancel') {
        const { cancelledExecutions, stopping } = await schedules.cancel({
          job: job.cancel(now, 'by hand'),
          expectedRevision,
          reason: 'by hand',
        });
        return [cancelledExecutions, [...stopping].sort()];
      }
      const changed = change === 'pause' ? job.pause(now) : job.resume(now, now);
      return (await schedules.save({ job: changed, expectedRevision })).status;
    });
  }

  private async requestCancel(): Promise<void> {
    const id = this.oneOf(['nobody', ...this.known]);
    await this.ask('executions.requestCancel', async ({ executions }) => {
      const answer = await executions.requestCancel({ id, tenant: this.oneOfTenants(id), reason: 'by hand' });
      return answer === null ? null : [answer.state, answer.execution.status];
    });
  }

  /** Depends on the id only, so that it is the same for both stores. */
  private oneOfTenants(id: string): string | null {
    return id.endsWith('7') ? 'a' : null;
  }

  private async heartbeat(): Promise<void> {
    const ids = this.claimed.filter(() => this.below(2) === 0).slice(-5);
    await this.ask('executions.heartbeat', async ({ executions }, held) =>
      executions.heartbeat({
        leases: ids.map((id) => ({ executionId: id, fence: held.get(id)?.fence ?? 0 })),
        leaseMs: 4.7 * MINUTE,
      }),
    );
  }

  private async rescue(): Promise<void> {
    const request = { graceMs: 0, limit: 1 + this.below(5), deadLetterQueue: this.oneOf([null, 'dead']) };
    await this.ask('executions.rescue', async ({ executions }) =>
      (await executions.rescue(request)).map(({ id, status }) => [id, status]),
    );
  }

  private async dismiss(): Promise<void> {
    const ids = Array.from({ length: 4 }, () => this.oneOf(['nobody', ...this.known]));
    await this.ask('executions.dismissDeadLetters', async ({ executions }) =>
      executions.dismissDeadLetters({ ids, tenant: null }),
    );
  }

  private async prune(now: Date): Promise<void> {
    if (this.below(3) > 0) return;
    const finishedBefore = new Date(now.getTime() - 20.5 * MINUTE);
    const [deadLettered, keep] = [this.oneOf([true, false]), this.oneOf([null, 3])];
    await this.ask('executions.prune', async ({ executions }) =>
      executions.prune({
        statuses: ['success', 'failed', 'cancelled'],
        finishedBefore,
        deadLettered,
        keep,
        limit: 5,
      }),
    );
  }

  private async changeQueue(): Promise<void> {
    const change = {
      queue: this.oneOf(['default', 'mails']),
      paused: this.below(6) === 0,
      globalLimit: this.oneOf([null, null, 3]),
    };
    await this.ask('queues.change', async ({ queues }) => queues.change(change));
  }

  private below(limit: number): number {
    return Math.floor(this.random.next() * limit);
  }

  private oneOf<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }
}

/** The part of an execution that has to be equal in two stores whose clocks differ a little. */
export function outlineOf(execution: Execution): unknown {
  const { id, status, reason, attemptsUsed, fence, occurrence, deadLetter, cancelRequest, attempts } =
    execution;
  return {
    id,
    status,
    reason,
    attemptsUsed,
    fence,
    occurrence,
    cancelRequest,
    dead: deadLetter?.queue,
    n: attempts.length,
  };
}
