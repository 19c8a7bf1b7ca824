import type { Clock, Execution } from '@scheduler/contracts';
import { copyExecution, type WaitingType } from '@scheduler/contracts/adapter';
import type { ExecutionEngine } from '../execute/execution-engine.js';
import type { GatedClaims } from '../policies/gates/gated-claims.js';
import { waitingWithoutHandler, type WithoutHandlerParts } from './queues/without-handler.js';
import { nextTurnIfBlocked } from '../support/next-turn.js';

/** The executions that `drain` has run, as they were settled. */
export interface DrainReport {
  readonly executions: readonly Execution[];
  /** What it left because this node has no handler for it, by queue and type. */
  readonly withoutHandler: readonly WaitingType[];
}

export interface DrainOptions {
  /** Default: all queues of this node. */
  readonly queues?: readonly string[];
  /** Stops after so many attempts. Default: no limit. */
  readonly limit?: number;
}

export interface DrainParts {
  readonly node: string;
  readonly queues: Readonly<Record<string, number>>;
  readonly leaseMs: number;
  readonly claims: Pick<GatedClaims, 'claim' | 'foreignTypes'>;
  /** Counts what waits and has no handler here. */
  readonly waiting: WithoutHandlerParts;
  readonly engine: ExecutionEngine;
  readonly clock: Clock;
  /** True once nothing more may be claimed. */
  readonly isStopping: () => boolean;
}

/** Runs what is claimable now, until nothing is left or the limit is reached. What is to run later, or elsewhere, stays. */
export async function drain(
  parts: DrainParts,
  { queues, limit = Number.POSITIVE_INFINITY }: DrainOptions,
): Promise<DrainReport> {
  const names = queues ?? Object.keys(parts.queues);
  const settled: Execution[] = [];
  for (let attempts = 0; attempts < limit && !parts.isStopping();) {
    const claimed = await claimUpTo(limit - attempts, names, parts);
    if (claimed.length === 0) break;
    attempts += claimed.length;
    const results = await Promise.all(claimed.map((execution) => parts.engine.execute(execution)));
    settled.push(...results.filter((result) => result !== null));
    await nextTurnIfBlocked(parts.clock);
  }
  const { claims, waiting } = parts;
  const withoutHandler = claims.foreignTypes.length === 0 ? [] : await waitingWithoutHandler(waiting, names);
  // What a store returns for a settlement may be its own.
  return { executions: settled.map((execution) => copyExecution(execution)), withoutHandler };
}

/** Claims as many as the queues allow at once. One queue after the other, since the limit counts for all of them together. */
async function claimUpTo(
  limit: number,
  names: readonly string[],
  parts: DrainParts,
): Promise<readonly Execution[]> {
  const { claims, queues, node, leaseMs } = parts;
  const claimed: Execution[] = [];
  for (const queue of names) {
    const lane = { queue, limit: Math.min(queues[queue] ?? 1, limit - claimed.length) };
    if (lane.limit > 0) claimed.push(...(await claims.claim({ lanes: [lane], owner: node, leaseMs })));
  }
  return claimed;
}
