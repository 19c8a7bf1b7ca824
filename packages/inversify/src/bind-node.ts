import {
  type AgentDispatcher,
  ConfigurationInvalid,
  type JobHandler,
  type WorkflowDispatcher,
} from '@scheduler/contracts';
import {
  DeferredScheduler,
  HandlerRegistry,
  NO_OBSERVER,
  nodeFrom,
  type NodeParts,
  type SchedulerConfig,
  type WorkflowEngine,
} from '@scheduler/core';
import type { ResolutionContext } from 'inversify';
import { presentStore } from './container/bind-store.js';
import {
  ACCESS_REPOSITORY,
  ALERT_MAILER,
  ALERT_REPOSITORY,
  AGENT_DISPATCHER,
  CALENDAR_EXPORTER,
  CIRCUIT_REPOSITORY,
  CLOCK,
  EVENT_BUS,
  EVENT_HANDLER_REPOSITORY,
  EVENT_LOG,
  EXECUTION_REPOSITORY,
  HANDLER_REGISTRY,
  ID_GENERATOR,
  JOB_QUEUE,
  LEADER_ELECTION,
  LOGGER,
  PROCESS_STATISTICS,
  TRACING,
  QUEUE_REPOSITORY,
  RANDOMNESS,
  RATE_LIMIT_REPOSITORY,
  RECURRENCE_ENGINE,
  SCHEDULE_REPOSITORY,
  SCHEDULER,
  SCHEDULER_CONFIG,
  SCHEDULER_HANDLERS,
  SCHEDULER_JOBS,
  SCHEDULER_MIDDLEWARE,
  SCHEDULER_NODE,
  SCHEDULER_EVENT_READERS,
  SCHEDULER_OBSERVERS,
  SCHEDULER_STORE,
  STATISTICS_REPOSITORY,
  TAGGED_WORKFLOWS,
  TENANT_QUOTAS,
  TENANT_USAGE_REPOSITORY,
  WORKFLOW_DISPATCHER,
  WORKFLOW_ENGINE,
  WORKFLOW_REPOSITORY,
} from './container/tokens.js';
import type { BindUnlessBound } from './container/unless-bound.js';

/** What the registry of handlers is made of, in the order in which it is resolved. */
type RegistryParts = [
  handlers: JobHandler[] | undefined,
  agents: AgentDispatcher | undefined,
  dispatcher: WorkflowDispatcher | undefined,
  engine: WorkflowEngine | undefined,
  config: SchedulerConfig,
];

/** Binds the registry of all tagged handlers, the node, and the scheduler for domain code. */
export function bindNode(bind: BindUnlessBound): void {
  bind(HANDLER_REGISTRY, (to) =>
    to
      .toResolvedValue(
        (...[handlers, agents, dispatcher, engine, config]: RegistryParts) =>
          new HandlerRegistry(
            [...(handlers ?? []), ...(engine?.handlers ?? [])],
            { agents, workflows: dispatcher ?? engine?.dispatcher },
            config,
          ),
        [
          { serviceIdentifier: SCHEDULER_HANDLERS, isMultiple: true, optional: true },
          { serviceIdentifier: AGENT_DISPATCHER, optional: true },
          { serviceIdentifier: WORKFLOW_DISPATCHER, optional: true },
          { serviceIdentifier: WORKFLOW_ENGINE, optional: true },
          { serviceIdentifier: SCHEDULER_CONFIG },
        ],
      )
      .inSingletonScope(),
  );
  bind(SCHEDULER_NODE, (to) =>
    to.toDynamicValue((context) => nodeFrom(partsFrom(context))).inSingletonScope(),
  );
  bind(SCHEDULER, (to) =>
    to
      .toDynamicValue((context) => new DeferredScheduler(() => context.get(SCHEDULER_NODE).scheduler))
      .inSingletonScope(),
  );
}

function partsFrom(context: ResolutionContext): NodeParts {
  return {
    // First, because the parts that depend on a missing store would fail with a less helpful error.
    store: presentStore(context.get(SCHEDULER_STORE, { optional: true })),
    config: context.get(SCHEDULER_CONFIG),
    clock: context.get(CLOCK),
    ids: context.get(ID_GENERATOR),
    randomness: context.get(RANDOMNESS),
    logger: context.get(LOGGER),
    schedules: context.get(SCHEDULE_REPOSITORY),
    executions: context.get(EXECUTION_REPOSITORY),
    queue: context.get(JOB_QUEUE),
    queues: context.get(QUEUE_REPOSITORY),
    rateLimits: context.get(RATE_LIMIT_REPOSITORY),
    circuits: context.get(CIRCUIT_REPOSITORY),
    statistics: context.get(STATISTICS_REPOSITORY),
    leadership: context.get(LEADER_ELECTION),
    events: context.get(EVENT_BUS),
    eventHandlers: context.get(EVENT_HANDLER_REPOSITORY),
    workflows: context.get(WORKFLOW_REPOSITORY),
    access: context.get(ACCESS_REPOSITORY),
    alerts: context.get(ALERT_REPOSITORY),
    tenantUsage: context.get(TENANT_USAGE_REPOSITORY),
    eventLog: context.get(EVENT_LOG),
    handlers: context.get(HANDLER_REGISTRY),
    recurrence: context.get(RECURRENCE_ENGINE),
    calendarExporter: context.get(CALENDAR_EXPORTER),
    processStatistics: context.get(PROCESS_STATISTICS),
    middleware: context.getAll(SCHEDULER_MIDDLEWARE, { optional: true }),
    eventReaders: context.getAll(SCHEDULER_EVENT_READERS, { optional: true }),
    observers: context.getAll(SCHEDULER_OBSERVERS, { optional: true }).filter((each) => each !== NO_OBSERVER),
    ...tracingIn(context),
    ...workflowsIn(context),
    ...declaredIn(context),
    ...quotasIn(context),
    ...mailerIn(context),
  };
}

function quotasIn(context: ResolutionContext): Pick<NodeParts, 'tenantQuotas'> {
  const tenantQuotas = context.get(TENANT_QUOTAS, { optional: true });
  return tenantQuotas === undefined ? {} : { tenantQuotas };
}

function mailerIn(context: ResolutionContext): Pick<NodeParts, 'alertMailer'> {
  const alertMailer = context.get(ALERT_MAILER, { optional: true });
  return alertMailer === undefined ? {} : { alertMailer };
}

function tracingIn(context: ResolutionContext): Pick<NodeParts, 'tracing'> {
  const tracing = context.get(TRACING, { optional: true });
  return tracing === undefined ? {} : { tracing };
}

function workflowsIn(context: ResolutionContext): Pick<NodeParts, 'workflowEngine'> {
  const workflowEngine = context.get(WORKFLOW_ENGINE, { optional: true });
  if (workflowEngine !== undefined) return { workflowEngine };
  const tagged = context.getAll(TAGGED_WORKFLOWS, { optional: true });
  if (tagged.length === 0) return {};
  throw new ConfigurationInvalid({
    field: 'WORKFLOW_ENGINE',
    value: undefined,
    problem: 'nothing is bound, but workflows are',
    accepted: 'workflowsModule() of @scheduler/inversify/workflows, loaded into the container',
  });
}

/** No `jobs` if nothing is bound: a process that declares no jobs must not turn the jobs of other processes into orphans. */
function declaredIn(context: ResolutionContext): Pick<NodeParts, 'jobs'> {
  const bound = context.getAll(SCHEDULER_JOBS, { optional: true });
  const ofWorkflows = context.get(WORKFLOW_ENGINE, { optional: true })?.jobs ?? null;
  if (bound.length === 0 && ofWorkflows === null) return {};
  return { jobs: [...bound.flat(), ...(ofWorkflows ?? [])] };
}
