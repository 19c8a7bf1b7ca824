import type { EventBus } from '@scheduler/contracts';
import type { StoreTime, WorkflowRepository } from '@scheduler/contracts/adapter';
import { type WiredAccess, wireAccess } from '../access/access.js';
import type { DeadLetters } from '../maintain/dead-letters/dead-letters.js';
import { DeclaredJobs } from '../define/declared/declared-jobs.js';
import { type WiredAlerts, wireAlerts } from './wire-alerts.js';
import { deadLettersOf, handOverOf } from './wire-dead-letters.js';
import type { Circuits } from '../policies/circuits/circuits.js';
import { ClusterMembership } from '../maintain/cluster-membership.js';
import { DispatchLoop } from '../dispatch/dispatch-loop.js';
import { DueJobDispatcher } from '../dispatch/due-job-dispatcher.js';
import { fireAtStart } from '../dispatch/fire-at-start.js';
import { wireEventTriggers } from './wire-event-triggers.js';
import type { EventFunctions } from '../event-triggers/event-functions.js';
import type { PublishOutput } from '../execute/call-handler.js';
import { ExecutionEngine } from '../execute/execution-engine.js';
import { LeaseKeeper } from '../execute/attempt/lease-keeper.js';
import { type OfferReleased, SettleBuffer } from '../execute/settle/settle-buffer.js';
import type { Gate } from '../policies/gates/gate.js';
import { ForeignTypes } from '../policies/gates/foreign-types.js';
import { GatedClaims } from '../policies/gates/gated-claims.js';
import { Housekeeping, type HousekeepingParts } from '../maintain/housekeeping.js';
import { type Lifeline, lifelineOf } from '../maintain/lease-maintenance.js';
import { rescue } from '../maintain/rescue.js';
import { Leadership } from '../maintain/leadership.js';
import { createChain } from '../execute/middleware/create-chain.js';
import { JobMetrics } from '../execute/middleware/job-metrics.js';
import { QueueControl } from '../work/queues/queue-control.js';
import { HeldBackTelemetry } from '../policies/rate-limits/emit-held-back.js';
import { TenantQuotas } from '../policies/quotas/tenant-quotas.js';
import { RateLimitGate } from '../policies/rate-limits/rate-limit-gate.js';
import { RateLimits } from '../policies/rate-limits/rate-limits.js';
import type { ManagerParts } from '../schedule/manager-parts.js';
import type { NodeTracing } from '../signals/tracing/node-tracing.js';
import { ScheduleManager } from '../schedule/schedule-manager.js';
import { SystemSecrets } from '../system/system-secrets.js';
import { queueByStoreTime } from '../support/queue-by-store-time.js';
import type { StorePorts } from '../support/store-ports.js';
import { Preemption } from '../work/preemption.js';
import { NodeWorker } from '../work/node-worker.js';
import { type WiredEventLog, wireEventLog } from './wire-event-log.js';
import { followWorkflows } from './follow-workflows.js';
import { listening } from './listening.js';
import { queueHere } from './queue-here.js';
import type { NodeParts } from './node-parts.js';
import { type PresentParts, withPresentPorts } from './present-ports.js';
import { stepsClaimed, stepSettled } from './workflow-engine.js';
import { type Services, wireServices } from './wire-services.js';
import { type Reports, type NodeLife, wireReports } from './wire-reports.js';

/** The services of a node, each created once. */
export interface WiredNode extends Reports, WiredEventLog, WiredAlerts {
  readonly id: string;
  readonly storeTime: StoreTime;
  readonly ports: StorePorts;
  /** The runs of workflows. Refuses every call where the store keeps none. */
  readonly runs: WorkflowRepository;
  readonly quotas: TenantQuotas;
  readonly manager: ScheduleManager;
  readonly declared: DeclaredJobs;
  readonly queues: QueueControl;
  readonly deadLetters: DeadLetters;
  readonly rateLimits: RateLimits;
  readonly circuits: Circuits;
  readonly access: WiredAccess;
  readonly tracing: NodeTracing;
  /** The bus as applications see it. */
  readonly events: EventBus;
  readonly functions: EventFunctions;
  readonly dispatcher: DueJobDispatcher;
  readonly dispatchLoop: DispatchLoop;
  readonly engine: ExecutionEngine;
  readonly leases: LeaseKeeper;
  /** Claims the executions that every policy admits. */
  readonly claims: GatedClaims;
  readonly worker: NodeWorker;
  /** Null: no queue of this node allows preemption. */
  readonly preemption: Preemption | null;
  readonly metrics: JobMetrics;
  readonly housekeeping: Housekeeping;
  readonly leadership: Leadership;
  /** Says that this node is alive, and fires the jobs whose trigger is the start of the cluster. */
  readonly membership: ClusterMembership;
  readonly lifeline: Lifeline;
  /** Fires the jobs whose trigger is the start of a node. */
  fireAtStart(): Promise<unknown>;
  /** Subscribes to the events by which other nodes ask something of this one. */
  listen(): void;
  stopListening(): void;
}

export function wireNode(given: NodeParts, life: NodeLife): WiredNode {
  const present = withPresentPorts(given);
  const services = wireServices(present);
  const parts = { ...present, queue: queueByStoreTime(given.queue, services.storeTime) };
  const looks = wireReports(parts, services.id, life);
  const work = wireWork(parts, services, (...output) => triggers.publishOutput(...output));
  const quotas = TenantQuotas.of(parts);
  const managerParts: ManagerParts = {
    ...parts,
    storeTime: services.storeTime,
    jobEvents: services.jobEvents,
    executionEvents: services.events,
    tracing: services.tracing,
    ...looks,
    quotas,
    fireNow: (job, now) => ticking.dispatcher.fireNow(job, now),
    fireDue: (job, now) => ticking.dispatcher.fireDue(job, now),
    stopLocally: (executionId, reason) => void work.leases.cancel(executionId, reason),
    eventTriggers: (tenant) => triggers.of(tenant),
  };
  const triggers = wireEventTriggers(parts, managerParts);
  const ticking = wireTicking(parts, services, handOverOf(managerParts));
  const manager = new ScheduleManager(managerParts);
  const queues = queueControlOf(parts, services, work);
  const { id, storeTime, buckets } = services;
  const deadLetters = deadLettersOf(managerParts);
  const rateLimits = new RateLimits({ ...parts, buckets });
  const lifeline = lifelineOf(() => rescue({ ...parts, events: services.events }), work.leases);
  const circuits = services.circuits.control();
  const declared = new DeclaredJobs(managerParts, parts.jobs ?? null);
  const { events, functions } = triggers;
  const control = { manager, declared, queues, deadLetters, rateLimits, lifeline, circuits, ...looks };
  return {
    id,
    storeTime,
    ports: parts.ports,
    runs: parts.workflows,
    quotas,
    tracing: services.tracing,
    ...control,
    ...wireAlerts(parts, managerParts, () => ticking.leadership.mayLead()),
    access: wireAccess({ ...parts, storeTime, secrets: parts.secrets ?? new SystemSecrets() }),
    ...wireEventLog(parts, { services, life, publishOutput: triggers.publishOutput }),
    events,
    functions,
    ...work,
    ...ticking,
    ...listening({
      ...parts,
      ...work,
      circuitView: services.circuits.view,
      functions,
      followWorkflows: () => followWorkflows({ ...managerParts, ...services }),
    }),
  };
}

function queueControlOf(
  parts: PresentParts,
  services: Services,
  work: Pick<WiredNode, 'leases' | 'preemption'>,
): QueueControl {
  return new QueueControl({
    queues: parts.queues,
    events: services.queueEvents,
    configured: parts.config.queues,
    here: (queue) => queueHere(queue, work),
    handlers: parts.handlers,
  });
}

/** Wires the parts that run executions. */
function wireWork(
  parts: PresentParts,
  services: Services,
  publishOutput: PublishOutput,
): Pick<WiredNode, 'leases' | 'claims' | 'engine' | 'metrics' | 'preemption' | 'worker'> {
  const { id, events, storeTime } = services;
  const { config, executions, clock, logger } = parts;
  const { durationMs: leaseMs } = config.lease;
  const leases = new LeaseKeeper({ executions, clock, logger, lease: config.lease });
  const offerReleased: OfferReleased = (ended) => worker.offerReleased(ended);
  const settlements = new SettleBuffer({ executions, clock, logger, giveUpAfterMs: leaseMs, offerReleased });
  const metrics = new JobMetrics();
  const middleware = createChain(parts.middleware ?? [], { clock, logger, metrics, leases });
  const engine = new ExecutionEngine({
    ...parts,
    node: id,
    events,
    leases,
    settlements,
    middleware,
    isLogged: parts.ports.has('eventLog'),
    requireEventLog: () => parts.ports.require('eventLog'),
    publishOutput,
    tracing: services.tracing,
    circuits: services.circuits.recorder,
    onFreed: stepSettled(parts.workflowEngine, (execution) => worker.executionFreed(execution)),
  });
  const { queues, pollIntervalMs } = config;
  const heldBack = new HeldBackTelemetry({ ...parts, node: id });
  const claims = new GatedClaims({
    executions,
    storeTime: services.storeTime,
    gates: gatesOf(parts, services),
    onHeldBack: (queue, retryAfterMs) => heldBack.heldBack(queue, retryAfterMs),
    onClaimed: stepsClaimed(parts.workflowEngine),
    foreignTypes: new ForeignTypes(parts.handlers),
    defer: (execution, waiting) => engine.defer(execution, waiting),
    giveBack: (claimed) => engine.giveBack(claimed),
  });
  const allowed = config.preemption.filter((queue) => Object.hasOwn(queues, queue));
  const preemption =
    allowed.length === 0 ? null : new Preemption({ node: id, queues: new Set(allowed), leases });
  const worker: NodeWorker = new NodeWorker({
    ...parts,
    claims,
    preemption,
    node: id,
    queues,
    settings: parts.queues,
    leaseMs,
    pollIntervalMs,
    engine,
    leases,
    storeTime,
  });
  return { leases, engine, claims, preemption, metrics, worker };
}

/** The gates in the order in which they are asked. Rate limits come last, because the tokens that they take return only with time. */
function gatesOf(parts: PresentParts, { buckets, circuits }: Services): readonly Gate[] {
  const others = [...circuits.gates, ...(parts.gates ?? [])];
  return buckets.limitExecutions ? [...others, new RateLimitGate({ ...parts, buckets })] : others;
}

type Ticking = Pick<
  WiredNode,
  'dispatcher' | 'dispatchLoop' | 'fireAtStart' | 'housekeeping' | 'leadership' | 'membership'
>;

/** Wires what one node can do for all: firing what is due, and housekeeping. */
function wireTicking(
  parts: PresentParts,
  { id, events, storeTime }: Services,
  handOverDeadLetters: HousekeepingParts['handOverDeadLetters'],
): Ticking {
  const { config, clock, logger, schedules, leadership: election } = parts;
  const dispatcher = new DueJobDispatcher({ ...parts, events, storeTime });
  const leadership: Leadership = new Leadership({
    node: id,
    election,
    config: config.leadership,
    isPeer: config.peer,
    clock,
    logger,
    onElected: () => dispatchLoop.wake(),
  });
  const membership = new ClusterMembership({
    node: id,
    election,
    ttlMs: config.lease.durationMs,
    clock,
    logger,
    onFounded: () => fireAtStart({ ...parts, events }, 'cluster'),
  });
  const mayLead = () => leadership.mayLead();
  const { pollIntervalMs } = config;
  const dispatchLoop = new DispatchLoop({
    dispatcher,
    schedules,
    events: parts.events,
    clock,
    storeTime,
    logger,
    pollIntervalMs,
    mayTick: mayLead,
  });
  const housekeeping = new Housekeeping({
    ...parts,
    workflows: parts.ports.has('workflows') ? parts.workflows : null,
    access: parts.ports.has('access') ? parts.access : null,
    eventLog: parts.ports.has('eventLog') ? parts.eventLog : null,
    alerts: parts.ports.has('alerts') ? parts.alerts : null,
    events,
    storeTime,
    mayKeepHouse: mayLead,
    handOverDeadLetters,
  });
  return {
    dispatcher,
    dispatchLoop,
    fireAtStart: () => fireAtStart({ ...parts, events }, 'node'),
    membership,
    housekeeping,
    leadership,
  };
}
