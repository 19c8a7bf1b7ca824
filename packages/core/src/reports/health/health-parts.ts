import type {
  Alert,
  Clock,
  Leader,
  StoreCapabilities,
  StoreMigrations,
  StoreServer,
} from '@scheduler/contracts';
import type {
  AlertRecords,
  QueueRepository,
  ScheduleRepository,
  StatisticsRepository,
} from '@scheduler/contracts/adapter';
import type { WithoutHandlerParts } from '../../work/queues/without-handler.js';

/** What a health check asks. */
export interface HealthParts {
  readonly node: string;
  readonly clock: Clock;
  readonly distributed: boolean;
  readonly store: {
    readonly capabilities: StoreCapabilities;
    readonly migrations: StoreMigrations | null;
    readonly servers?: readonly StoreServer[];
  };
  readonly schedules: Pick<ScheduleRepository, 'nextDueAt' | 'now'>;
  /** Null: the store has none, and the report says what the queues say. */
  readonly statistics: Pick<StatisticsRepository, 'workload'> | null;
  /** Null: the store keeps none. */
  readonly alerts: Pick<AlertRecords<Alert>, 'list'> | null;
  readonly queues: Pick<QueueRepository, 'settings' | 'counts' | 'waitingTypes'>;
  readonly handlers: WithoutHandlerParts['handlers'];
  /** The queues that this node processes. */
  readonly processed: readonly string[];
  readonly leader: () => Promise<Leader | null>;
  /** Opens the store if it is not open. */
  readonly open: () => Promise<void>;
  /** When the node was started, by the monotonic clock. Null: it does not run. */
  readonly runningSinceMs: () => number | null;
  /** Since when the node does not run. Null: it runs. */
  readonly notRunningSince: () => Date | null;
  /** Whether the node has closed its store, and must not open it again. */
  readonly isClosing: () => boolean;
  /** Whether the node runs something now. */
  readonly isBusy: () => boolean;
  /** Whether rate limits or circuits are configured, so that work stands still without the server that has them. */
  readonly needsServers: boolean;
}
