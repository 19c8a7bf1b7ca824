import {
  type AgentDispatcher,
  type AlertMailer,
  type CalendarExporter,
  type Clock,
  type IdGenerator,
  type JobHandler,
  type JobObserver,
  type Logger,
  type ProcessStatistics,
  type Randomness,
  type ScheduleDefinition,
  type SchedulerStore,
  type Tracing,
  type WorkflowDispatcher,
  toLogger,
} from '@scheduler/contracts';
import type { Check } from '@scheduler/contracts/adapter';
import type { SchedulerConfigInput } from '../config/config-schema.js';
import { loadConfig } from '../config/load-config.js';
import type { ErrorClassifier } from '../policies/failures/classify-error.js';
import type { EventReader } from '../event-log/readers/define-reader.js';
import { HandlerRegistry } from '../execute/handlers/handler-registry.js';
import type { TenantQuotasSource } from '../policies/quotas/quotas-of-tenant.js';
import type { MiddlewareInput } from '../execute/middleware/middleware-services.js';
import { createRecurrenceEngine, type RecurrenceEngine } from '@scheduler/recurrence';
import { checkArguments } from '../support/input/arguments.js';
import { createStreamLogger, loggerOptionsOf } from '../system/stream-logger.js';
import { withoutSecretsOfAlerts } from '../alerts/deliver/without-secrets.js';
import { createRedact, readRedactOptions, type RedactOptions } from '../support/redaction/redact.js';
import { redactingLogger } from '../support/redaction/redacting-logger.js';
import { SystemClock } from '../system/system-clock.js';
import { SystemRandomness } from '../system/system-randomness.js';
import { UuidV7Generator } from '../system/uuid-v7.js';
import { LocalSchedulerNode } from './local-scheduler-node.js';
import { NODE_ARGUMENTS } from './node-arguments.js';
import { checkNodeOptions, NODE_OPTIONS } from './node-options.js';
import type { NodeParts } from './node-parts.js';
import type { SchedulerNode } from './scheduler-node.js';
import { isWorkflowEngine, type WorkflowEngine } from './workflow-engine.js';

export interface SchedulerNodeOptions {
  readonly store: SchedulerStore;
  readonly handlers?: Iterable<JobHandler>;
  /**
   * The jobs that the application declares, each with a name: `start` stores those that are new, changes those whose declaration has
   * changed, and pauses those that are not declared any more. Default: it declares nothing.
   */
  readonly jobs?: readonly ScheduleDefinition[];
  /** Dispatches work to agents, for jobs and for events. Default: there are none. */
  readonly agents?: AgentDispatcher;
  /** The workflows of the program (`createWorkflows` of @scheduler/workflow), or something else that starts workflows. Default: there are none. */
  readonly workflows?: WorkflowDispatcher | WorkflowEngine;
  readonly config?: SchedulerConfigInput;
  /** Such as `process.env`; settings in `config` win. Default: not read. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
  readonly ids?: IdGenerator;
  readonly randomness?: Randomness;
  /** A logger of pino or winston, `console`, or one like ours. Default: by the settings `log`, warnings and errors to standard error. */
  readonly logger?: Logger;
  /** What is secret besides what every node takes for a secret. It is left out of everything that is logged, and of stored errors, reasons and log lines. */
  readonly redact?: RedactOptions;
  readonly recurrence?: RecurrenceEngine;
  /** Writes jobs as calendars: `createCalendarExporter` of @scheduler/calendar. Default: every export is refused. */
  readonly calendarExporter?: CalendarExporter;
  /** Sends the mails of alerts to the addresses of `alerts.emailTo`. Default: there are no mails. */
  readonly alertMailer?: AlertMailer;
  /** Memory, CPU and uptime for metrics. Default: those of this process. */
  readonly processStatistics?: ProcessStatistics;
  /** The application's own classification of errors, which comes before the built-in one. */
  readonly classifyError?: ErrorClassifier;
  /** What a tenant may have at most, besides `config.quotas`: asked at every request for a tenant. Default: what is configured. */
  readonly tenantQuotas?: TenantQuotasSource;
  /** Stores and continues distributed traces, such as `openTelemetryTracing()` of @scheduler/telemetry. Default: none. */
  readonly tracing?: Tracing;
  /** The middleware around every handler, the outermost first. */
  readonly middleware?: readonly MiddlewareInput[];
  /** Called with what happens to executions; observers cannot change anything. */
  readonly observers?: readonly JobObserver[];
  /** Durable readers of the event log, made by `defineSubscription`. The store needs its event log switched on. */
  readonly subscriptions?: readonly EventReader[];
  /** Read models that are built from the event log, made by `defineProjection`. */
  readonly projections?: readonly EventReader[];
  /** Called for every execution that becomes a dead letter: short for an observer with `onDead`. */
  readonly onDeadLetter?: JobObserver['onDead'];
}

/**
 * A node from a store and handlers, without a DI container.
 *
 * @example
 * const node = createSchedulerNode({ store: createMemoryStore({ clock: new SystemClock() }), handlers: [sayHello] });
 * await node.start();
 * await node.scheduler.schedule({ type: 'say_hello', trigger: trigger.every('5s'), payload: { name: 'world' } });
 */
export function createSchedulerNode(options: SchedulerNodeOptions): SchedulerNode {
  return nodeFrom(nodePartsOf(options));
}

/** An option without a check does not compile. */
const KNOWN_OPTIONS: Readonly<Record<keyof SchedulerNodeOptions, Check>> = NODE_OPTIONS;

/** The parts of a node, with defaults for those that are not given. */
export function nodePartsOf(options: SchedulerNodeOptions): NodeParts {
  checkNodeOptions(options, KNOWN_OPTIONS);
  const { store, handlers = [], config, env, ...services } = options;
  const settings = loadConfig({
    ...(config === undefined ? {} : { config }),
    ...(env === undefined ? {} : { env }),
  });
  return {
    config: settings,
    clock: services.clock ?? new SystemClock(),
    ids: services.ids ?? new UuidV7Generator(),
    randomness: services.randomness ?? new SystemRandomness(),
    logger: services.logger ?? createStreamLogger(loggerOptionsOf(settings.log)),
    ...(services.redact === undefined ? {} : { redact: createRedact(readRedactOptions(services.redact)) }),
    schedules: store.schedules,
    executions: store.executions,
    queue: store.queue,
    queues: store.queues,
    rateLimits: store.rateLimits,
    circuits: store.circuits,
    statistics: store.statistics,
    eventHandlers: store.eventHandlers,
    workflows: store.workflows,
    access: store.access,
    alerts: store.alerts,
    tenantUsage: store.tenantUsage,
    eventLog: store.eventLog,
    leadership: store.leadership,
    events: store.events,
    handlers: new HandlerRegistry(
      [...handlers, ...handlersOf(services.workflows)],
      { agents: services.agents, workflows: dispatcherOf(services.workflows) },
      settings,
    ),
    ...(isWorkflowEngine(services.workflows) ? { workflowEngine: services.workflows } : {}),
    recurrence: services.recurrence ?? createRecurrenceEngine({ calendars: settings.calendars }),
    store,
    ...(services.tenantQuotas === undefined ? {} : { tenantQuotas: services.tenantQuotas }),
    ...(services.alertMailer === undefined ? {} : { alertMailer: services.alertMailer }),
    ...(services.calendarExporter === undefined ? {} : { calendarExporter: services.calendarExporter }),
    ...(services.classifyError === undefined ? {} : { classifyError: services.classifyError }),
    ...(services.processStatistics === undefined ? {} : { processStatistics: services.processStatistics }),
    ...(services.tracing === undefined ? {} : { tracing: services.tracing }),
    middleware: services.middleware ?? [],
    observers: observersOf(services),
    eventReaders: [...(services.subscriptions ?? []), ...(services.projections ?? [])],
    ...declaredBy(services),
  };
}

/** The handlers of the steps of workflows. */
export function handlersOf(workflows: SchedulerNodeOptions['workflows']): Iterable<JobHandler> {
  return isWorkflowEngine(workflows) ? workflows.handlers : [];
}

function dispatcherOf(workflows: SchedulerNodeOptions['workflows']): WorkflowDispatcher | undefined {
  return isWorkflowEngine(workflows) ? workflows.dispatcher : workflows;
}

/** The jobs of the application and those that start its workflows. Where there are neither, this process declares nothing. */
function declaredBy({ jobs, workflows }: Partial<SchedulerNodeOptions>): Pick<NodeParts, 'jobs'> {
  const schedules = isWorkflowEngine(workflows) ? workflows.jobs : null;
  if (jobs === undefined && schedules === null) return {};
  return { jobs: [...(jobs ?? []), ...(schedules ?? [])] };
}

function observersOf({
  observers = [],
  onDeadLetter,
}: Partial<SchedulerNodeOptions>): readonly JobObserver[] {
  return onDeadLetter === undefined ? observers : [...observers, { onDead: onDeadLetter }];
}

checkArguments<SchedulerNode>(LocalSchedulerNode, NODE_ARGUMENTS);

/** A node from its parts, for a DI container that made them. */
export function nodeFrom(parts: NodeParts): SchedulerNode {
  const redact = withoutSecretsOfAlerts(parts.redact ?? createRedact(), parts.config.alerts);
  const logger = redactingLogger(toLogger(parts.logger), redact);
  return new LocalSchedulerNode({ ...parts, redact, logger });
}
