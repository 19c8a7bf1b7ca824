export type { JsonObject, JsonValue } from './values/json.js';
export {
  InputError,
  type InputIssue,
  isSchedulerError,
  SchedulerError,
  type SchedulerErrorCode,
} from './errors/scheduler-error.js';
export {
  ConcurrentChange,
  ConfigurationInvalid,
  ExecutionCancelled,
  ExecutionInterrupted,
  ExecutionNotFound,
  ExecutionTimedOut,
  FeatureNotSupported,
  HandlerAlreadyRegistered,
  HandlerNotFound,
  IllegalTransition,
  JobAlreadyExists,
  JobNotFound,
  JobRevisionMismatch,
  LeaseLost,
  NotLeader,
  NotOpen,
  PayloadInvalid,
  QueryInvalid,
  ResultInvalid,
  ScheduleInvalid,
  SchemaMismatch,
  ShuttingDown,
  StoreUnavailable,
} from './errors/errors.js';
export { JobAmbiguous, type Quota, QuotaExceeded, TenantInvalid } from './errors/tenant-errors.js';
export {
  EventHandlerAlreadyExists,
  EventHandlerNotFound,
  EventInvalid,
  EventReaderNotFound,
  EventsPruned,
} from './errors/event-errors.js';
export type { EventEntity, LoggedEventName } from './event-log/event-names.js';
export type { DomainEvent, LoggedEvent } from './event-log/logged-event.js';
export { BatchFailed } from './batch/batch-failed.js';
export { HandlerKindUnknown, MiddlewareHalted, PayloadTooNew } from './handlers/handler-errors.js';
export { ERROR_CLASSES, type ErrorClass, isRecoverable, type Recoverable } from './failures/error-class.js';
export { retry, RetryableError, retryAfter } from './failures/retryable-error.js';
export { isTenant, TENANT_RULE, toTenant } from './values/tenant.js';
export { isJobType, JOB_TYPE_RULE, type JobType, jobType } from './values/job-type.js';
export {
  DEFAULT_PRIORITY,
  type Priority,
  PRIORITY_NAMES,
  PRIORITY_RULE,
  type PriorityInput,
  type PriorityName,
  toPriority,
} from './values/priority.js';
export {
  DURATION_RULE,
  type DurationInput,
  type DurationParts,
  formatDuration,
  toMilliseconds,
} from './values/duration.js';
export {
  type CalendarOptions,
  type CalendarTrigger,
  type CronTrigger,
  type EventTrigger,
  type EveryTrigger,
  hasInstants,
  isOneOff,
  type MonthlyOptions,
  type NowTrigger,
  type NthWeekday,
  type OnceTrigger,
  type RebootScope,
  type RebootTrigger,
  type RruleTrigger,
  type Trigger,
  trigger,
  TRIGGER_KINDS,
  type TriggerKind,
  type Weekday,
  WEEKDAYS,
  type WeeklyOptions,
  type YearlyOptions,
} from './jobs/trigger.js';
export { DEFAULT_DST_POLICY, DEFAULT_ZONE, type DstPolicy, type ZoneOptions } from './jobs/zone-options.js';
export { isZoned, keepZone, type ZonedTrigger } from './jobs/keep-zone.js';
export { Daily, EveryMinute, Hourly, Monthly, Weekly, Yearly } from './jobs/named-schedules.js';
export {
  type Backoff,
  type ConcurrencyLimits,
  DEFAULT_BACKOFF,
  DEFAULT_MISSED_RUNS,
  DEFAULT_QUEUE,
  type ExecutionPolicy,
  type JobPolicies,
  type MissedRunPolicy,
  type NamedPolicy,
  type OnExhausted,
  type OverlapPolicy,
} from './jobs/policies.js';
export {
  UNIQUE_END_STATES,
  type UniqueBy,
  type UniqueEndState,
  type Uniqueness,
  type UniquePolicy,
} from './jobs/uniqueness.js';
export type {
  BackoffInput,
  EnqueueRequest,
  ExclusionsInput,
  MissedRunInput,
  RunOptions,
  ScheduleChanges,
  ScheduleDefinition,
  UniqueInput,
  UniqueState,
  WorkDefinition,
} from './jobs/schedule-definition.js';
export type { OneTimeJobInput, RecurringJobInput } from './scheduler/schedule-inputs.js';
export { jobRequest, JobRequestBuilder, type JobRequestOptions } from './scheduler/job-request.js';
export type { BusinessCalendar, Exclusions, WeeklyHours } from './jobs/exclusions.js';
export { StateMachine } from './states/state-machine.js';
export { type JobStatus, jobStatuses } from './states/job-status.js';
export {
  type ExecutionStatus,
  executionStatuses,
  type Reason,
  type ReasonCode,
} from './states/execution-status.js';
export type { JobCounters } from './jobs/scheduled-job-props.js';
export { ScheduledJob } from './jobs/scheduled-job.js';
export {
  type Attempt,
  type AttemptStatus,
  type DeadLetterMark,
  type Execution,
  type ExecutionError,
  type ExecutionLog,
  type ExecutionOrigin,
  type ExecutionProgress,
  type Lateness,
  maxAttempts,
  type SkippedRange,
} from './executions/execution.js';
export {
  type Cancelled,
  type Discarded,
  type Failed,
  type FailureOptions,
  isJobResult,
  JobResult,
  type Snoozed,
  type Succeeded,
} from './handlers/job-result.js';
export {
  defineHandler,
  type HandledJob,
  type HandlerAnswer,
  type HandlerDefinition,
  type JobHandler,
  type ThreadHandlerDefinition,
} from './handlers/job-handler.js';
export { type HandlerModule, type HandlerPlace, moduleOfHandler } from './handlers/handler-module.js';
export type { ThreadContext, ThreadHandle } from './handlers/thread-handler.js';
export { defineJob } from './typed/define-job.js';
export type {
  JobDefaults,
  JobDefinition,
  JobSpecification,
  RequestArguments,
  RequestOptions,
  TypedScheduleOptions,
  StoredWork,
  TypedAnswer,
  TypedChanges,
  TypedHandle,
  TypedHandler,
} from './typed/job-definition.js';
export { PAYLOAD_VERSION, type Upcaster, type Upcasters } from './typed/payload-version.js';
export type {
  SchemaInput,
  SchemaOutput,
  StandardIssue,
  StandardResult,
  StandardSchema,
} from './typed/standard-schema.js';
export {
  type BatchDefinition,
  type BatchErrorPolicy,
  fetched,
  type FetchedItems,
  type FetchOptions,
  type ItemOptions,
} from './batch/batch-definition.js';
export { defineBatch } from './batch/define-batch.js';
export type { BatchItemError, BatchResult } from './batch/batch-result.js';
export { AGENT_TIMEOUT_MS, agentHandler, type AgentHandlerDefinition } from './dispatching/agent-handler.js';
export { workflowHandler, type WorkflowHandlerDefinition } from './dispatching/workflow-handler.js';
export type { DurableRollback, DurableStepOptions, FinishedStep } from './handlers/durable-step.js';
export type { JobContext } from './handlers/job-context.js';
export { type ErrorAnswer, type Halt, hook } from './handlers/middleware/hook-answers.js';
export {
  type HandleFunction,
  type JobMiddleware,
  type NextHandler,
  wrapHandler,
} from './handlers/middleware/job-middleware.js';
export type {
  AttemptEndNotice,
  DeadLetterNotice,
  JobObserver,
  RetryNotice,
} from './handlers/middleware/job-observer.js';
export { TELEMETRY_CHANNELS } from './telemetry/telemetry-channels.js';
export type {
  BatchMessage,
  BatchProgress,
  BatchStop,
  CircuitReject,
  CircuitStateChange,
  CircuitTrip,
  DeadLetterInsert,
  DeadLetterRetry,
  ErrorMessage,
  JobEndedByRequest,
  JobException,
  JobMessage,
  JobPreempt,
  JobRescue,
  JobResume,
  JobSkip,
  JobStart,
  JobStop,
  LeaderMessage,
  QueueMessage,
  QueueScale,
  SkipReason,
  TelemetryMessages,
  TelemetryName,
} from './telemetry/telemetry-messages.js';
export type {
  StepEnded,
  StepFailed,
  StepMessage,
  StepRetry,
  StepSkipped,
  RollbackEnded,
  RollbackFailed,
  WorkflowCancelled,
  WorkflowEnded,
  WorkflowException,
  WorkflowFailed,
  WorkflowMessage,
  WorkflowStart,
} from './telemetry/workflow-messages.js';
export type {
  ChangeOptions,
  DeletedTenant,
  DeleteTenantOptions,
  ExecutionQuery,
  HistoryEntry,
  HistoryQuery,
  JobQuery,
  JobReference,
  RetryChanges,
  RunningCancelled,
  Scheduler,
  WriteOptions,
} from './scheduler/scheduler.js';
export type {
  AlertEventData,
  AlertEventName,
  CircuitEventData,
  CircuitEventName,
  ExecutionEventData,
  ExecutionEventName,
  JobEventData,
  QueueEventData,
  QueueEventName,
  SchedulerEvent,
  SchedulerEventData,
  SchedulerEventName,
  WorkflowEventData,
  WorkflowEventName,
  WorkflowStepEventData,
} from './events/scheduler-event.js';
export type {
  EventAction,
  EventActionKind,
  EventHandler,
  EventHandlerCounters,
  EventHandlerType,
  EventJob,
  EventPayload,
  EventWork,
} from './events/event-handler.js';
export type {
  EventFailure,
  EventFunction,
  EventHandlerOptions,
  EventHandlerQuery,
  EventReport,
  EventTriggers,
  TriggeredEvent,
  TriggerOptions,
} from './events/event-triggers.js';
export { eventOf, type TriggeringEvent } from './events/triggering-event.js';
export type { Clock, Timer, TimerRequest } from './host/clock.js';
export type { IdGenerator, Randomness } from './host/identity.js';
export { type Logger, type LogLevel, silentLogger } from './host/logger.js';
export { toLogger } from './host/to-logger.js';
export {
  formatTraceparent,
  readTraceparent,
  type TraceContext,
  type Traced,
  type TraceIds,
  traceIdsOf,
} from './values/trace-context.js';
export type {
  AttemptTrace,
  EndTrace,
  SentWork,
  TracedAttempt,
  TracedEnd,
  Tracing,
} from './telemetry/tracing.js';
export type {
  CompleteStore,
  OptionalPorts,
  SchedulerStore,
  ConnectionBudget,
  StoreCapabilities,
  StoreServer,
} from './ports/store.js';
export type { CallerTransaction } from './values/caller-transaction.js';
export { positionOf } from './executions/position-of.js';
export type { ListPosition, Page, PageRequest, SortOrder } from './values/page.js';
export type { QueueSettings } from './ports/queue-repository.js';
export { type Circuit, type CircuitOptions, type CircuitState, DEFAULT_CIRCUIT } from './limits/circuit.js';
export type {
  FailurePattern,
  HourCount,
  LastExecution,
  SeriesGrouping,
} from './ports/statistics-repository.js';
export type { ProcessStatistics, ProcessUsage } from './host/process-statistics.js';
export type { MetricsQuery, PerformanceMetrics, SchedulerMetrics } from './statistics/scheduler-metrics.js';
export type {
  SeriesLine,
  SeriesPoint,
  SeriesQuery,
  StatisticsSeries,
} from './statistics/statistics-series.js';
export type { JobStatistics, NextExecution } from './statistics/job-statistics.js';
export type {
  FiringAlert,
  FiringAlerts,
  ComponentStatus,
  HealthComponent,
  HealthIssue,
  HealthOptions,
  HealthReport,
  HealthSeverity,
  HealthStatus,
  SchemaHealth,
} from './statistics/health-report.js';
export type { MigrationState, RowLevelSecurityRequest, StoreMigrations } from './ports/store-migrations.js';
export type { StoreUpkeep, UpkeepRequest } from './ports/store-upkeep.js';
export type { JobSortField } from './ports/schedule-repository.js';
export type { CancelRequested } from './ports/execution-repository.js';
export type { Leader } from './ports/leader-election.js';
export type { BusEvent, EventBus, SubscribeEvents } from './events/event-bus.js';
export type { AgentDispatcher, DispatchAgent } from './dispatching/agent-dispatcher.js';
export type {
  StartedWorkflow,
  StartWorkflow,
  WorkflowDispatcher,
} from './dispatching/workflow-dispatcher.js';
export type { CalendarExporter } from './scheduler/calendar-exporter.js';

// Workflows
export type {
  OnStepError,
  OnStepTimeout,
  WorkflowGraph,
  WorkflowGraphStep,
  WorkflowStepKind,
} from './workflows/workflow-graph.js';
export {
  DEADLINE_STEP,
  describeType,
  isStepType,
  readStepType,
  type StepOfType,
  stepType,
  type WorkflowPlace,
} from './executions/workflow-place.js';
export {
  ENDED_WORKFLOWS,
  hasWorkflowEnded,
  type WorkflowAttributes,
  type WorkflowChild,
  type WorkflowChildren,
  type WorkflowDecision,
  type WorkflowRun,
  type WorkflowSignal,
  type WorkflowStatus,
  workflowStatuses,
  type WorkflowStepState,
  type WorkflowStepStatus,
  type WorkflowStepVerdict,
  type WorkflowStop,
  type WorkflowUndo,
} from './workflows/workflow-run.js';
export type { WorkflowCommand } from './workflows/run-command.js';
export {
  WorkflowAlreadyExists,
  WorkflowInvalid,
  WorkflowNotFound,
  WorkflowNotRunning,
  WorkflowSignalsFull,
  WorkflowStepNotWaiting,
  WorkflowUnknown,
} from './errors/workflow-errors.js';

// Alerts
export {
  ALERT_CHANNELS,
  ALERT_METRICS,
  ALERT_OPERATORS,
  ALERT_SEVERITIES,
  type AlertChannel,
  type AlertCondition,
  type AlertMetric,
  type AlertOperator,
  type AlertRule,
  type AlertSeverity,
  type AlertTarget,
} from './alerts/alert-rule.js';
export { ALERT_STATUSES, type Alert, type AlertStatus, type AlertSubject } from './alerts/alert.js';
export type { AlertSilence } from './alerts/alert-silence.js';
export type { AlertMail, AlertMailer } from './alerts/alert-mailer.js';
export {
  AlertInvalid,
  AlertRuleAlreadyExists,
  AlertRuleChanged,
  AlertRuleNotFound,
  AlertSilenceNotFound,
} from './errors/alert-errors.js';

// Access
export type { ApiKey } from './access/api-key.js';
export {
  type AuditObject,
  type AuditPrincipal,
  type AuditRecord,
  PRINCIPAL_KINDS,
  type PrincipalKind,
} from './access/audit-record.js';
export type { IdempotentResponse } from './access/idempotent-response.js';
export {
  AccessInvalid,
  ApiKeyAlreadyExists,
  ApiKeyNotFound,
  PermissionDenied,
} from './errors/access-errors.js';
