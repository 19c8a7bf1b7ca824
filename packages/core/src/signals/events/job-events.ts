import type { Clock, EventBus, JobEventData, ScheduledJob, SchedulerEventName } from '@scheduler/contracts';

type JobEventName = Extract<SchedulerEventName, `scheduler:job.${string}`>;

/** Publishes what happened to jobs. The change is committed already, so that a failing bus must not fail the caller. */
export class JobEvents {
  constructor(
    private readonly bus: EventBus,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
  ) {}

  async publish(name: Exclude<JobEventName, 'scheduler:job.dispatch'>, job: ScheduledJob): Promise<void> {
    if (!this.bus.wants(name)) return;
    try {
      await this.bus.publish({
        events: [{ name, at: this.clock.now(), tenant: job.tenant, data: dataOf(job) }],
      });
    } catch (error) {
      this.onError(error);
    }
  }
}

function dataOf(job: ScheduledJob): JobEventData {
  return {
    jobId: job.id,
    name: job.name,
    type: job.type,
    status: job.status,
    nextRunAt: job.nextRunAt?.toISOString() ?? null,
  };
}
