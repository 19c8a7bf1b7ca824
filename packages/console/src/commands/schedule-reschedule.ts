import { keepZone } from '@scheduler/contracts';
import type { CommandInput } from '../command/command-input.js';
import { readTrigger } from '../reading/read-trigger.js';
import { TRIGGER_OPTIONS } from '../reading/trigger-options.js';
import { changeOptions, IF_REVISION_OPTION, JobChange, TENANT_OPTION } from './job-command.js';

export class ScheduleReschedule extends JobChange {
  readonly name = 'schedule:reschedule';
  readonly description = 'Replace the trigger of a job';
  override readonly options = [...TRIGGER_OPTIONS, IF_REVISION_OPTION, TENANT_OPTION];
  override readonly help = `The start date stays, and so do the zone and the daylight saving policy unless they are given.

Examples:
  scheduler schedule:reschedule weekly-sales --cron '0 9 * * MON' --zone Europe/Berlin
  scheduler schedule:reschedule cleanup --every 30m`;
  protected readonly done = 'rescheduled';

  protected read(input: CommandInput): ReturnType<JobChange['read']> {
    const trigger = readTrigger(input);
    const options = changeOptions(input);
    // `update` instead of `reschedule`, which is for recurring jobs only: the command may also move a one-off job.
    return async (scheduler, job) => {
      const stored = await scheduler.get(job);
      return scheduler.update(job, { trigger: keepZone(trigger, stored.trigger) }, options);
    };
  }
}
