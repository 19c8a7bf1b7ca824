import { JobChange } from './job-command.js';

export class ScheduleResume extends JobChange {
  readonly name = 'schedule:resume';
  readonly description = 'Resume a paused job; its next run is the first one after now';
  protected readonly done = 'resumed';

  protected read(): ReturnType<JobChange['read']> {
    return (scheduler, job) => scheduler.resume(job);
  }
}
