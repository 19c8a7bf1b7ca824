export { createScheduler } from './node/create-scheduler.js';
export type { SchedulerApp } from './node/scheduler-app.js';
export type {
  DaysBuilder,
  EveryOne,
  EveryUnits,
  JobBuilder,
  WeeksBuilder,
} from './define/sentences/every-builder.js';
export type { HandlerFunction, HandlerInput } from './define/sentences/handler-input.js';
export type { JobData } from './define/sentences/job-data.js';
export type { JobSummary } from './define/sentences/job-summary.js';
export {
  type EnqueueOptions,
  type SentenceOptions,
  withDelay,
  withMaxRetries,
  withMetadata,
  withPayload,
  withPriority,
  withQueue,
  withTimeout,
  withUniqueKey,
} from './define/sentences/sentence-options.js';
export { createSchedulerNode, nodeFrom, type SchedulerNodeOptions } from './node/create-scheduler-node.js';
export type { NodeParts, StoreLifecycle } from './node/node-parts.js';
export type { NodeWorkflows } from './node/node-workflows.js';
export { isWorkflowEngine, type WorkflowEngine, type WorkflowServices } from './node/workflow-engine.js';
export type { SchedulerNode, StartOptions } from './node/scheduler-node.js';
export type { TickReport } from './dispatch/tick-report.js';
export type { DrainOptions, DrainReport } from './work/drain.js';
export { loadConfig, type ConfigSources, type LoadedConfig } from './config/load-config.js';
export type { SchedulerConfigInput } from './config/config-schema.js';
export type { Described } from './config/described.js';
export {
  type ConfiguredStoreOptions,
  createConfiguredStore,
  describeConfiguredStore,
} from './config/configured-store.js';
export { ENVIRONMENT } from './config/environment.js';
export { type UnknownVariable, unknownVariables } from './config/read-environment.js';
export type { SchedulerConfig } from './config/scheduler-config.js';
export {
  type DeclaredJobs,
  type PlanOptions,
  type ReconcileReport,
} from './define/declared/declared-jobs.js';
export type { FieldChange } from './define/defined-fields.js';
export { DECLARATION, type DeclarationMark, markOf } from './schedule/declaration-mark.js';
export { planDeclared, type PlanRequest } from './define/declared/plan-declared.js';
export type { DeclaredPlan, PlanEntry, PlanStep } from './define/declared/plan-entry.js';
export { middleware } from './execute/middleware/built-in.js';
export type { ReportedFailure } from './execute/middleware/error-reporter.js';
export type { HandlerTrace } from './execute/middleware/handler-telemetry.js';
export { JobMetrics, type JobTypeMetrics } from './execute/middleware/job-metrics.js';
export type {
  MiddlewareFactory,
  MiddlewareInput,
  MiddlewareServices,
} from './execute/middleware/middleware-services.js';
export { telemetry, type TelemetryListener } from './signals/telemetry/telemetry.js';
export type { Lifeline } from './maintain/lease-maintenance.js';
export type { NodeLeadership } from './node/node-leadership.js';
export type { PruneOptions, PruneReport } from './maintain/prune.js';
export type { QueueControl } from './work/queues/queue-control.js';
export type { RateLimitScope } from './policies/rate-limits/rate-limit-buckets.js';
export type { RateLimitAnswer, RateLimits, RateLimitStatus } from './policies/rate-limits/rate-limits.js';
export type { Circuits, CircuitStatus } from './policies/circuits/circuits.js';
export type { CircuitInput, RateLimit } from './config/limits-schema.js';
export type { Quotas, QuotasByTenant } from './config/quotas-schema.js';
export type { QuotasAnswer, TenantQuotasSource } from './policies/quotas/quotas-of-tenant.js';
export type { QueueStatistics } from './work/queues/queue-statistics.js';
export type {
  AlertConditionInput,
  AlertQuery,
  AlertRuleChanges,
  AlertRuleInput,
  Alerts,
  AlertSilenceInput,
  AlertTest,
} from './alerts/alerts.js';
export type { EvaluationReport } from './alerts/evaluate/evaluate.js';
export type { Expectation } from './alerts/evaluate/expectations.js';
export { AlertRefused } from './alerts/deliver/post-json.js';
export type { AlertNotification } from './alerts/records/notification.js';
export type { AlertsConfig } from './config/alerts-schema.js';
export type { Statistics } from './reports/statistics/statistics.js';
export {
  type MetricSample,
  metricSamples,
  type MetricType,
  type MetricUnit,
  METRICS,
} from './reports/statistics/metric-samples.js';
export { HEALTH_LIMITS } from './reports/health/find-issues.js';
export { type Problem, problemOf } from './reports/health/problem-of.js';
export type { DeadLetterEntry } from './maintain/dead-letters/dead-letter.js';
export type { DeadLetterQuery } from './maintain/dead-letters/dead-letter-query.js';
export type {
  DeadLetterFilter,
  DeadLetterPage,
  DeadLetters,
  RetriedDeadLetter,
  RetryAll,
} from './maintain/dead-letters/dead-letters.js';
export {
  type ExecutionSearch,
  type FoundExecutions,
  searchExecutions,
} from './reports/search/search-executions.js';
export type { PayloadMatch } from './reports/search/payload-match.js';
export { explainJob, type ExplainFacts, type Explanation } from './reports/explain/explain-job.js';
export type { ObstacleFacts } from './reports/explain/obstacles.js';
export {
  type CurrentObstacles,
  type OccurrenceVerdict,
  type VerdictKind,
  verdictOf,
} from './reports/explain/verdict.js';
export type {
  CheckedCounts,
  CompatibilityOptions,
  CompatibilityReport,
} from './reports/compatibility/compatibility.js';
export type {
  CompatibilityProblem,
  CompatibilityProblemKind,
} from './reports/compatibility/compatibility-problems.js';
export type { CalendarQuery } from './reports/calendar/export-calendar.js';
export { forecast, type Forecast, type ForecastFacts } from './reports/forecast/forecast.js';
export type { ForecastQuery } from './reports/forecast/forecast-jobs.js';
export type { CollidingJob, Collision } from './reports/forecast/collisions.js';
export type { HourLoad } from './reports/forecast/load-by-hour.js';
export type { QueueForecast } from './reports/forecast/queue-forecast.js';
export type { Unforeseen } from './reports/forecast/foreseen-starts.js';
export { DISPATCH_AGENT, type Dispatchers, TRIGGER_WORKFLOW } from './execute/handlers/dispatch-handlers.js';
export {
  type HandlerKind,
  HandlerRegistry,
  type PayloadFunction,
} from './execute/handlers/handler-registry.js';
export type { TypeDefaults } from './execute/handlers/type-defaults.js';
export { DeferredScheduler } from './schedule/deferred-scheduler.js';
export { ScheduleManager } from './schedule/schedule-manager.js';
export { DueJobDispatcher } from './dispatch/due-job-dispatcher.js';
export { planFiring, type FiringFacts } from './dispatch/plan-firing.js';
export { ExecutionEngine } from './execute/execution-engine.js';
export type { AttemptEnd } from './policies/failures/attempt-end.js';
export { decideOutcome, type OutcomeFacts } from './execute/outcome/decide-outcome.js';
export {
  type ErrorClassification,
  classifyError,
  type ErrorClassifier,
} from './policies/failures/classify-error.js';
export {
  type FailurePolicy,
  nextAction,
  type NextAction,
  type NextActionRequest,
} from './policies/failures/next-action.js';
export { backoffDelay } from './policies/failures/backoff.js';
export { nullCalendarExporter } from './system/null-calendar-exporter.js';
export {
  createShellCommandHandler,
  SHELL_COMMAND,
  ShellCommandFailed,
} from './system/shell-command-handler.js';
export type { ShellCommandOptions, ShellCommandPayload } from './system/shell-command-options.js';
export type { ShellCommandEnd } from './system/run-shell-command.js';
export { SystemClock } from './system/system-clock.js';
export { SystemRandomness } from './system/system-randomness.js';
export { SystemProcessStatistics } from './system/system-process-statistics.js';
export { UuidV7Generator } from './system/uuid-v7.js';
export {
  createStreamLogger,
  type LogFormat,
  loggerOptionsOf,
  type StreamLoggerOptions,
} from './system/stream-logger.js';
export {
  argument,
  type ArgumentTable,
  checkArguments,
  rejecting,
  throwing,
} from './support/input/arguments.js';
export { isQueueName, QUEUE_RULE } from './support/input/fields.js';
export { MAX_JSON_BYTES, toJsonValue } from './support/input/json-value.js';
export { stableJson } from './support/stable-json.js';
export { createRedact, type Redact, type RedactOptions } from './support/redaction/redact.js';

// The event log
export { causedBy } from './support/caused-by.js';
export type { EventHistory, EventListPage } from './event-log/event-history.js';
export type { EventLogQuery, FollowedEvents } from './event-log/event-query.js';
export {
  defineProjection,
  defineSubscription,
  type DeliveryContext,
  type DeliveryRetry,
  type EventReader,
  type HandleEvent,
  type ProjectionOptions,
  type SubscriptionOptions,
} from './event-log/readers/define-reader.js';
export type { EventDeadLetter, EventReaderReport, EventReaders } from './event-log/readers/event-readers.js';
export { rebuildFromLog, type RebuildRequest, type RebuiltRows } from './event-log/replay/rebuild-rows.js';
export type { JobAtInstant } from './event-log/replay/at-instant.js';
export type { LogDifference, LogVerification, VerifyOptions } from './event-log/replay/verify-log.js';
export { EVENT_SCHEMAS, type EventVersions } from './event-log/schemas/event-schemas.js';

// Access
export type { Access } from './access/access.js';
export {
  type ApiKeyDetails,
  type ApiKeyQuery,
  type ApiKeyReference,
  type ApiKeys,
  type CreatedApiKey,
  type CursorPage,
  isValid as isValidApiKey,
  type NewApiKey,
} from './access/api-keys.js';
export type { AuditEntry, AuditLog, AuditQuery } from './access/audit-log.js';
export { readCursor, toCursor } from './access/cursor.js';
export type {
  BegunRequest,
  Idempotency,
  IdempotencyAnswer,
  IdempotentRequest,
} from './access/idempotency.js';
export {
  expandPermissions,
  type Grants,
  isAllowed,
  isPermission,
  type Permission,
  PERMISSIONS,
  type Preset,
  PRESET_NAMES,
  PRESETS,
  requirePermission,
} from './access/permissions.js';
export type { SecretSource } from './system/system-secrets.js';
export { job } from './define/classes/job.decorator.js';
export { jobHandler } from './define/classes/job-handler.decorator.js';
export { scheduled, type ScheduledMethodOptions } from './define/classes/scheduled.decorator.js';
export {
  type ClassOf,
  type HandlesJobs,
  type HandlesTypedJobs,
  type JobClassMetadata,
  type JobMethod,
  type JobTypeSource,
  metadataOf,
  type ScheduledMethod,
  type TypedSource,
} from './define/classes/job-class.js';
export type {
  BatchOptions,
  BatchWorker,
  JobWorker,
  Scheduled,
  WorkerCallbacks,
} from './define/classes/job-worker.js';
export type { DecoratedScheduleOptions, When, WhenOptions } from './define/classes/schedule-options.js';
export { definitionOf } from './define/classes/definition-of-options.js';
export { declarationsOf } from './define/classes/declarations-of-class.js';
export { type HandlerMaker, handlersOfClass } from './define/classes/handlers-of-class.js';
export { NO_OBSERVER, observerOf } from './define/classes/observer-of-worker.js';
