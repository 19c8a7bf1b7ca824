import type {
  Clock,
  EventBus,
  ExecutionEventName,
  JobEventData,
  JsonObject,
  ScheduledJob,
  SchedulerEventName,
} from '@scheduler/contracts';

type JobEventName = Exclude<Extract<SchedulerEventName, `scheduler:job.${string}`>, ExecutionEventName>;

/** Publishes what happened to jobs. The change is committed already, so that a failing bus must not fail the caller. */
export class JobEvents {
  constructor(
    private readonly bus: EventBus,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** `before`: the job as it was, for the changes. */
  async publish(name: JobEventName, job: ScheduledJob, before?: ScheduledJob): Promise<void> {
    if (!this.bus.wants(name)) return;
    try {
      await this.bus.publish({
        events: [{ name, at: this.clock.now(), tenant: job.tenant, data: dataOf(job, before) }],
      });
    } catch (error) {
      this.onError(error);
    }
  }
}

type JobFields = Omit<JobEventData, 'changes'>;

function dataOf(job: ScheduledJob, before: ScheduledJob | undefined): JobEventData {
  const fields = fieldsOf(job);
  return {
    ...fields,
    changes: before === undefined ? {} : changesOf(fieldsOf(before), fields),
  } as JobEventData;
}

function fieldsOf(job: ScheduledJob): JobFields {
  const { trigger } = job;
  return {
    jobId: job.id,
    name: job.name,
    type: job.type,
    status: job.status,
    nextRunAt: job.nextRunAt?.toISOString() ?? null,
    schedule: trigger.kind === 'cron' ? trigger.expressions.join('; ') : null,
    executeAt: trigger.kind === 'once' ? trigger.at.toISOString() : null,
    startAt: job.startAt?.toISOString() ?? null,
    endAt: job.endAt?.toISOString() ?? null,
  };
}

function changesOf(before: JobFields, after: JobFields): JsonObject {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name] !== value));
}
