import { ConfigurationInvalid, type SchedulerStore } from '@scheduler/contracts';
import type { ResolutionContext, ServiceIdentifier } from 'inversify';
import {
  ACCESS_REPOSITORY,
  ALERT_REPOSITORY,
  CIRCUIT_REPOSITORY,
  EVENT_BUS,
  EVENT_HANDLER_REPOSITORY,
  EVENT_LOG,
  EXECUTION_REPOSITORY,
  JOB_QUEUE,
  LEADER_ELECTION,
  QUEUE_REPOSITORY,
  RATE_LIMIT_REPOSITORY,
  SCHEDULE_REPOSITORY,
  SCHEDULER_STORE,
  STATISTICS_REPOSITORY,
  TENANT_USAGE_REPOSITORY,
  WORKFLOW_REPOSITORY,
} from './tokens.js';
import type { BindUnlessBound } from './unless-bound.js';

/** The store itself, or a function that creates it once, from other bindings if it needs them. */
export type StoreSource = SchedulerStore | ((context: ResolutionContext) => SchedulerStore);

/** Binds the store, and each of its ports under a separate token, so that each can be replaced alone. */
export function bindStore(bind: BindUnlessBound, store: StoreSource | undefined): void {
  if (store !== undefined) {
    bind(SCHEDULER_STORE, (to) =>
      to
        .toDynamicValue((context) => (typeof store === 'function' ? store(context) : store))
        .inSingletonScope(),
    );
  }
  const bindPort = <TPort>(token: ServiceIdentifier<TPort>, portOf: (store: SchedulerStore) => TPort) =>
    bind(token, (to) =>
      to.toResolvedValue((bound) => portOf(presentStore(bound)), [OPTIONAL_STORE]).inSingletonScope(),
    );
  bindPort(SCHEDULE_REPOSITORY, ({ schedules }) => schedules);
  bindPort(EXECUTION_REPOSITORY, ({ executions }) => executions);
  bindPort(JOB_QUEUE, ({ queue }) => queue);
  bindPort(QUEUE_REPOSITORY, ({ queues }) => queues);
  bindPort(RATE_LIMIT_REPOSITORY, ({ rateLimits }) => rateLimits ?? null);
  bindPort(CIRCUIT_REPOSITORY, ({ circuits }) => circuits ?? null);
  bindPort(STATISTICS_REPOSITORY, ({ statistics }) => statistics ?? null);
  bindPort(LEADER_ELECTION, ({ leadership }) => leadership);
  bindPort(EVENT_BUS, ({ events }) => events);
  bindPort(EVENT_HANDLER_REPOSITORY, ({ eventHandlers }) => eventHandlers ?? null);
  bindPort(WORKFLOW_REPOSITORY, ({ workflows }) => workflows ?? null);
  bindPort(TENANT_USAGE_REPOSITORY, ({ tenantUsage }) => tenantUsage ?? null);
  bindPort(EVENT_LOG, ({ eventLog }) => eventLog ?? null);
  bindPort(ACCESS_REPOSITORY, ({ access }) => access ?? null);
  bindPort(ALERT_REPOSITORY, ({ alerts }) => alerts ?? null);
}

/** Optional for the container, whose message about a missing binding would not say what to do; `presentStore` throws a better one. */
const OPTIONAL_STORE = { serviceIdentifier: SCHEDULER_STORE, optional: true } as const;

export function presentStore(store: SchedulerStore | undefined): SchedulerStore {
  if (store !== undefined) return store;
  throw new ConfigurationInvalid({
    field: 'SCHEDULER_STORE',
    value: undefined,
    problem: 'nothing is bound',
    accepted:
      'a store given to schedulerModule({ store }), such as createMemoryStore() of @scheduler/memory, or bound to SCHEDULER_STORE',
  });
}
