import {
  type Execution,
  type SchedulerStore,
  type WorkflowGraphStep,
  type WorkflowRun,
} from '@scheduler/contracts';
import type { Outcome, StartRun, WorkflowRepository } from '@scheduler/contracts/adapter';
import { graphStep, nextId } from '@scheduler/testing';

const POLICY = { ...graphStep('any').policy, maxRetries: 0 };

export function step(name: string, props: Partial<WorkflowGraphStep> = {}): WorkflowGraphStep {
  return graphStep(name, { policy: POLICY, rollbackPolicy: POLICY, ...props });
}

/** What starts a run of a workflow with these steps. */
export function runOf(steps: readonly WorkflowGraphStep[], props: Partial<StartRun> = {}): StartRun {
  const graph = { name: 'orders', steps, deadlineMs: null };
  const graphHash = steps.map(({ name }) => name).join('-');
  return { id: nextId(), graph, graphHash, tenant: null, input: {}, attributes: {}, parent: null, ...props };
}

/** A store with the verbs that the tests of workflows are written in. */
export class WorkflowScene {
  readonly workflows: WorkflowRepository;

  constructor(readonly store: SchedulerStore) {
    if (store.workflows === undefined || store.workflows === null)
      throw new Error('a store without workflows');
    this.workflows = store.workflows;
  }

  async run(id: string): Promise<WorkflowRun> {
    const run = await this.workflows.get({ id, tenant: null });
    if (run === null) throw new Error(`run ${id} does not exist`);
    return run;
  }

  claim(limit = 100): Promise<readonly Execution[]> {
    return this.store.executions.claim({
      owner: 'node',
      leaseMs: 60_000,
      lanes: [{ queue: 'default', limit }],
    });
  }

  settle(executions: readonly Execution[], outcome: Outcome) {
    const settlements = executions.map((execution) => ({ execution, outcome }));
    return this.store.executions.settle({ settlements });
  }

  /** The executions of a run, by the names of their steps. */
  async executionsOf(runId: string): Promise<Readonly<Record<string, Execution>>> {
    const page = { tenant: null, sortOrder: 'asc', limit: 10_000, offset: 0 } as const;
    const { items } = await this.store.executions.list(page);
    const own = items.filter(({ workflow }) => workflow?.run === runId);
    return Object.fromEntries(own.map((execution) => [execution.workflow?.step ?? '', execution]));
  }
}
