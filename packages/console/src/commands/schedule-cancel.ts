import type { CommandInput } from '../command/command-input.js';
import { changeOptions, IF_REVISION_OPTION, JobChange, TENANT_OPTION } from './job-command.js';

export class ScheduleCancel extends JobChange {
  readonly name = 'schedule:cancel';
  readonly description = 'Cancel a job and its waiting and running executions; its record is kept';
  override readonly options = [
    { flags: '--reason <text>', description: 'the reason, which is stored' },
    IF_REVISION_OPTION,
    TENANT_OPTION,
  ];
  protected readonly done = 'cancelled';

  protected read(input: CommandInput): ReturnType<JobChange['read']> {
    const reason = input.text('reason');
    const options = changeOptions(input);
    return (scheduler, job) => scheduler.cancel(job, reason, options);
  }
}
