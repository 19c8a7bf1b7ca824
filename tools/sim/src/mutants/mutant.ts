import type { SchedulerStore } from '@scheduler/contracts';
import {
  MemoryDatabase,
  MemoryExecutionRepository,
  MemoryScheduleRepository,
  MemoryWorkflowRepository,
  createMemoryStore,
} from '@scheduler/memory';
import type { FaultSimulation, Send } from '@scheduler/testing';

/** A bug that a store could have, planted on purpose to show that the simulator finds it. */
export interface Mutant {
  readonly name: string;
  /** Describes the bug in one line. */
  readonly title: string;
  /** The workload in which it shows. Default: the full one. */
  readonly workload?: string;
  readonly wrap: (parts: MutantParts) => Partial<SchedulerStore>;
}

export interface MutantParts {
  /** The store as the process sees it. */
  readonly store: SchedulerStore;
  /** The database behind the store, for statements that a correct store would not make. */
  readonly database: MemoryDatabase;
  /** Sends one statement, which may be hit by its own fault. */
  readonly send: Send;
}

/** The options of a simulation in which all nodes work on a store with the bug. */
export function withMutant({ wrap }: Mutant): Pick<FaultSimulation, 'store' | 'wrap'> {
  let database: MemoryDatabase | null = null;
  return {
    store: ({ clock }) => {
      database = new MemoryDatabase(clock);
      return {
        ...createMemoryStore({ clock }),
        schedules: new MemoryScheduleRepository(database),
        executions: new MemoryExecutionRepository(database),
        workflows: new MemoryWorkflowRepository(database),
      };
    },
    wrap: (store, send) => (database === null ? store : { ...store, ...wrap({ store, database, send }) }),
  };
}

/** A port with some of its methods replaced. */
export function replacing<TPort extends object>(port: TPort, methods: Partial<TPort>): TPort {
  return new Proxy(port, {
    get: (target, key) => Reflect.get(key in methods ? methods : target, key) as unknown,
  });
}
