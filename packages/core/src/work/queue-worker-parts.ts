import type { Clock, Logger } from '@scheduler/contracts';
import type { ExecutionRepository, JobQueue, QueueRepository, StoreTime } from '@scheduler/contracts/adapter';
import type { ExecutionEngine } from '../execute/execution-engine.js';
import type { LeaseKeeper } from '../execute/attempt/lease-keeper.js';
import type { GatedClaims } from '../policies/gates/gated-claims.js';
import type { Preemption } from './preemption.js';

export interface QueueWorkerParts {
  readonly node: string;
  /** The queues of this node with their concurrency, as configured. */
  readonly queues: Readonly<Record<string, number>>;
  /** The settings of operators, which override the configuration. */
  readonly settings: Pick<QueueRepository, 'settings'>;
  readonly leaseMs: number;
  readonly pollIntervalMs: number;
  readonly executions: Pick<ExecutionRepository, 'nextAvailableAt'>;
  readonly claims: Pick<
    GatedClaims,
    | 'claim'
    | 'claimById'
    | 'retryAfterMs'
    | 'rejectAtStart'
    | 'foreignTypes'
    | 'takesReleased'
    | 'admitReleased'
  >;
  readonly queue: JobQueue;
  readonly engine: ExecutionEngine;
  readonly leases: LeaseKeeper;
  readonly clock: Clock;
  readonly storeTime: StoreTime;
  readonly logger: Logger;
  /** Null: no queue of this node allows preemption. */
  readonly preemption: Preemption | null;
}
