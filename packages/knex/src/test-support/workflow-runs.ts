import { createHash } from 'node:crypto';
import {
  DEFAULT_QUEUE,
  type Execution,
  type WorkflowGraph,
  type WorkflowGraphStep,
} from '@scheduler/contracts';
import type { StartRun } from '@scheduler/contracts/adapter';
import { graphStep, outcomes } from '@scheduler/testing';
import type { KnexStore } from '../knex-store.js';

const POLICY = { ...graphStep('any').policy, maxRetries: 0 };

export function step(name: string, ...after: readonly string[]): WorkflowGraphStep {
  return graphStep(name, { after, policy: POLICY, rollbackPolicy: POLICY });
}

/** Two steps, and one that comes after both. */
export const JOIN: WorkflowGraph = {
  name: 'join',
  steps: [step('left'), step('right'), step('last', 'left', 'right')],
  deadlineMs: null,
};

export const CHAIN: WorkflowGraph = { name: 'chain', steps: [step('a'), step('b', 'a')], deadlineMs: null };

let started = 0;

export function startOf(graph: WorkflowGraph, props: Partial<StartRun> = {}): StartRun {
  started += 1;
  return {
    id: `run-${process.pid}-${started}`,
    graph,
    graphHash: createHash('sha256').update(JSON.stringify(graph)).digest('hex'),
    tenant: null,
    input: { order: 7 },
    attributes: {},
    parent: null,
    ...props,
  };
}

/** Starts many runs, a few at a time. Returns their ids. */
export async function startMany(
  { workflows }: KnexStore,
  graph: WorkflowGraph,
  count: number,
): Promise<readonly string[]> {
  const requests = Array.from({ length: count }, () => startOf(graph));
  await Promise.all(requests.map((request) => workflows.start(request)));
  return requests.map(({ id }) => id);
}

export function claimAll({ executions }: KnexStore, limit: number): Promise<readonly Execution[]> {
  return executions.claim({
    owner: 'node',
    leaseMs: 600_000,
    lanes: [{ queue: DEFAULT_QUEUE, limit }],
  });
}

export function succeed({ executions }: KnexStore, ended: readonly Execution[]) {
  const settlements = ended.map((execution) => ({ execution, outcome: outcomes.succeeded() }));
  return executions.settle({ settlements });
}

export async function statusOf({ workflows }: KnexStore, id: string) {
  const run = await workflows.get({ id, tenant: null });
  const steps = Object.entries(run?.steps ?? {}).map(([name, state]) => [name, state.status]);
  return { status: run?.status, ...Object.fromEntries(steps) };
}
