import {
  isSchedulerError,
  type ScheduledJob,
  type Scheduler,
  type SchedulerStore,
  trigger,
} from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import type { Cluster } from '../cluster/cluster.js';
import { between, type Dice, oneOf } from '../world/dice.js';
import type { VirtualTime } from '../world/virtual-time.js';
import type { Certainty } from './certainty.js';
import type { Workload } from './workload.js';
import { WORK } from './workload-handlers.js';

export interface OperatorParts {
  readonly time: VirtualTime;
  readonly dice: Dice;
  readonly cluster: Cluster;
  readonly store: SchedulerStore;
  readonly certainty: Certainty;
}

/** How long an operator waits for an answer. After that the result of the change is unknown. */
const PATIENCE_MS = 5_000;

/** Operators that change jobs through nodes, which may fail at any moment. */
export class Operator {
  readonly enqueued: string[] = [];
  readonly removedJobs: string[] = [];
  /** The number of changes of each job that are in progress or have an unknown result. While it is above 0, the job is uncertain. */
  private readonly openChanges = new Map<string, number>();

  constructor(private readonly parts: OperatorParts) {}

  /** Plans all interventions of a run. */
  plan({ interventions, lastsMs }: Workload): void {
    for (let number = 1; number <= interventions; number += 1) {
      const randomness = this.parts.dice.about(`intervention ${number}`);
      const action = oneOf(randomness, ACTIONS);
      this.parts.time.after(between(randomness, 500, lastsMs), () => {
        const found = oneOf(randomness, this.parts.cluster.alive());
        if (found === undefined || action === undefined) return;
        const pick = randomness.next();
        // A process that is dead or paused does not answer.
        found.process.post(0, () => void action(this, found.node, pick).catch(() => undefined));
      });
    }
  }

  /** The job as stored, independent of any node. */
  private stored(name: string): Promise<ScheduledJob | null> {
    return this.parts.store.schedules.findByName({ name, tenant: null });
  }

  /** The job is uncertain between the request and its answer, and stays uncertain without an answer. */
  async change(name: string, ask: (job: ScheduledJob) => Promise<ScheduledJob>): Promise<void> {
    const { certainty, time } = this.parts;
    const before = await this.stored(name);
    if (before === null) return;
    certainty.end(before.id, time.now());
    this.beginChange(before.id);
    await this.inTime(ask(before)).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });
    const after = await this.stored(name);
    if (this.endChange(before.id) && after?.id === before.id) certainty.begin(after, time.now());
  }

  async remove(name: string, scheduler: Scheduler): Promise<void> {
    const job = await this.stored(name);
    if (job === null) return;
    this.parts.certainty.forget(job.id);
    this.removedJobs.push(job.id);
    await this.inTime(scheduler.unschedule(job.id));
  }

  async enqueue(scheduler: Scheduler, delayMs: number, type: string): Promise<void> {
    const runAt = new Date(this.parts.time.nowMs + delayMs);
    const { id } = await this.inTime(
      scheduler.enqueue({ type, runAt, maxRetries: 3, backoff: { strategy: 'fixed', delay: '300ms' } }),
    );
    this.enqueued.push(id);
  }

  async someExecution(pick: number, statuses: readonly ('pending' | 'running' | 'failed')[]) {
    const { items } = await this.parts.store.executions.list({
      tenant: null,
      statuses,
      limit: 100,
      offset: 0,
      sortOrder: 'asc',
    });
    return items[Math.floor(pick * items.length)];
  }

  private beginChange(jobId: string): void {
    this.openChanges.set(jobId, (this.openChanges.get(jobId) ?? 0) + 1);
  }

  /** True: no other change of the job is in progress or has an unknown result. */
  private endChange(jobId: string): boolean {
    const remaining = (this.openChanges.get(jobId) ?? 1) - 1;
    this.openChanges.set(jobId, remaining);
    return remaining === 0;
  }

  /** Rejects after a while; the result of the change is unknown then. */
  private inTime<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.parts.time.after(PATIENCE_MS, () => reject(new Error('no answer')));
      work.then(resolve, reject);
    });
  }
}

/** Whether the error is an answer of the scheduler, which means that nothing was changed. */
function isRefusal(error: unknown): boolean {
  return isSchedulerError(error) && error.code !== 'STORE_UNAVAILABLE';
}

type Action = (operator: Operator, node: SchedulerNode, pick: number) => Promise<void>;

const CHANGING = ['changing', 'changing-alone'] as const;
const someJob = (pick: number) => CHANGING[Math.floor(pick * CHANGING.length)] ?? 'changing';

/** Actions that the state of a job does not allow are refused and change nothing. */
const ACTIONS: readonly Action[] = [
  (operator, { scheduler }, pick) => operator.change(someJob(pick), ({ id }) => scheduler.pause(id)),
  (operator, { scheduler }, pick) => operator.change(someJob(pick), ({ id }) => scheduler.resume(id)),
  (operator, { scheduler }, pick) =>
    operator.change(someJob(pick), ({ id }) =>
      scheduler.reschedule(id, trigger.every(pick < 0.5 ? '1s' : '2s')),
    ),
  (operator, { scheduler }, pick) =>
    operator.change(someJob(pick), ({ id }) =>
      scheduler.update(id, { priority: pick < 0.5 ? 'high' : 'low' }),
    ),
  (operator, { scheduler }) => operator.change('to-cancel', ({ id }) => scheduler.cancel(id, 'not wanted')),
  (operator, { scheduler }) => operator.remove('to-remove', scheduler),
  (operator, { scheduler }) => operator.enqueue(scheduler, 0, WORK.quick),
  (operator, { scheduler }, pick) => operator.enqueue(scheduler, pick * 4_000, WORK.flaky),
  async (_operator, { scheduler }, pick) => void (await scheduler.runNow(someJob(pick))),
  async (operator, { scheduler }, pick) => {
    const execution = await operator.someExecution(pick, ['pending', 'running']);
    if (execution !== undefined) await scheduler.cancelExecution(execution.id, 'not wanted');
  },
  async (operator, { scheduler }, pick) => {
    const execution = await operator.someExecution(pick, ['failed']);
    if (execution !== undefined) await scheduler.retryExecution(execution.id);
  },
  async (_operator, { queues }) => void (await queues.pause('side')),
  async (_operator, { queues }) => void (await queues.resume('side')),
  async (_operator, { queues }, pick) => void (await queues.scale('default', 1 + Math.floor(pick * 6))),
];
