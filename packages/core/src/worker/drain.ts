import type { Execution, ExecutionRepository } from '@scheduler/contracts';
import type { ExecutionEngine } from '../execution-engine/execution-engine.js';
import type { DrainOptions, DrainReport } from '../node/scheduler-node.js';

export interface DrainParts {
  readonly node: string;
  readonly queues: Readonly<Record<string, number>>;
  readonly leaseMs: number;
  readonly executions: ExecutionRepository;
  readonly engine: ExecutionEngine;
}

/** Runs what is claimable now, until nothing is left or the limit is reached. What is to run later stays. */
export async function drain(
  parts: DrainParts,
  { queues, limit = Number.POSITIVE_INFINITY }: DrainOptions,
): Promise<DrainReport> {
  const { executions: repository, engine, node, leaseMs } = parts;
  const names = queues ?? Object.keys(parts.queues);
  const settled: Execution[] = [];
  for (let attempts = 0; attempts < limit;) {
    const left = limit - attempts;
    const lanes = names.map((queue) => ({ queue, limit: Math.min(parts.queues[queue] ?? 1, left) }));
    const claimed = await repository.claim({ lanes, owner: node, leaseMs });
    if (claimed.length === 0) break;
    attempts += claimed.length;
    const results = await Promise.all(claimed.map((execution) => engine.execute(execution)));
    settled.push(...results.filter((result) => result !== null));
  }
  return { executions: settled };
}
