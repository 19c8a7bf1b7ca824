import type { EventBus, SchedulerStore } from '@scheduler/contracts';
import type {
  AccessRepository,
  AlertRepository,
  JobQueue,
  LeaderElection,
  WorkflowRepository,
} from '@scheduler/contracts/adapter';
import type { SimulatedProcess } from '../world/simulated-process.js';
import type { Network } from './network.js';

export interface Connection {
  readonly network: Network;
  readonly process: SimulatedProcess;
}

/** The latency of a signal or an event to another process. */
const SIGNAL_MS = 1;

/** The store as one process sees it: every call goes over the network, and signals and events of the store reach the process only while it is alive. */
export function overTheNetwork(store: SchedulerStore, connection: Connection): SchedulerStore {
  return {
    capabilities: store.capabilities,
    migrations: store.migrations,
    schedules: remote(store.schedules, 'schedules', connection),
    executions: remote(store.executions, 'executions', connection),
    queues: remote(store.queues, 'queues', connection),
    rateLimits: remoteIfPresent(store.rateLimits, 'rateLimits', connection),
    circuits: remoteIfPresent(store.circuits, 'circuits', connection),
    statistics: remoteIfPresent(store.statistics, 'statistics', connection),
    eventHandlers: remoteIfPresent(store.eventHandlers, 'eventHandlers', connection),
    tenantUsage: remoteIfPresent(store.tenantUsage, 'tenantUsage', connection),
    eventLog: remoteIfPresent(store.eventLog, 'eventLog', connection),
    workflows: remoteWorkflows(store.workflows ?? null, connection),
    alerts: remoteAlerts(store.alerts ?? null, connection),
    access: remoteAccess(store.access ?? null, connection),
    queue: remoteQueue(store.queue, connection),
    leadership: remoteLeadership(store.leadership, connection),
    events: remoteEvents(store.events, connection),
    open: () => connection.network.call(connection.process, 'store.open', () => store.open()),
    close: () => connection.network.call(connection.process, 'store.close', () => store.close()),
  };
}

type AsyncMethod = (request?: unknown) => Promise<unknown>;

/** A port whose methods all return promises: each call goes over the network. */
export function remote<TPort extends object>(
  port: TPort,
  name: string,
  { network, process }: Connection,
): TPort {
  return new Proxy(port, {
    get: (target, key) => {
      const method: unknown = Reflect.get(target, key);
      if (typeof method !== 'function') return method;
      return (request?: unknown) =>
        network.call(process, `${name}.${String(key)}`, () => (method as AsyncMethod).call(target, request));
    },
  });
}

function remoteIfPresent<TPort extends object>(
  port: TPort | null | undefined,
  name: string,
  connection: Connection,
): TPort | null {
  return port === null || port === undefined ? null : remote(port, name, connection);
}

function remoteAccess(access: AccessRepository | null, connection: Connection): AccessRepository | null {
  if (access === null) return null;
  return {
    apiKeys: remote(access.apiKeys, 'apiKeys', connection),
    auditLog: remote(access.auditLog, 'auditLog', connection),
    idempotency: remote(access.idempotency, 'idempotency', connection),
  };
}

function remoteAlerts(alerts: AlertRepository | null, connection: Connection): AlertRepository | null {
  if (alerts === null) return null;
  return {
    rules: remote(alerts.rules, 'alertRules', connection),
    alerts: remote(alerts.alerts, 'alerts', connection),
    silences: remote(alerts.silences, 'alertSilences', connection),
  };
}

/** A process is told of the runs that its own calls have advanced, unless it dies before. */
function remoteWorkflows(
  workflows: WorkflowRepository | null,
  connection: Connection,
): WorkflowRepository | null {
  if (workflows === null) return null;
  const { network, process } = connection;
  const onAdvanced: WorkflowRepository['onAdvanced'] = (listener) => {
    const leave = workflows.onAdvanced((advanced) => {
      if ((network.currentCaller ?? process) === process) process.post(SIGNAL_MS, () => listener(advanced));
    });
    process.whenKilled(leave);
    return leave;
  };
  const calls = remote(workflows, 'workflows', connection);
  return new Proxy(calls, {
    get: (target, key) => (key === 'onAdvanced' ? onAdvanced : (Reflect.get(target, key) as unknown)),
  });
}

function remoteQueue(queue: JobQueue, { network, process }: Connection): JobQueue {
  return {
    delivery: queue.delivery,
    dispatch: (request) => network.call(process, 'queue.dispatch', () => queue.dispatch(request)),
    signal: (request) => network.call(process, 'queue.signal', async () => queue.signal?.(request)),
    consume: ({ deliver, ...request }) =>
      network.call(process, 'queue.consume', async () => {
        const consumer = await queue.consume({
          ...request,
          deliver: (delivery) =>
            new Promise((resolve, reject) => {
              // A consumer that is dead or paused must not keep the queue waiting for its answer.
              if (process.isDead || process.isPaused) resolve([]);
              process.post(SIGNAL_MS, () => void deliver(delivery).then(resolve, reject));
            }),
        });
        process.whenKilled(() => void consumer.close());
        return consumer;
      }),
  };
}

function remoteEvents(events: EventBus, { network, process }: Connection): EventBus {
  return {
    publish: (request) => network.call(process, 'events.publish', () => events.publish(request)),
    wants: (name) => events.wants(name),
    subscribe: ({ names, listener }) => {
      let listens = true;
      const leave = events.subscribe({
        names,
        listener: (event) => void process.post(SIGNAL_MS, () => (listens ? listener(event) : undefined)),
      });
      const unsubscribe = () => {
        listens = false;
        leave();
      };
      process.whenKilled(unsubscribe);
      return unsubscribe;
    },
  };
}

function remoteLeadership(leadership: LeaderElection, connection: Connection): LeaderElection {
  const { acquire, release, currentLeader } = remote(leadership, 'leadership', connection);
  return {
    acquire,
    release,
    currentLeader,
    isLeader: (request) => leadership.isLeader(request),
    onLeaderChange: (listener) =>
      leadership.onLeaderChange((leader) => void connection.process.post(SIGNAL_MS, () => listener(leader))),
  };
}
