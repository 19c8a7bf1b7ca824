import type { Execution, QueueSettings } from '@scheduler/contracts';
import {
  type ClaimExecutions,
  type ConsumeQueue,
  type ExecutionRepository,
  type JobQueue,
  StoreTime,
} from '@scheduler/contracts/adapter';
import { QueueWorker } from '../work/queue-worker.js';
import { engineOn } from './engine.js';
import { claimedExecution } from './samples.js';

/** Claimed executions of a queue: `default-0`, `default-1` … */
export const some = (count: number, queue = 'default'): Execution[] =>
  Array.from({ length: count }, (_, i) => claimedExecution({ id: `${queue}-${i}`, queue }));

/** A handler whose calls end when the test says so. */
export function heldHandler() {
  const ends: (() => void)[] = [];
  return { ends, handle: () => new Promise<void>((resolve) => ends.push(resolve)) };
}

export interface WorkerOptions {
  readonly handle?: () => Promise<void> | void;
  /** What the claims bring, one after the other. */
  readonly claims?: Execution[][];
  readonly executions?: Partial<ExecutionRepository>;
  readonly delivery?: JobQueue['delivery'];
  readonly queues?: Record<string, number>;
  /** What operators have set, now. */
  readonly settings?: () => readonly QueueSettings[];
  /** Called before each consumer is made; may throw. */
  readonly onConsume?: () => void;
  /** When policies let more of a queue through. */
  readonly retryAfterMs?: (queue: string) => number | null;
  /** Whether a policy does not let it start any more. */
  readonly rejectAtStart?: (execution: Execution) => Promise<void> | null;
}

/** A worker on fake ports, which claims what it is given, and its engine. */
export function workerOn({
  handle = () => undefined,
  claims = [],
  executions = {},
  delivery = 'signal',
  queues,
  settings = () => [],
  onConsume = () => undefined,
  retryAfterMs = () => null,
  rejectAtStart = () => null,
}: WorkerOptions = {}) {
  const consumed: ConsumeQueue[] = [];
  const resized: number[] = [];
  let closed = 0;
  const set = engineOn({
    handler: { handle },
    executions: {
      claim: async () => claims.shift() ?? [],
      nextAvailableAt: async () => null,
      ...executions,
    },
    queue: {
      delivery,
      consume: async (request) => {
        onConsume();
        consumed.push(request);
        return { resize: (most) => void resized.push(most), close: async () => void closed++ };
      },
    },
  });
  const worker = new QueueWorker({
    ...set,
    preemption: null,
    claims: {
      claim: (request) => set.executions.claim(request),
      claimById: (request) => set.executions.claimById(request),
      retryAfterMs,
      rejectAtStart,
      foreignTypes: [],
      takesReleased: true,
      admitReleased: async (claimed) => claimed,
    },
    queues: queues ?? { default: 2 },
    leaseMs: 30_000,
    pollIntervalMs: 1_000,
    storeTime: new StoreTime(set.clock),
    settings: { settings: async () => settings() },
  });
  const claimed = () => set.executions.of('claim') as ClaimExecutions[];
  return { ...set, worker, consumed, resized, claimed, closed: () => closed };
}
