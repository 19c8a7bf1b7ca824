/* eslint-disable @typescript-eslint/no-require-imports -- `import()` would set up the loader of ES modules first, which takes longer than printing the help */
import type { BuiltInCommand } from './built-in-command.js';

/** The commands of the group `schedule`. */
export const SCHEDULE_COMMANDS: readonly BuiltInCommand[] = [
  {
    name: 'schedule:cancel',
    description: 'Cancel a job and its waiting and running executions; its record is kept',
    load: () => new (require('../commands/schedule-cancel.js').ScheduleCancel)(),
  },
  {
    name: 'schedule:check',
    description: 'Check that everything stored fits the handlers and schemas of this build',
    load: () => new (require('../commands/schedule-check.js').ScheduleCheck)(),
  },
  {
    name: 'schedule:create',
    description: 'Create a job',
    load: () => new (require('../commands/schedule-create.js').ScheduleCreate)(),
  },
  {
    name: 'schedule:delete',
    description: 'Delete a job with its executions and logs',
    load: () => new (require('../commands/schedule-delete.js').ScheduleDelete)(),
  },
  {
    name: 'schedule:expect',
    description: 'Expect a job to succeed at least so often, or expect nothing any more',
    load: () => new (require('../commands/schedule-expect.js').ScheduleExpect)(),
  },
  {
    name: 'schedule:forecast',
    description: 'Show which jobs will run hour by hour, and where they collide',
    load: () => new (require('../commands/schedule-forecast.js').ScheduleForecast)(),
  },
  {
    name: 'schedule:history',
    description: 'Show the executions of a job',
    load: () => new (require('../commands/schedule-history.js').ScheduleHistory)(),
  },
  {
    name: 'schedule:import',
    description: 'Create jobs from a crontab, or from a list of node-cron, Agenda or BullMQ',
    load: () => new (require('../commands/schedule-import.js').ScheduleImport)(),
  },
  {
    name: 'schedule:list',
    description: 'List jobs with their next runs',
    load: () => new (require('../commands/schedule-list.js').ScheduleList)(),
  },
  {
    name: 'schedule:pause',
    description: 'Pause an active job',
    load: () => new (require('../commands/schedule-pause.js').SchedulePause)(),
  },
  {
    name: 'schedule:plan',
    description: 'Show how declared and stored jobs differ',
    load: () => new (require('../commands/schedule-plan.js').SchedulePlan)(),
  },
  {
    name: 'schedule:preview',
    description: 'Show when a cron expression or another trigger runs; needs no application',
    load: () => new (require('../commands/schedule-preview.js').SchedulePreview)(),
  },
  {
    name: 'schedule:process',
    description: 'Fire the jobs that are due, once; to be called by cron each minute',
    load: () => new (require('../commands/schedule-process.js').ScheduleProcess)(),
  },
  {
    name: 'schedule:reschedule',
    description: 'Replace the trigger of a job',
    load: () => new (require('../commands/schedule-reschedule.js').ScheduleReschedule)(),
  },
  {
    name: 'schedule:resume',
    description: 'Resume a paused job; its next run is the first one after now',
    load: () => new (require('../commands/schedule-resume.js').ScheduleResume)(),
  },
  {
    name: 'schedule:run',
    description: 'Run a job now, in addition to its schedule',
    load: () => new (require('../commands/schedule-run.js').ScheduleRun)(),
  },
  {
    name: 'schedule:show',
    description: 'Show a job, its next runs and its last executions',
    load: () => new (require('../commands/schedule-show.js').ScheduleShow)(),
  },
  {
    name: 'schedule:stats',
    description: 'Show how the latest 100 executions of a job went',
    load: () => new (require('../commands/schedule-stats.js').ScheduleStats)(),
  },
  {
    name: 'schedule:why',
    description: 'Explain why a job did or did not run, occurrence by occurrence',
    load: () => new (require('../commands/schedule-why.js').ScheduleWhy)(),
  },
  {
    name: 'schedule:work',
    description: 'Fire and run jobs until stopped: the daemon',
    load: () => new (require('../commands/schedule-work.js').ScheduleWork)(),
  },
];
