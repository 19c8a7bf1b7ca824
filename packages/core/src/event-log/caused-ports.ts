import type {
  Caused,
  EventLog,
  ExecutionRepository,
  QueueRepository,
  ScheduleRepository,
  WorkflowRepository,
} from '@scheduler/contracts/adapter';
import { currentCause } from '../support/cause.js';
import type { LogChanges } from './log-changes.js';

/** The ports whose changes are logged. */
export interface LoggedPorts {
  readonly schedules: ScheduleRepository;
  readonly executions: ExecutionRepository;
  readonly queues: QueueRepository;
  readonly workflows?: WorkflowRepository | null | undefined;
  /** Null or missing: nothing is logged. */
  readonly eventLog?: EventLog | null | undefined;
}

/** `caused`: a change that somebody asks for. `changing`: one that the holder of a lease causes, or a row. */
type Kind = 'caused' | 'changing';
type Kinds<TPort> = Readonly<Partial<Record<keyof TPort, Kind>>>;

const SCHEDULES: Kinds<ScheduleRepository> = {
  add: 'caused',
  save: 'caused',
  cancel: 'caused',
  delete: 'caused',
  prune: 'caused',
  fire: 'caused',
};
const EXECUTIONS: Kinds<ExecutionRepository> = {
  add: 'caused',
  restore: 'caused',
  rescue: 'caused',
  requestCancel: 'caused',
  replaceDeadLetter: 'caused',
  dismissDeadLetters: 'caused',
  prune: 'caused',
  deleteOfTenant: 'caused',
  claim: 'changing',
  claimById: 'changing',
  settle: 'changing',
};
const QUEUES: Kinds<QueueRepository> = { change: 'caused' };
const WORKFLOWS: Kinds<WorkflowRepository> = {
  start: 'caused',
  change: 'caused',
  prune: 'caused',
  deleteOfTenant: 'caused',
  addChildren: 'changing',
  foldArrivals: 'changing',
};

/** The same ports, whose requests say who causes them: who is known by `causedBy`, and else the node. Without a log they are as they were. */
export function withCauses<TPorts extends LoggedPorts>(
  ports: TPorts,
  node: () => string,
  changes: LogChanges,
): TPorts {
  if (!ports.eventLog) return ports;
  const caused = <TPort extends object>(port: TPort, kinds: Kinds<TPort>) =>
    causedPort(port, kinds, { node, changes });
  return {
    ...ports,
    schedules: caused(ports.schedules, SCHEDULES),
    executions: caused(ports.executions, EXECUTIONS),
    queues: caused(ports.queues, QUEUES),
    ...(ports.workflows ? { workflows: caused(ports.workflows, WORKFLOWS) } : {}),
  };
}

interface Causing {
  readonly node: () => string;
  readonly changes: LogChanges;
}

type Method = (request: unknown) => Promise<unknown>;

function causedPort<TPort extends object>(
  port: TPort,
  kinds: Kinds<TPort>,
  { node, changes }: Causing,
): TPort {
  const known = new Map<PropertyKey, unknown>();
  const wrap = (method: Method, kind: Kind): Method => {
    const call = async (request: unknown) => {
      try {
        return await Reflect.apply(method, port, [request]);
      } finally {
        changes.changed();
      }
    };
    if (kind === 'changing') return call;
    return (request) => {
      const { cause = null } = request as Caused;
      return cause === null
        ? call({ ...(request as Caused), cause: currentCause() ?? node() })
        : call(request);
    };
  };
  return new Proxy(port, {
    get: (target, key) => {
      if (known.has(key)) return known.get(key);
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      const kind = kinds[key as keyof TPort];
      const method = kind === undefined ? value.bind(target) : wrap(value as Method, kind);
      known.set(key, method);
      return method;
    },
  });
}
