import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { readDuration } from '../reading/read-values.js';
import { changeOptions, IF_REVISION_OPTION, JobChange, TENANT_OPTION } from './job-command.js';

export class ScheduleExpect extends JobChange {
  readonly name = 'schedule:expect';
  readonly description = 'Expect a job to succeed at least so often, or expect nothing any more';
  override readonly options = [
    { flags: '--within <duration>', description: 'an alert fires unless it succeeds within so long' },
    { flags: '--nothing', description: 'no alert fires, however long it has not succeeded' },
    IF_REVISION_OPTION,
    TENANT_OPTION,
  ];
  override readonly help = `At most as long as executions that succeeded are kept (retention.success). schedule:why tells when it succeeded last.

Examples:
  scheduler schedule:expect backup --within 25h
  scheduler schedule:expect backup --nothing`;
  protected readonly done = 'changed';

  protected read(input: CommandInput): ReturnType<JobChange['read']> {
    const [within, nothing] = [readDuration(input, 'within'), input.flag('nothing')];
    if ((within === undefined) !== nothing)
      throw new UsageError('exactly one of --within and --nothing is needed, such as --within 25h');
    const options = changeOptions(input);
    return (scheduler, job) => scheduler.update(job, { expectWithin: within ?? null }, options);
  }
}
