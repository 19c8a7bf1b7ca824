import type { CommandInput } from '../command/command-input.js';
import { changeOptions, IF_REVISION_OPTION, JobChange, TENANT_OPTION } from './job-command.js';

export class SchedulePause extends JobChange {
  readonly name = 'schedule:pause';
  readonly description = 'Pause an active job';
  override readonly options = [
    { flags: '--reason <text>', description: 'the reason, which is stored' },
    IF_REVISION_OPTION,
    TENANT_OPTION,
  ];
  protected readonly done = 'paused';

  protected read(input: CommandInput): ReturnType<JobChange['read']> {
    const reason = input.text('reason');
    const options = changeOptions(input);
    return (scheduler, job) => scheduler.pause(job, reason, options);
  }
}
