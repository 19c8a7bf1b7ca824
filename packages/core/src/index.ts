export { createScheduler } from './fluent/create-scheduler.js';
export type { SchedulerApp } from './fluent/scheduler-app.js';
export type { DaysBuilder, EveryOne, EveryUnits, JobBuilder, WeeksBuilder } from './fluent/every-builder.js';
export type { HandlerFunction, HandlerInput } from './fluent/handler-input.js';
export type { JobData } from './fluent/job-data.js';
export type { JobSummary } from './fluent/job-summary.js';
export {
  type EnqueueOptions,
  type ScheduleOptions,
  withDelay,
  withMaxRetries,
  withMetadata,
  withPayload,
  withPriority,
  withQueue,
  withTimeout,
  withUniqueKey,
} from './fluent/options.js';
export { createSchedulerNode, nodeFrom, type SchedulerNodeOptions } from './node/create-scheduler-node.js';
export type { NodeParts, StoreLifecycle } from './node/node-parts.js';
export type { DrainOptions, DrainReport, SchedulerNode, TickReport } from './node/scheduler-node.js';
export { loadConfig, type ConfigSources } from './config/load-config.js';
export type { SchedulerConfigInput } from './config/config-schema.js';
export { ENVIRONMENT, type UnknownVariable, unknownVariables } from './config/environment.js';
export type { SchedulerConfig } from './config/scheduler-config.js';
export { type DeclaredJobs, type PlanOptions, type ReconcileReport } from './declared/declared-jobs.js';
export type { FieldChange } from './declared/declared-fields.js';
export { DECLARATION, type DeclarationMark, markOf } from './declared/declaration-mark.js';
export { planDeclared, type PlanRequest } from './declared/plan-declared.js';
export type { DeclaredPlan, PlanEntry, PlanStep } from './declared/plan-entry.js';
export { middleware } from './middleware/built-in.js';
export type { ReportedFailure } from './middleware/error-reporter.js';
export type { HandlerTrace } from './middleware/handler-telemetry.js';
export { JobMetrics, type JobTypeMetrics } from './middleware/job-metrics.js';
export type {
  MiddlewareFactory,
  MiddlewareInput,
  MiddlewareServices,
} from './middleware/middleware-services.js';
export { telemetry, type TelemetryListener } from './telemetry/telemetry.js';
export type { Lifeline } from './maintenance/lifeline.js';
export type { NodeLeadership } from './node/node-leadership.js';
export type { PruneOptions, PruneReport } from './maintenance/prune.js';
export type { QueueControl } from './queues/queue-control.js';
export type { RateLimitScope } from './rate-limits/rate-limit-buckets.js';
export type { RateLimitAnswer, RateLimits, RateLimitStatus } from './rate-limits/rate-limits.js';
export type { Circuits, CircuitStatus } from './circuits/circuits.js';
export type { CircuitInput, RateLimit } from './config/limits-schema.js';
export type { QueueStats } from './queues/queue-stats.js';
export type { Statistics } from './statistics/statistics.js';
export { type MetricSample, metricSamples, type MetricType, METRICS } from './statistics/metric-samples.js';
export { HEALTH_LIMITS } from './health/find-issues.js';
export { type Problem, problemOf } from './health/problem-of.js';
export type { DeadLetter } from './dead-letters/dead-letter.js';
export type { DeadLetterQuery } from './dead-letters/dead-letter-query.js';
export type {
  DeadLetterFilter,
  DeadLetterPage,
  DeadLetters,
  RetriedDeadLetter,
  RetryAll,
} from './dead-letters/dead-letters.js';
export { explainJob, type ExplainFacts, type Explanation } from './explain/explain-job.js';
export type { ObstacleFacts } from './explain/obstacles.js';
export { type Present, type Verdict, type VerdictKind, verdictOf } from './explain/verdict.js';
export type { StoredChecked, StoredCheckOptions, StoredCheckReport } from './stored-check/check-stored.js';
export type { StoredProblem, StoredProblemKind } from './stored-check/stored-problems.js';
export { forecast, type Forecast, type ForecastFacts } from './forecast/forecast.js';
export type { ForecastQuery } from './forecast/forecast-jobs.js';
export type { CollidingJob, Collision } from './forecast/collisions.js';
export type { HourLoad } from './forecast/load-by-hour.js';
export type { QueueForecast } from './forecast/queue-forecast.js';
export type { Unforeseen } from './forecast/foreseen-starts.js';
export { DISPATCH_AGENT, type Dispatchers, TRIGGER_WORKFLOW } from './handlers/dispatch-handlers.js';
export { type HandlerKind, HandlerRegistry, type PayloadFunction } from './handlers/handler-registry.js';
export type { TypeDefaults } from './handlers/type-defaults.js';
export { DeferredScheduler } from './schedule-manager/deferred-scheduler.js';
export { ScheduleManager } from './schedule-manager/schedule-manager.js';
export { DueJobDispatcher } from './due-job-dispatcher/due-job-dispatcher.js';
export { planFiring, type FiringFacts } from './due-job-dispatcher/plan-firing.js';
export { ExecutionEngine } from './execution-engine/execution-engine.js';
export type { AttemptEnd } from './execution-engine/attempt-end.js';
export { decideOutcome, type OutcomeFacts } from './execution-engine/decide-outcome.js';
export { type Classified, classifyError, type ErrorClassifier } from './failure/classify-error.js';
export {
  type FailurePolicy,
  nextAction,
  type NextAction,
  type NextActionRequest,
} from './failure/next-action.js';
export { backoffDelay } from './execution-engine/backoff.js';
export { nullCalendarExporter } from './calendar/null-calendar-exporter.js';
export { SystemClock } from './system/system-clock.js';
export { SystemRandomness } from './system/system-randomness.js';
export { SystemProcessFigures } from './system/system-process-figures.js';
export { UuidV7Generator } from './system/uuid-v7.js';
export { createStreamLogger, type StreamLoggerOptions } from './system/stream-logger.js';
