import type { CommandInput } from '../command/command-input.js';
import { changeOptions, JobChange } from './job-command.js';

export class ScheduleResume extends JobChange {
  readonly name = 'schedule:resume';
  readonly description = 'Resume a paused job; its next run is the first one after now';
  protected readonly done = 'resumed';

  protected read(input: CommandInput): ReturnType<JobChange['read']> {
    const options = changeOptions(input);
    return (scheduler, job) => scheduler.resume(job, options);
  }
}
