export { createClient } from './create-client.js';
export type { ClientOptions, Fetch, TokenSource } from './call/client-settings.js';
export type {
  CallOptions,
  GuardedWriteOptions,
  Instant,
  OneOrMore,
  RetryOptions,
  WriteOptions,
} from './options/call-options.js';
export type { AnswerOf, ArgumentsOf, ItemOf, OperationName, SchedulerClient } from './client.js';
export type { ApiAnswer } from './call/read-answer.js';
export type { OperationGroups, PagedOperation } from './generated/methods.js';
export type { StreamItem, StreamOptions, StreamState } from './stream/stream-options.js';
export {
  type ClientErrorCode,
  ConnectionFailed,
  InvalidArgument,
  RequestTimedOut,
  SchedulerClientError,
  UnexpectedAnswer,
} from './errors/client-errors.js';
export { type FieldIssue, SchedulerApiError } from './errors/scheduler-api-error.js';
export type {
  Alert,
  AlertRule,
  AlertSilence,
  ApiKey,
  AuditRecord,
  BulkAction,
  BulkDryRun,
  Circuit,
  DeadLetter,
  EventHandler,
  EventReader,
  Execution,
  ExecutionLog,
  Forecast,
  Health,
  Job,
  JobStatistics,
  LoggedEvent,
  Metrics,
  PlatformHealth,
  Probe,
  Problem,
  QueueSettings,
  QueueStatistics,
  RateLimit,
  Session,
  StatisticsSeries,
  Trigger,
  TriggerInput,
  WorkflowRun,
  WorkflowState,
} from './generated/schemas.js';
