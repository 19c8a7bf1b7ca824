import type { Execution } from '../executions/execution.js';
import { graphOfSteps, graphStep } from '../test-support/workflows/random-graph.js';
import { changeRun } from './change-run.js';
import { newWorkflowRun } from './new-run.js';
import type { WorkflowGraph } from './workflow-graph.js';
import type { WorkflowRun } from './workflow-run.js';

const at = (seconds: number) => new Date(Date.UTC(2030, 4, 6, 12, 0, seconds));

function begin(graph: WorkflowGraph) {
  const fields = { id: 'run', graphHash: 'hash', tenant: null, input: null, attributes: {}, parent: null };
  return newWorkflowRun({ ...fields, graph }, at(0));
}

const ended = (execution: Execution | undefined, seconds: number): Execution => {
  if (execution === undefined) throw new Error('the run has no such execution');
  return { ...execution, status: 'success', fence: 1, finishedAt: at(seconds) };
};

const arrive = (run: WorkflowRun, graph: WorkflowGraph, executions: readonly Execution[], seconds: number) =>
  changeRun(run, graph, [{ kind: 'arrive', executions }], at(seconds));

describe('the instant of a change of a run', () => {
  it('is not before the end of a step that another node has written meanwhile', () => {
    const graph = graphOfSteps(graphStep('a'), graphStep('b'), graphStep('join', { after: ['a', 'b'] }));
    const { run, executions } = begin(graph);
    const [a, b] = executions;
    const first = arrive(run, graph, [ended(b, 9)], 9).run;
    // The node of this step read the time before it had the run.
    const { run: last, executions: next } = arrive(first, graph, [ended(a, 5)], 5);
    expect(last.steps['join']).toMatchObject({ status: 'active', activeSince: at(9).getTime() });
    expect(next).toMatchObject([{ availableAt: at(9) }]);
  });

  it('is not before the end of the execution that causes it', () => {
    const graph = graphOfSteps(graphStep('a'), graphStep('b', { after: ['a'] }));
    const { run, executions } = begin(graph);
    const { steps } = arrive(run, graph, [ended(executions[0], 7)], 6).run;
    expect([steps['a']?.endedAt, steps['b']?.activeSince]).toEqual([at(7).getTime(), at(7).getTime()]);
  });

  it('is not before the end of an item of a map', () => {
    const graph = graphOfSteps(graphStep('each', { kind: 'map' }), graphStep('join', { after: ['each'] }));
    const { run, executions } = begin(graph);
    const [map] = executions;
    const step = { kind: 'add_children', step: 'each', phase: 'run', executionId: map?.id ?? '' } as const;
    const added = changeRun(run, graph, [{ ...step, from: 0, payloads: [1, 2] }], at(1));
    const [one, two] = added.executions;
    const early = arrive(added.run, graph, [ended(one, 9)], 9).run;
    const { steps } = arrive(early, graph, [ended(two, 5), ended(map, 5)], 5).run;
    expect(steps['join']).toMatchObject({ status: 'active', activeSince: at(9).getTime() });
  });
});
