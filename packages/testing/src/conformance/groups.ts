import { keepApiKeys } from './access/api-keys.js';
import { keepAuditLog } from './access/audit-log.js';
import { copiesOfAccess } from './access/copies-of-access.js';
import { keepIdempotency } from './access/idempotency.js';
import { changeAlerts } from './alerts/compare-and-set.js';
import { keepAlerts } from './alerts/keep.js';
import { atOnce } from './at-once.js';
import { admitThroughCircuit } from './circuits/admit.js';
import { recordInCircuit } from './circuits/record.js';
import { receiveEvents } from './event-handlers/receive.js';
import { keepEventHandlers } from './event-handlers/keep.js';
import { checkpointsOfEventLog } from './event-log/checkpoints.js';
import { readEventLog } from './event-log/read.js';
import { retentionOfEventLog } from './event-log/retention.js';
import { eventBus } from './events/event-bus.js';
import { addExecutions } from './executions/add.js';
import { addUnique } from './executions/add-unique.js';
import { cancelExecution } from './executions/cancel.js';
import { claimByIdGroup } from './executions/claim-by-id.js';
import { claimTypes, waitingTypes } from './executions/claim-types.js';
import { claimExclusive } from './executions/claim-exclusive.js';
import { claimLimited } from './executions/claim-limited.js';
import { claimOrder } from './executions/claim-order.js';
import { countExecutions } from './executions/count.js';
import { fencing } from './executions/fencing.js';
import { getExecution } from './executions/get.js';
import { heartbeatGroup } from './executions/heartbeat.js';
import { listExecutions } from './executions/list.js';
import { logsGroup } from './executions/logs.js';
import { nextAvailable } from './executions/next-available.js';
import { deadLetters } from './executions/dead-letters.js';
import { pruneGroup } from './executions/prune.js';
import { progressGroup } from './executions/progress.js';
import { rescueGroup } from './executions/rescue.js';
import { startsGroup } from './executions/starts.js';
import { settleAgain } from './executions/settle-again.js';
import { settleCounters } from './executions/settle-counters.js';
import { settleInTransaction } from './executions/settle-in-transaction.js';
import { settleOutcomes } from './executions/settle-outcomes.js';
import type { ConformanceGroup } from './kit/group.js';
import type { EventBusHarness, LeadershipHarness, StoreHarness } from './kit/harness.js';
import { lifetime } from './lifetime.js';
import { acquireLeadership, loseLeadership } from './leadership/leadership.js';
import { presence } from './leadership/presence.js';
import { consumeGroup } from './queue/consume.js';
import { dispatchGroup } from './queue/dispatch.js';
import type { QueueScene } from './queue/queue-scene.js';
import { changeQueue } from './queues/change.js';
import { countQueues } from './queues/counts.js';
import { globalLimit } from './queues/global-limit.js';
import { pausedQueue } from './queues/pause.js';
import { queueSettings } from './queues/settings.js';
import { acquireTokens } from './rate-limits/acquire.js';
import { giveBackTokens } from './rate-limits/give-back.js';
import { resetBuckets } from './rate-limits/reset.js';
import { addJobs } from './schedules/add.js';
import { cancelJob } from './schedules/cancel.js';
import {
  copiesOfCircuits,
  copiesOfExecutions,
  copiesOfHandlers,
  copiesOfJobs,
  copiesOfStatistics,
} from './copies.js';
import { copiesOfCallers } from './copies-of-callers.js';
import { deleteOfTenant } from './executions/delete-of-tenant.js';
import { findByName } from './schedules/find-by-name.js';
import { findDue } from './schedules/find-due.js';
import { fireJobs } from './schedules/fire.js';
import { fireConcurrency } from './schedules/fire-concurrency.js';
import { fireLimits } from './schedules/fire-limits.js';
import { fireOverlap } from './schedules/fire-overlap.js';
import { fireUnique } from './schedules/fire-unique.js';
import { getJob } from './schedules/get.js';
import { changesOfRevision } from './schedules/if-revision.js';
import { listJobFilters } from './schedules/list-filters.js';
import { listJobSorting } from './schedules/list-sorting.js';
import { pruneJobs } from './schedules/prune.js';
import { removeJob } from './schedules/remove.js';
import { saveJob } from './schedules/save.js';
import { endedExecutionsGroup } from './statistics/ended-executions.js';
import { endedSeriesGroup } from './statistics/ended-series.js';
import { countJobs } from './statistics/job-counts.js';
import { jobFiguresGroup } from './statistics/job-run-statistics.js';
import { workloadGroup } from './statistics/workload.js';
import { countRunsOfTenant, countTenantUsage, quotasOfTenants } from './tenants/usage.js';
import { bucketsOfTenants, circuitsOfTenants, tenants } from './tenants/delete-tenant.js';
import { tenantsApart } from './tenants/apart.js';
import { storeBasics } from './store-basics.js';
import type { StoreScene } from './kit/store-scene.js';
import { transactions } from './transactions.js';
import { copiesOfRuns, onAdvanced } from './workflows/advanced.js';
import { afterAnyStep } from './workflows/after-any.js';
import { approvals } from './workflows/approval.js';
import { cancelRuns } from './workflows/cancel.js';
import { childRuns } from './workflows/child.js';
import { claimReleased } from './workflows/claim-released.js';
import { compensateRuns } from './workflows/compensate.js';
import { deadlineOfRuns, retryRuns } from './workflows/deadline-and-retry.js';
import { endsOfExecutions } from './workflows/ends-of-executions.js';
import { listRuns } from './workflows/list.js';
import { mapSteps } from './workflows/map.js';
import { orderOfSteps } from './workflows/order.js';
import { pauseRuns } from './workflows/pause.js';
import { pruneRuns } from './workflows/prune.js';
import { signalsAndSleep } from './workflows/signal.js';
import { skippedSteps } from './workflows/skip.js';
import { traces, tracesOfRuns } from './traces.js';
import { startRuns } from './workflows/start.js';

export const storeGroups: readonly ConformanceGroup<StoreScene>[] = [
  storeBasics,
  keepAlerts,
  changeAlerts,
  addJobs,
  saveJob,
  cancelJob,
  removeJob,
  changesOfRevision,
  pruneJobs,
  getJob,
  findByName,
  listJobFilters,
  listJobSorting,
  findDue,
  fireJobs,
  fireOverlap,
  fireConcurrency,
  fireUnique,
  fireLimits,
  addExecutions,
  addUnique,
  claimOrder,
  claimExclusive,
  claimLimited,
  claimByIdGroup,
  claimTypes,
  waitingTypes,
  heartbeatGroup,
  settleOutcomes,
  settleAgain,
  settleCounters,
  settleInTransaction,
  fencing,
  rescueGroup,
  startsGroup,
  cancelExecution,
  nextAvailable,
  getExecution,
  listExecutions,
  countExecutions,
  logsGroup,
  progressGroup,
  deadLetters,
  pruneGroup,
  copiesOfJobs,
  copiesOfExecutions,
  copiesOfCircuits,
  copiesOfHandlers,
  copiesOfStatistics,
  copiesOfCallers,
  deleteOfTenant,
  tenants,
  circuitsOfTenants,
  bucketsOfTenants,
  queueSettings,
  changeQueue,
  countQueues,
  pausedQueue,
  acquireTokens,
  giveBackTokens,
  resetBuckets,
  recordInCircuit,
  admitThroughCircuit,
  keepEventHandlers,
  receiveEvents,
  globalLimit,
  countJobs,
  endedExecutionsGroup,
  endedSeriesGroup,
  workloadGroup,
  jobFiguresGroup,
  transactions,
  startRuns,
  tracesOfRuns,
  traces,
  orderOfSteps,
  afterAnyStep,
  skippedSteps,
  endsOfExecutions,
  compensateRuns,
  cancelRuns,
  pauseRuns,
  approvals,
  signalsAndSleep,
  mapSteps,
  childRuns,
  deadlineOfRuns,
  retryRuns,
  listRuns,
  pruneRuns,
  onAdvanced,
  claimReleased,
  copiesOfRuns,
  tenantsApart,
  countTenantUsage,
  countRunsOfTenant,
  quotasOfTenants,
  keepApiKeys,
  keepAuditLog,
  keepIdempotency,
  copiesOfAccess,
];

/** The rules of a store whose event log is switched on. */
export const eventLogGroups: readonly ConformanceGroup<StoreScene>[] = [
  readEventLog,
  checkpointsOfEventLog,
  retentionOfEventLog,
];

/** These begin with a store that is not open. */
export const lifetimeGroups: readonly ConformanceGroup<StoreHarness>[] = [lifetime, atOnce];

export const queueGroups: readonly ConformanceGroup<QueueScene>[] = [dispatchGroup, consumeGroup];

export const leadershipGroups: readonly ConformanceGroup<LeadershipHarness>[] = [
  acquireLeadership,
  loseLeadership,
  presence,
];

export const eventBusGroups: readonly ConformanceGroup<EventBusHarness>[] = [eventBus];
