/* eslint-disable @typescript-eslint/no-require-imports -- `import()` would set up the loader of ES modules first, which takes longer than printing the help */
import { ALERT_COMMANDS } from './alert-commands.js';
import type { BuiltInCommand } from './built-in-command.js';
import { EVENT_LOG_COMMANDS } from './event-log-commands.js';
import { SCHEDULE_COMMANDS } from './schedule-commands.js';
import { WORKFLOW_COMMANDS } from './workflow-commands.js';

export const BUILT_IN_COMMANDS: readonly BuiltInCommand[] = [
  ...ALERT_COMMANDS,
  {
    name: 'audit:list',
    description: 'List who changed what through the API and by API keys, latest first',
    load: () => new (require('../commands/audit-list.js').AuditList)(),
  },
  {
    name: 'calendar:export',
    description: 'Write jobs as an iCalendar file, or a link that adds one to a calendar',
    load: () => new (require('../commands/calendar-export.js').CalendarExport)(),
  },
  {
    name: 'circuit:list',
    description: 'Show the circuits and their states on all nodes',
    load: () => new (require('../commands/circuit-list.js').CircuitList)(),
  },
  {
    name: 'circuit:reset',
    description: 'Close a circuit at once, for all nodes',
    load: () => new (require('../commands/circuit-reset.js').CircuitReset)(),
  },
  {
    name: 'completion',
    description: 'Print a script that completes commands, options and names in a shell',
    load: () => new (require('../commands/completion.js').Completion)(),
  },
  {
    name: 'completion:values',
    description: 'Print names for a shell to complete, one per line',
    load: () => new (require('../commands/completion-values.js').CompletionValues)(),
  },
  {
    name: 'dashboard',
    description: 'Serve the dashboard and its API until stopped, and print the address that signs in',
    load: () => new (require('../commands/dashboard.js').Dashboard)(),
  },
  {
    name: 'dead-letter:delete',
    description: 'Delete a dead letter; its execution stays in the history',
    load: () => new (require('../commands/dead-letter-delete.js').DeadLetterDelete)(),
  },
  {
    name: 'dead-letter:list',
    description: 'List executions that failed for good, latest first',
    load: () => new (require('../commands/dead-letter-list.js').DeadLetterList)(),
  },
  {
    name: 'dead-letter:prune',
    description: 'Delete the dead letters that failed before an instant',
    load: () => new (require('../commands/dead-letter-prune.js').DeadLetterPrune)(),
  },
  {
    name: 'dead-letter:retry',
    description: 'Run a dead letter again; repeating the command does not run it twice',
    load: () => new (require('../commands/dead-letter-retry.js').DeadLetterRetry)(),
  },
  {
    name: 'dead-letter:retry-all',
    description: 'Run dead letters again, oldest first',
    load: () => new (require('../commands/dead-letter-retry-all.js').DeadLetterRetryAll)(),
  },
  {
    name: 'dead-letter:show',
    description: 'Show one dead letter with its error and payload',
    load: () => new (require('../commands/dead-letter-show.js').DeadLetterShow)(),
  },
  {
    name: 'dead-letter:stats',
    description: 'Count dead letters by queue and by class of their error',
    load: () => new (require('../commands/dead-letter-stats.js').DeadLetterStats)(),
  },
  {
    name: 'doctor',
    description: 'Check the setup and suggest how to fix what is wrong; exit code 1 on an error',
    load: () => new (require('../commands/doctor.js').Doctor)(),
  },
  {
    name: 'enqueue',
    description: 'Put work into a queue, without a job',
    load: () => new (require('../commands/enqueue.js').Enqueue)(),
  },
  {
    name: 'event:create',
    description: 'Store an event handler: what to do when an event is triggered',
    load: () => new (require('../commands/event-create.js').EventCreate)(),
  },
  {
    name: 'event:delete',
    description: 'Delete an event handler; the jobs and executions it created stay',
    load: () => new (require('../commands/event-delete.js').EventDelete)(),
  },
  {
    name: 'event:disable',
    description: 'Disable an event handler on all nodes until it is enabled',
    load: () => new (require('../commands/event-disable.js').EventDisable)(),
  },
  {
    name: 'event:enable',
    description: 'Enable an event handler again',
    load: () => new (require('../commands/event-enable.js').EventEnable)(),
  },
  {
    name: 'event:list',
    description: 'List the event handlers and their results',
    load: () => new (require('../commands/event-list.js').EventList)(),
  },
  {
    name: 'event:trigger',
    description: 'Trigger an event; exit code 1 if a handler failed',
    load: () => new (require('../commands/event-trigger.js').EventTrigger)(),
  },
  ...EVENT_LOG_COMMANDS,
  {
    name: 'execution:cancel',
    description: 'Cancel an execution that waits, or ask one that runs to stop',
    load: () => new (require('../commands/execution-cancel.js').ExecutionCancel)(),
  },
  {
    name: 'execution:list',
    description: 'List executions of all jobs and of enqueued work, latest first',
    load: () => new (require('../commands/execution-list.js').ExecutionList)(),
  },
  {
    name: 'execution:logs',
    description: 'Show the log lines of the handler, oldest first',
    load: () => new (require('../commands/execution-logs.js').ExecutionLogs)(),
  },
  {
    name: 'execution:retry',
    description: 'Run an execution that failed or timed out again, as a new execution from its beginning',
    load: () => new (require('../commands/execution-retry.js').ExecutionRetry)(),
  },
  {
    name: 'execution:show',
    description: 'Show an execution with its progress and its attempts',
    load: () => new (require('../commands/execution-show.js').ExecutionShow)(),
  },
  {
    name: 'handler:check',
    description: 'Run a handler under faults over doubles; exit code 1 if it is not safe to run again',
    load: () => new (require('../commands/handler-check.js').HandlerCheck)(),
  },
  {
    name: 'health',
    description: 'Check store, queues and workers; exit code 1 if something is broken',
    load: () => new (require('../commands/health.js').Health)(),
  },
  {
    name: 'init',
    description: 'Write a new project: configuration, first handler, npm scripts',
    load: () => new (require('../commands/init.js').Init)(),
  },
  {
    name: 'key:create',
    description: 'Create an API key, and print it this once',
    load: () => new (require('../commands/key-create.js').KeyCreate)(),
  },
  {
    name: 'key:list',
    description: 'List the API keys, newest first, without their secrets',
    load: () => new (require('../commands/key-list.js').KeyList)(),
  },
  {
    name: 'key:revoke',
    description: 'Revoke an API key: from now on it lets nobody in',
    load: () => new (require('../commands/key-revoke.js').KeyRevoke)(),
  },
  {
    name: 'list',
    description: 'List all commands',
    load: () => new (require('../commands/list.js').List)(),
  },
  {
    name: 'make:handler',
    description: 'Write a handler class and its test',
    load: () => new (require('../commands/make-handler.js').MakeHandler)(),
  },
  {
    name: 'metrics',
    description: 'Show statistics of jobs, executions, durations and queues',
    load: () => new (require('../commands/metrics.js').Metrics)(),
  },
  {
    name: 'migrate',
    description: 'Create or update the tables of the store',
    load: () => new (require('../commands/migrate.js').Migrate)(),
  },
  {
    name: 'migrate:rollback',
    description: 'Roll back the latest migration and delete the data in its tables',
    load: () => new (require('../commands/migrate-rollback.js').MigrateRollback)(),
  },
  {
    name: 'migrate:row-level-security',
    description: 'Print the statements that limit roles of PostgreSQL to the rows of one tenant',
    load: () => new (require('../commands/migrate-row-level-security.js').MigrateRowLevelSecurity)(),
  },
  {
    name: 'migrate:sql',
    description: 'Print the statements that migrate would run, for teams that apply SQL themselves',
    load: () => new (require('../commands/migrate-sql.js').MigrateSql)(),
  },
  {
    name: 'migrate:status',
    description: 'Show which migrations are applied',
    load: () => new (require('../commands/migrate-status.js').MigrateStatus)(),
  },
  {
    name: 'prune',
    description:
      'Delete executions, workflows, ended one-off jobs, audit records and alerts whose retention is over',
    load: () => new (require('../commands/prune.js').Prune)(),
  },
  {
    name: 'queue:pause',
    description: 'Pause a queue on all nodes; running executions finish',
    load: () => new (require('../commands/queue-pause.js').QueuePause)(),
  },
  {
    name: 'queue:resume',
    description: 'Resume a paused queue on all nodes',
    load: () => new (require('../commands/queue-resume.js').QueueResume)(),
  },
  {
    name: 'queue:scale',
    description: 'Set how many executions of a queue run at once, on each node or on all nodes together',
    load: () => new (require('../commands/queue-scale.js').QueueScale)(),
  },
  {
    name: 'queue:stats',
    description: 'Show how many executions wait and run in each queue',
    load: () => new (require('../commands/queue-stats.js').QueueStats)(),
  },
  {
    name: 'rate-limit:list',
    description: 'Show the configured rate limits and their remaining tokens',
    load: () => new (require('../commands/rate-limit-list.js').RateLimitList)(),
  },
  {
    name: 'rate-limit:reset',
    description: 'Fill the bucket of a rate limit, for all nodes',
    load: () => new (require('../commands/rate-limit-reset.js').RateLimitReset)(),
  },
  ...SCHEDULE_COMMANDS,
  {
    name: 'serve',
    description:
      'Serve the REST API and the dashboard until stopped, to this machine alone until access is configured',
    load: () => new (require('../commands/serve.js').Serve)(),
  },
  {
    name: 'tenant:delete',
    description: 'Delete everything that belongs to a tenant',
    load: () => new (require('../commands/tenant-delete.js').TenantDelete)(),
  },
  ...WORKFLOW_COMMANDS,
];
