import type { Execution, IdGenerator, Logger, ScheduledJob } from '@scheduler/contracts';
import type {
  FireResult,
  Firing,
  JobQueue,
  ScheduleRepository,
  StoreTime,
} from '@scheduler/contracts/adapter';
import type { ExecutionEvents } from '../signals/events/execution-events.js';
import type { TickReport } from './tick-report.js';
import { type RecurrenceEngine, recurrenceOf } from '@scheduler/recurrence';
import { announce, publishNew } from '../signals/announce.js';
import { planFiring } from './plan-firing.js';

export interface DueJobDispatcherParts {
  readonly schedules: ScheduleRepository;
  readonly queue: JobQueue;
  readonly recurrence: RecurrenceEngine;
  readonly ids: IdGenerator;
  readonly events: ExecutionEvents;
  readonly logger: Logger;
  readonly storeTime: StoreTime;
}

const JOBS_AT_ONCE = 1_000;
/** The jobs that were found are fired in parts, so that one is planned here while the store writes the other. */
const JOBS_OF_A_PART = 500;

interface Tally {
  now: Date;
  due: number;
  readonly fired: Execution[];
  readonly skipped: Execution[];
  conflicts: number;
  readonly quarantined: string[];
}

/** Turns due jobs into executions. Safe on every node at once: firing is an atomic step that only one of them wins. */
export class DueJobDispatcher {
  constructor(private readonly parts: DueJobDispatcherParts) {}

  /** Fires everything that is due. */
  async tick(): Promise<TickReport> {
    const tally: Tally = { now: new Date(0), due: 0, fired: [], skipped: [], conflicts: 0, quarantined: [] };
    let more: boolean;
    do more = await this.tickOnce(tally);
    while (more);
    return tally;
  }

  /** Fires one due job before its trigger is changed. False: its stored trigger is invalid, and the job was left alone. */
  async fireNow(job: ScheduledJob, now: Date): Promise<FireResult | null> {
    let firing: Firing;
    try {
      firing = this.plan(job, now);
    } catch {
      return null;
    }
    return this.fire(firing);
  }

  /** Fires one due job. Throws if its stored trigger is invalid. */
  fireDue(job: ScheduledJob, now: Date): Promise<FireResult> {
    return this.fire(this.plan(job, now));
  }

  private async fire(firing: Firing): Promise<FireResult> {
    const [result] = await this.parts.schedules.fire({ firings: [firing] });
    if (result?.kind === 'fired') await this.dispatch(result.executions);
    return result ?? { kind: 'conflict', jobId: firing.job.id };
  }

  /** Fires one batch. True: more jobs may be due. */
  private async tickOnce(tally: Tally): Promise<boolean> {
    const { schedules, storeTime } = this.parts;
    const { now, jobs } = await storeTime.asking(
      () => schedules.findDue({ limit: JOBS_AT_ONCE }),
      (due) => due.now,
    );
    tally.now = now;
    tally.due += jobs.length;
    if (jobs.length === 0) return false;
    const parts = [jobs.slice(0, JOBS_OF_A_PART), jobs.slice(JOBS_OF_A_PART)].filter(
      ({ length }) => length > 0,
    );
    const fired = await Promise.allSettled(parts.map((part) => this.firePart(part, now, tally)));
    const failed = fired.find((part) => part.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    // When every firing is lost to other nodes, they do the work; to go on would only add contention.
    return fired.some((part) => part.status === 'fulfilled' && part.value);
  }

  /** Fires some of the jobs that are due. Whether any of them was fired here. */
  private async firePart(jobs: readonly ScheduledJob[], now: Date, tally: Tally): Promise<boolean> {
    const firings = await this.planAll(jobs, now, tally);
    const results = await this.parts.schedules.fire({ firings });
    await this.dispatch(results.flatMap((result) => this.count(result, tally)));
    return results.some(({ kind }) => kind === 'fired');
  }

  private async planAll(jobs: readonly ScheduledJob[], now: Date, tally: Tally): Promise<Firing[]> {
    const firings: Firing[] = [];
    for (const job of jobs) {
      try {
        firings.push(this.plan(job, now));
      } catch (error) {
        await this.quarantine(job, now, error, tally);
      }
    }
    return firings;
  }

  private plan(job: ScheduledJob, now: Date): Firing {
    const recurrence = this.parts.recurrence.compile(recurrenceOf(job));
    return planFiring({ job, cursor: job.nextRunAt ?? now, now, recurrence, ids: this.parts.ids });
  }

  /** Pauses a job whose stored trigger is invalid, with the reason, so that it does not stop the others. */
  private async quarantine(job: ScheduledJob, now: Date, error: unknown, tally: Tally): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    this.parts.logger.error('a job could not be fired and is paused', {
      jobId: job.id,
      name: job.name,
      error: reason,
    });
    try {
      await this.parts.schedules.save({
        job: job.pause(now, `quarantined: ${reason}`),
        expectedRevision: job.revision,
      });
      tally.quarantined.push(job.id);
    } catch (conflict) {
      this.parts.logger.warn('a job was changed before it could be paused', {
        jobId: job.id,
        error: String(conflict),
      });
      tally.conflicts += 1;
    }
  }

  private count(result: FireResult, tally: Tally): readonly Execution[] {
    if (result.kind === 'conflict') {
      tally.conflicts += 1;
      return [];
    }
    for (const execution of result.executions) {
      if (execution.status === 'skipped') tally.skipped.push(execution);
      else tally.fired.push(execution);
    }
    return result.executions;
  }

  private async dispatch(executions: readonly Execution[]): Promise<void> {
    publishNew(this.parts.events, executions);
    await announce(this.parts, executions);
  }
}
