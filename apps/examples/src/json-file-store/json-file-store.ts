import type { Clock, SchedulerStore } from '@scheduler/contracts';
import {
  changedQueueSettings,
  countQueues,
  countWaitingTypes,
  InProcessEventBus,
  InProcessJobQueue,
  InProcessLeaderElection,
  type QueueRepository,
  withOwnCopies,
} from '@scheduler/contracts/adapter';
import { FileExecutions } from './file-executions.js';
import { FileSchedules } from './file-schedules.js';
import { JsonFile, STORE_NAME } from './json-file.js';

export interface JsonFileStoreOptions {
  /** The file. It is made when something is stored for the first time. */
  readonly path: string;
  /** The store's time. */
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Jobs and executions in one JSON file, for one process with little work. It has the required ports alone, and so no statistics,
 * circuits, rate limits and event handlers.
 *
 * @example
 * const store = createJsonFileStore({ path: 'jobs.json', clock: new SystemClock() });
 */
export function createJsonFileStore({ path, clock }: JsonFileStoreOptions): SchedulerStore {
  const file = new JsonFile(path, clock);
  return {
    capabilities: { name: STORE_NAME, transactions: false, durable: true },
    // The state holds objects, which callers must not be able to change.
    schedules: withOwnCopies(new FileSchedules(file)),
    executions: withOwnCopies(new FileExecutions(file)),
    queues: withOwnCopies(queuesIn(file)),
    queue: new InProcessJobQueue(),
    leadership: new InProcessLeaderElection(clock),
    events: new InProcessEventBus(),
    migrations: null,
    open: () => file.open(),
    close: () => file.close(),
  };
}

function queuesIn(file: JsonFile): QueueRepository {
  return {
    settings: async () => [...file.state.queues.values()].sort((a, b) => (a.queue < b.queue ? -1 : 1)),
    change: (request) =>
      file.write(({ queues }) => {
        const changed = changedQueueSettings(queues.get(request.queue), request);
        queues.set(request.queue, changed);
        return changed;
      }),
    counts: async () => countQueues(file.state.executions.values(), file.now()),
    waitingTypes: async ({ queues }) =>
      countWaitingTypes({ executions: file.state.executions.values(), at: file.now() }, queues),
  };
}
