/**
 * The entry for writers of stores: the ports, and the rules that all stores share. Domain code, handlers and callers need only
 * `@scheduler/contracts`. `docs/writing-a-store.md` is the guide.
 */

// The ports of a store
export { checkScope, narrowScope, type TenantScope } from './values/tenant.js';
export type { ChangeQueue, QueueCounts, QueueRepository, WaitingType } from './ports/queue-repository.js';
export type {
  AdmitThroughCircuit,
  CircuitAdmission,
  CircuitChange,
  CircuitRepository,
  RecordInCircuit,
} from './ports/circuit-repository.js';
export type {
  AcquiredTokens,
  AcquireTokens,
  BucketStatus,
  BucketTokens,
  RateLimitRepository,
} from './ports/rate-limit-repository.js';
export type {
  DurationStatistics,
  EndedBetween,
  EndedPoint,
  EndedSeries,
  EndedSeriesRequest,
  EndedStatistics,
  JobCounts,
  JobRunStatistics,
  JobRunStatisticsRequest,
  QueueWorkload,
  SeriesGrouping,
  StatisticsRepository,
  WaitStatistics,
  Workload,
  WorkloadRequest,
} from './ports/statistics-repository.js';
export type {
  AddJobs,
  CancelJob,
  CancelledJob,
  DueJobs,
  FindDue,
  PruneJobs,
  FireJobs,
  FireResult,
  Firing,
  DeleteJob,
  JobById,
  JobByName,
  JobFilter,
  ListJobs,
  SaveJob,
  ScheduleRepository,
} from './ports/schedule-repository.js';
export type {
  AddExecutions,
  RestoreExecutions,
  AppendLogs,
  CancelExecution,
  ClaimExecutions,
  ClaimExecutionsById,
  CountExecutions,
  DeadLetterCounts,
  DeletedExecutions,
  DeleteExecutionsOfTenant,
  DismissDeadLetters,
  ExecutionById,
  ExecutionCounts,
  ExecutionFilter,
  ExecutionRepository,
  HeartbeatLeases,
  HeldLease,
  Lease,
  LeaseState,
  ListExecutions,
  NextAvailable,
  PruneExecutions,
  ReadLogs,
  ReplaceDeadLetter,
  RescueExecutions,
  SaveProgress,
  SettleExecutions,
  Settlement,
  SettleResult,
} from './ports/execution-repository.js';
export type {
  ConsumeQueue,
  Delivery,
  DispatchNote,
  DispatchNotes,
  JobQueue,
  QueueConsumer,
  SignalQueues,
} from './ports/job-queue.js';
export { missingPort, OPTIONAL_PORTS, type OptionalPort } from './ports/optional-ports.js';
export type { ClusterLife, LeaderElection, LeadershipTerms, NodeBeat } from './ports/leader-election.js';
export type {
  EventHandlerById,
  EventHandlerByName,
  EventHandlerRepository,
  EventHandlerResult,
  ListeningHandlers,
  ListEventHandlers,
} from './ports/event-handler-repository.js';

// The event log: what a store appends, and what follows from it
export type {
  EventCheckpoint,
  EventFilter,
  EventLog,
  EventLogBounds,
  EventPage,
  FindEvent,
  PruneEvents,
  ReadEvents,
  SaveCheckpoint,
} from './ports/event-log.js';
export {
  EVENTS_OF,
  type ExecutionLogEvent,
  type JobLogEvent,
  LOGGED_EVENT_NAMES,
  type QueueLogEvent,
  type WorkflowLogEvent,
} from './event-log/event-names.js';
export type { EventContext, EventRecord } from './event-log/logged-event.js';
export { jobChanged, jobDeleted, jobScheduled } from './kit/event-log/job-events.js';
export {
  cancelAsked,
  deadLetterDismissed,
  deadLetterReplaced,
  executionAdded,
  executionCancelled,
  executionClaimed,
  type ExecutionKey,
  executionPostponed,
  executionsDeleted,
  type StartConfirmed,
  startConfirmed,
} from './kit/event-log/execution-events.js';
export { executionChanged, executionSettled } from './kit/event-log/settled-events.js';
export { queueChanged } from './kit/event-log/queue-events.js';
export { graphStored, runChanged, runsDeleted } from './kit/event-log/run-events.js';
export { EventFold } from './kit/event-log/event-fold.js';
export { differencesOf, type FieldDifference } from './kit/event-log/compare-rows.js';
export { endOfPrunableSegments, matchesEventFilter } from './kit/event-log/matches-event-filter.js';
export type { Caused } from './values/caused.js';

// Alerts
export type {
  AlertRecord,
  AlertRecordCursor,
  AlertRecords,
  AlertRepository,
  ListAlertRecords,
} from './ports/alert-repository.js';
export { ALERT_KINDS, type AlertKind, type AlertMarks } from './kit/alert-kinds.js';

// Access
export type { AccessRepository } from './ports/access-repository.js';
export type {
  ApiKeyCursor,
  ApiKeyRepository,
  ApiKeyUse,
  ListApiKeys,
  RevokeApiKey,
} from './ports/api-key-repository.js';
export type {
  AuditCursor,
  AuditFilter,
  AuditLogRepository,
  ListAuditRecords,
  PruneAuditRecords,
} from './ports/audit-log-repository.js';
export type {
  BeginIdempotent,
  CompleteIdempotent,
  IdempotencyHold,
  IdempotencyRepository,
  IdempotencyState,
  PruneIdempotent,
} from './ports/idempotency-repository.js';
export { matchesAuditFilter } from './kit/audit-filter.js';
export { type IdempotencyEntry, stateForRequest } from './kit/idempotency-rules.js';

// The rules by which jobs and executions change, the same on every store
export { NO_CONCURRENCY_LIMITS } from './jobs/policies.js';
export { keepsUniqueKey } from './jobs/uniqueness.js';
export { type NewJob, newJob } from './jobs/new-job.js';
export { NO_COUNTS, type ScheduledJobProps } from './jobs/scheduled-job-props.js';
export type { Fired, SettledCounts } from './jobs/scheduled-job.js';
export { jobConcurrencyLimit, mustConfirmStart } from './executions/execution.js';
export { type NewExecution, newExecution } from './executions/new-execution.js';
export { endedUnstarted } from './executions/attempt-ends.js';
export {
  cancelPendingExecution,
  claimExecution,
  type ClaimTerms,
  extendLease,
  type LeaseExtension,
  rescueExecution,
  settleExecution,
  skipAsDuplicate,
  skipForOverlap,
} from './executions/execution-lifecycle.js';
export type { Outcome, OutcomeKind } from './executions/outcome.js';
export { availableWhenAdded } from './kit/available-when-added.js';
export { refuseTakenUniqueKey, standsInTheWay, withUniqueKey } from './kit/unique-keys.js';
export { jobAfterCancelledExecution, jobAfterRun, type JobFacts } from './kit/job-after-execution.js';
export { cancelRequested, claimTerms, isHeld } from './kit/lease-rules.js';
export type { ClaimReleased, ExceptTypes, Lane, LeaseTerms } from './ports/claim-terms.js';
export { releasedCandidates } from './kit/released-candidates.js';
export { NO_EVENTS_YET } from './events/event-handler.js';
export { copyExecution, type CopyDate, newDate } from './kit/copy-execution.js';
export { copyRun, freezeSteps } from './kit/copy-run.js';
export { ownCopy, withOwnCopies, withOwnDates } from './kit/own-copy.js';
export { handlesEventsOf } from './kit/handles-events-of.js';
export {
  FiredOccurrences,
  type FiringFacts,
  overlaps,
  type RunningExecution,
} from './kit/fired-occurrences.js';

// Token buckets and circuits, as pure functions
export { ownedName, ownedPrefix, readOwnedName } from './kit/owned-name.js';
export {
  type BucketAt,
  type FullAtUs,
  grantedTokens,
  takeTokens,
  type TokenBucket,
  tokenGapUs,
  tokensIn,
  untilTokens,
} from './limits/token-bucket.js';
export {
  admitTrials,
  type CircuitReport,
  type CircuitResult,
  type CircuitTrials,
  closedCircuit,
  reportToCircuit,
  resetCircuit,
  type TrialTerms,
} from './limits/circuit.js';

// Time of the store between its answers, and writes in groups
export { StoreTime } from './kit/store-time.js';
export { type Completion, GroupCommit, type GroupCommitOptions } from './kit/group-commit.js';

// Stored JSON, listing rules, tallies, and what a store in one process is made of
export { parseJson } from './kit/parse-json.js';
export { validTrace } from './values/trace-context.js';
export { traceFromText, traceToText } from './values/trace-text.js';
export { type FailedExecution, failurePatternsOf } from './kit/failure-patterns.js';
export { isPrunable } from './kit/prunable-job.js';
export {
  bucketAfter,
  bucketOf,
  endedSeriesOf,
  type SeriesExecution,
  sortedPoints,
} from './kit/ended-series.js';
export { jobRunStatisticsOf } from './kit/job-run-statistics.js';
export { countExecutions, countStatuses, durationStatistics } from './kit/statistics.js';
export { allItems, eachPage, type ReadPage } from './kit/each-page.js';
export {
  jobOrder,
  type JobSortKey,
  jobSortKey,
  type ListedJob,
  matchesJobFilter,
  type SortableJob,
} from './kit/job-filter.js';
export { refuseTransaction } from './kit/refuse-transaction.js';
export { isInScope } from './kit/in-scope.js';
export { isBehind, matchesExecutionFilter, pageOfExecutions, pageOfJobs } from './kit/list-pages.js';
export { countWaitingTypes, type WaitingExecutions } from './kit/waiting-types.js';
export { changedQueueSettings, countQueues, QueueCounter } from './kit/queue-rules.js';
export { countDeadLetters } from './kit/dead-letters.js';
export { InProcessEventBus } from './kit/in-process/in-process-event-bus.js';
export { InProcessJobQueue } from './kit/in-process/in-process-job-queue.js';
export { InProcessLeaderElection } from './kit/in-process/in-process-leader-election.js';
export { jobOfName, jobsWithNextRun, ownerOfName, refuseTakenName } from './kit/select-jobs.js';
export {
  type Claimable,
  executionsToClaim,
  executionsToClaimById,
  executionsToPrune,
  executionsToRescue,
  nextAvailable,
} from './kit/select-executions.js';
export { EventSubscriptions, type EventSubscriptionsOptions } from './kit/in-process/event-subscriptions.js';
export { type Failure, OutageLog } from './kit/outage-log.js';
export { SignalledQueues, type SignalledQueuesOptions } from './kit/in-process/signalled-queues.js';

// How stores and queues describe themselves, for a configuration that names them
export type {
  FlagSetting,
  IdentifierSetting,
  IntegerSetting,
  SettingDescription,
  SettingsDescription,
  SettingsInputOf,
  SettingsOf,
  TextSetting,
  UrlSetting,
} from './descriptions/setting-description.js';
export {
  type DescribedSection,
  describeQueue,
  describeStore,
  type QueueDescription,
  type StoreDescription,
  type StoreServices,
} from './descriptions/store-description.js';

// Messages
export { formatIssue, showValue } from './errors/scheduler-error.js';
export { didYouMean } from './errors/did-you-mean.js';

// Checks of input, for every argument that a caller gives
export {
  accepting,
  anything,
  type Check,
  clock,
  date,
  duration,
  either,
  type Fields,
  fields,
  flag,
  having,
  isFunction,
  isPlainObject,
  listOf,
  nullable,
  oneOf,
  optional,
  storeClock,
  text,
  wholeNumber,
} from './input/check.js';
export { type CheckedInput, checkInput, type InputErrorClass } from './input/check-input.js';
export { type Validation, validateWith } from './typed/standard-schema.js';
export { readErrorAnswer, readHalt } from './handlers/middleware/hook-answers.js';
export { checkJobResult } from './handlers/job-result.js';

export type { RowLevelSecurityRequest } from './ports/store-migrations.js';
export type {
  CountedQuota,
  CountTenantUsage,
  TenantUsageRepository,
} from './ports/tenant-usage-repository.js';

// Workflows
export type {
  AddChildren,
  AdvancedRuns,
  ChangeRun,
  DeleteRunsOfTenant,
  ListRuns,
  PruneRuns,
  RunById,
  RunCount,
  StartedRun,
  StartRun,
  WorkflowRepository,
} from './ports/workflow-repository.js';
export {
  type AdvancedTrees,
  advanceTrees,
  arrivalsOf,
  type LoadedRun,
  type TreeAnswer,
  type TreeChanges,
  type TreeRequest,
} from './workflows/advance-trees.js';
export { changeRun } from './workflows/change-run.js';
export { changesOf, type WorkflowChange } from './workflows/changes-of.js';
export { newWorkflowRun } from './workflows/new-run.js';
export type { NewWorkflowRun } from './workflows/new-run-fields.js';
export type { RunCommand } from './workflows/run-command.js';
export {
  type AddressedCommand,
  type CancelInRun,
  NEVER,
  type PostponeInRun,
  roundOf,
  type RunEffects,
} from './workflows/run-draft.js';
export {
  addChildrenCommand,
  childIds,
  executionIdsOf,
  existingRun,
  startWithParent,
} from './workflows/run-rules.js';
export { stepsToJson } from './workflows/steps-to-json.js';
export { beginsByWaiting, predecessorsOf, stepsOf } from './workflows/workflow-graph.js';
export { placedExecutionId } from './executions/workflow-place.js';
