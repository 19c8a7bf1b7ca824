import type { CommandInput } from '../command/command-input.js';
import { JobChange, TENANT_OPTION } from './job-command.js';

export class SchedulePause extends JobChange {
  readonly name = 'schedule:pause';
  readonly description = 'Pause an active job';
  override readonly options = [
    { flags: '--reason <text>', description: 'the reason, which is stored' },
    TENANT_OPTION,
  ];
  protected readonly done = 'paused';

  protected read(input: CommandInput): ReturnType<JobChange['read']> {
    const reason = input.text('reason');
    return (scheduler, job) => scheduler.pause(job, reason);
  }
}
