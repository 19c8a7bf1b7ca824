import { graphOfSteps, graphStep } from '../test-support/workflows/random-graph.js';
import { advanceTrees, arrivalsOf, type TreeAnswer, type TreeRequest } from './advance-trees.js';
import { newWorkflowRun } from './new-run.js';
import type { RunEffects } from './run-draft.js';
import type { WorkflowGraph } from './workflow-graph.js';

const AT = new Date('2030-05-06T12:00:00Z');
const RACE = graphOfSteps(
  graphStep('quick', { kind: 'signal', signal: 'go' }),
  graphStep('slow', { after: ['begin'] }),
  graphStep('end', { afterAny: ['quick', 'slow'], losers: 'cancel' }),
);

const begin = (graph: WorkflowGraph, id = 'run'): RunEffects =>
  newWorkflowRun(
    { id, graph, graphHash: 'hash', tenant: null, input: null, attributes: {}, parent: null },
    AT,
  );

/** Drives the walk with the given answers, and returns what it asked for and what has to be written. */
function walk(changes: Parameters<typeof advanceTrees>[0], answer: (request: TreeRequest) => TreeAnswer) {
  const requests: TreeRequest[] = [];
  const steps = advanceTrees(changes, AT);
  let next = steps.next();
  while (next.done !== true) {
    requests.push(next.value);
    next = steps.next(answer(next.value));
  }
  return { requests, written: next.value };
}

describe('advanceTrees', () => {
  it('loads each run once, and asks for nothing that it does not need', () => {
    const graph = graphOfSteps(graphStep('a'), graphStep('b', { after: ['a'] }));
    const { run, executions } = begin(graph);
    const ended = executions.map((execution) => ({ ...execution, status: 'success' as const }));
    const { requests, written } = walk({ commands: arrivalsOf(ended) }, () => ({ loaded: [{ run, graph }] }));
    expect(requests).toEqual([{ kind: 'load', runIds: ['run'] }]);
    expect(written.runs).toMatchObject([{ id: 'run', steps: { a: { status: 'succeeded' } } }]);
    expect(written.executions.map(({ workflow }) => workflow?.step)).toEqual(['b']);
    expect(written.created.size).toBe(0);
  });

  it('writes nothing of a run that does not exist any more', () => {
    const { executions } = begin(graphOfSteps(graphStep('a')));
    const { written } = walk({ commands: arrivalsOf(executions) }, () => ({ loaded: [] }));
    expect(written).toMatchObject({ runs: [], executions: [], postponed: [], changes: [] });
  });

  it('never writes an execution that is cancelled in the step in which it would come to be', () => {
    const begun = { ...RACE, steps: [graphStep('begin'), ...RACE.steps] };
    const { run, executions } = begin(begun);
    const ended = executions.map((execution) => ({ ...execution, status: 'success' as const }));
    const signal = { kind: 'signal', name: 'go', key: 'k', data: null } as const;
    const { requests, written } = walk(
      { commands: [...arrivalsOf(ended), { runId: 'run', command: signal }] },
      (request) => (request.kind === 'load' ? { loaded: [{ run, graph: begun }] } : { ended: [] }),
    );
    expect(requests.map(({ kind }) => kind)).toEqual(['load']);
    expect(written.executions.map(({ workflow }) => workflow?.step)).toEqual(['end']);
    expect(written.runs).toMatchObject([{ steps: { slow: { status: 'skipped', verdict: 'not_first' } } }]);
  });

  it('groups ends by their runs, and passes over executions of no workflow', () => {
    const [one, two] = [begin(graphOfSteps(graphStep('a'), graphStep('b')), 'one'), begin(RACE, 'two')];
    const plain = { ...one.executions[0], workflow: null } as (typeof one.executions)[number];
    const commands = arrivalsOf([...one.executions, plain, ...two.executions]);
    expect(commands.map(({ runId }) => runId)).toEqual(['one']);
    expect(commands[0]?.command).toEqual({ kind: 'arrive', executions: one.executions });
  });
});
