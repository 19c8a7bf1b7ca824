import type { Command } from './command.js';

/** A command that is known by name before its module is loaded: help and lists must not pay for what they do not run. */
export interface BuiltInCommand {
  readonly name: string;
  readonly description: string;
  readonly load: () => Promise<Command>;
}

export const BUILT_IN_COMMANDS: readonly BuiltInCommand[] = [
  {
    name: 'health',
    description: 'Check that the store answers and fits; exit code 1 if not',
    load: async () => new (await import('../commands/health.js')).Health(),
  },
  {
    name: 'list',
    description: 'List all commands',
    load: async () => new (await import('../commands/list.js')).List(),
  },
  {
    name: 'make:handler',
    description: 'Write a handler class and its test',
    load: async () => new (await import('../commands/make-handler.js')).MakeHandler(),
  },
  {
    name: 'migrate',
    description: 'Make or update the tables of the store',
    load: async () => new (await import('../commands/migrate.js')).Migrate(),
  },
  {
    name: 'migrate:rollback',
    description: 'Take the latest step of the schema back, with the data in it',
    load: async () => new (await import('../commands/migrate-rollback.js')).MigrateRollback(),
  },
  {
    name: 'migrate:sql',
    description: 'Print the statements that migrate would run, for teams that run their own',
    load: async () => new (await import('../commands/migrate-sql.js')).MigrateSql(),
  },
  {
    name: 'migrate:status',
    description: 'Show which steps of the schema are applied',
    load: async () => new (await import('../commands/migrate-status.js')).MigrateStatus(),
  },
  {
    name: 'prune',
    description: 'Remove executions that are past their retention, in small steps',
    load: async () => new (await import('../commands/prune.js')).Prune(),
  },
  {
    name: 'queue:pause',
    description: 'Start nothing more of a queue, on all nodes; what runs goes on',
    load: async () => new (await import('../commands/queue-pause.js')).QueuePause(),
  },
  {
    name: 'queue:resume',
    description: 'Let a paused queue go on, on all nodes',
    load: async () => new (await import('../commands/queue-resume.js')).QueueResume(),
  },
  {
    name: 'queue:scale',
    description: 'Set how many of a queue run at once on each node',
    load: async () => new (await import('../commands/queue-scale.js')).QueueScale(),
  },
  {
    name: 'queue:stats',
    description: 'Show what waits and runs in each queue',
    load: async () => new (await import('../commands/queue-stats.js')).QueueStats(),
  },
  {
    name: 'schedule:cancel',
    description: 'End a job and what waits or runs of it; its record is kept',
    load: async () => new (await import('../commands/schedule-cancel.js')).ScheduleCancel(),
  },
  {
    name: 'schedule:create',
    description: 'Create a job',
    load: async () => new (await import('../commands/schedule-create.js')).ScheduleCreate(),
  },
  {
    name: 'schedule:delete',
    description: 'Delete a job with its executions and logs',
    load: async () => new (await import('../commands/schedule-delete.js')).ScheduleDelete(),
  },
  {
    name: 'schedule:history',
    description: 'Show the executions of a job',
    load: async () => new (await import('../commands/schedule-history.js')).ScheduleHistory(),
  },
  {
    name: 'schedule:list',
    description: 'List jobs with their next runs',
    load: async () => new (await import('../commands/schedule-list.js')).ScheduleList(),
  },
  {
    name: 'schedule:pause',
    description: 'Pause an active job',
    load: async () => new (await import('../commands/schedule-pause.js')).SchedulePause(),
  },
  {
    name: 'schedule:preview',
    description: 'Show when a cron expression or another trigger runs; needs no application',
    load: async () => new (await import('../commands/schedule-preview.js')).SchedulePreview(),
  },
  {
    name: 'schedule:process',
    description: 'Fire what is due, once; made to be called by cron each minute',
    load: async () => new (await import('../commands/schedule-process.js')).ScheduleProcess(),
  },
  {
    name: 'schedule:reschedule',
    description: 'Give a job another trigger',
    load: async () => new (await import('../commands/schedule-reschedule.js')).ScheduleReschedule(),
  },
  {
    name: 'schedule:resume',
    description: 'Resume a paused job with its first run after now',
    load: async () => new (await import('../commands/schedule-resume.js')).ScheduleResume(),
  },
  {
    name: 'schedule:run',
    description: 'Run a job now, besides its schedule',
    load: async () => new (await import('../commands/schedule-run.js')).ScheduleRun(),
  },
  {
    name: 'schedule:show',
    description: 'Show a job, its next runs and its last executions',
    load: async () => new (await import('../commands/schedule-show.js')).ScheduleShow(),
  },
  {
    name: 'schedule:work',
    description: 'Fire and run jobs until stopped: the daemon',
    load: async () => new (await import('../commands/schedule-work.js')).ScheduleWork(),
  },
];
