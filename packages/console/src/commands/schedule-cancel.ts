import type { CommandInput } from '../command/command-input.js';
import { JobChange, TENANT_OPTION } from './job-command.js';

export class ScheduleCancel extends JobChange {
  readonly name = 'schedule:cancel';
  readonly description = 'End a job and what waits or runs of it; its record is kept';
  override readonly options = [
    { flags: '--reason <text>', description: 'why, for those who find it cancelled' },
    TENANT_OPTION,
  ];
  protected readonly done = 'cancelled';

  protected read(input: CommandInput): ReturnType<JobChange['read']> {
    const reason = input.text('reason');
    return (scheduler, job) => scheduler.cancel(job, reason);
  }
}
