import { type HandledJob, type JobContext, type JobHandler, JobResult, jobType } from '@scheduler/contracts';
import type { HealthService } from './health.service.js';

export const HEALTH_CHECK = jobType('health_check');

export class HealthCheckHandler implements JobHandler {
  readonly types = [HEALTH_CHECK];

  constructor(private readonly health: Pick<HealthService, 'check'>) {}

  supports(type: string): boolean {
    return type === HEALTH_CHECK;
  }

  async handle(_job: HandledJob, { startedAt, log }: JobContext): Promise<JobResult> {
    const { checks, failed } = await this.health.check(startedAt);
    for (const name of failed) log.error(`${name} is not healthy`, { problem: checks[name] ?? '' });
    if (failed.length === 0) return JobResult.success({ healthy: true, checks });
    return JobResult.failure({ error: new Error(`not healthy: ${failed.join(', ')}`) });
  }
}
