import type { Execution } from '../executions/execution.js';
import type { ExecutionPolicy } from '../jobs/policies.js';
import { changeRun } from './change-run.js';
import { newWorkflowRun } from './new-run.js';
import type { WorkflowGraph } from './workflow-graph.js';

const POLICY: ExecutionPolicy = {
  timeoutMs: 1_000,
  maxRetries: 0,
  backoff: { strategy: 'fixed', delayMs: 1_000, factor: 1, maxDelayMs: 1_000, jitter: 0 },
  onExhausted: 'continue',
};

const GRAPH: WorkflowGraph = {
  name: 'order',
  deadlineMs: null,
  steps: [
    {
      name: 'reserve',
      kind: 'function',
      after: [],
      afterAny: [],
      ifSkipped: 'run',
      losers: 'finish',
      onError: 'fail',
      hasCondition: false,
      hasRollback: true,
      queue: 'default',
      priority: 5,
      policy: POLICY,
      rollbackPolicy: POLICY,
      concurrencyKey: null,
      concurrencyLimit: null,
      mapConcurrency: null,
      signal: null,
      waitMs: null,
      onTimeout: 'fail',
      sleepMs: null,
      child: null,
    },
  ],
};

const AT = new Date('2030-05-06T12:00:00Z');

/** A run whose only step was claimed once and cancelled after its node was lost so many times before it stored a start. */
function cancelledAfter(unstartedRescues: number) {
  const { run, executions } = newWorkflowRun(
    { id: 'run', graph: GRAPH, graphHash: 'hash', tenant: null, input: null, attributes: {}, parent: null },
    AT,
  );
  const [execution] = executions;
  if (execution === undefined) throw new Error('the run has no execution');
  const ended: Execution = { ...execution, status: 'cancelled', fence: 1, unstartedRescues, finishedAt: AT };
  const cancel = { kind: 'cancel', reason: 'not wanted', rollback: true } as const;
  return changeRun(run, GRAPH, [cancel, { kind: 'arrive', executions: [ended] }], AT);
}

describe('a step that was cancelled with its workflow', () => {
  it('is undone if its node was lost before it stored a start, because its function may have been called', () => {
    const { run, executions } = cancelledAfter(1);
    expect(run.status).toBe('compensating');
    expect(executions.map(({ workflow }) => workflow)).toMatchObject([{ step: 'reserve', phase: 'undo' }]);
  });

  it('is not undone if its node has returned it without a start', () => {
    const { run, executions } = cancelledAfter(0);
    expect(run.status).toBe('compensated');
    expect(executions).toEqual([]);
  });
});
