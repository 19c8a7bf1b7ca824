import { graphOfSteps, graphStep } from '../test-support/workflows/random-graph.js';
import type { JsonValue } from '../values/json.js';
import { changeRun } from './change-run.js';
import { newWorkflowRun } from './new-run.js';
import { existingRun, startWithParent } from './run-rules.js';
import { stepsOf } from './workflow-graph.js';
import type { WorkflowStatus } from './workflow-run.js';

const AT = new Date('2030-05-06T12:00:00Z');
const GRAPH = graphOfSteps(
  graphStep('a'),
  graphStep('b', { after: ['a'] }),
  graphStep('c', { afterAny: ['b'] }),
);

const started = (input: JsonValue = null) =>
  newWorkflowRun(
    { id: 'run', graph: GRAPH, graphHash: 'hash', tenant: null, input, attributes: {}, parent: null },
    AT,
  ).run;

describe('a second start with the same id', () => {
  it.each<[JsonValue, JsonValue]>([
    [null, null],
    [
      { a: 1, b: [1, { c: null }] },
      { b: [1, { c: null }], a: 1 },
    ],
    [[], []],
    ['x', 'x'],
  ])('is the same for the inputs %j and %j', (first, second) => {
    const run = started(first);
    expect(existingRun(run, { graph: GRAPH, input: second, tenant: null })).toBe(run);
  });

  it.each<[JsonValue, JsonValue]>([
    [null, {}],
    [{}, []],
    [{ a: 1 }, { a: 1, b: 1 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: null }, { b: null }],
    [{ toString: null }, { a: null }],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: { b: 1 } }, { a: { b: '1' } }],
    [0, false],
  ])('is another one for the inputs %j and %j', (first, second) => {
    expect(() => existingRun(started(first), { graph: GRAPH, input: second, tenant: null })).toThrow(
      expect.objectContaining({ code: 'WORKFLOW_ALREADY_EXISTS', difference: 'input' }),
    );
  });
});

describe('the start of a child', () => {
  it.each<[WorkflowStatus, boolean]>([
    ['running', true],
    ['paused', true],
    ['stopping', false],
    ['completed', false],
    ['compensation_failed', false],
  ])('by a step that is active in a run that is %s is allowed: %s', (status, isAllowed) => {
    const start = () => startWithParent({ ...started(), status }, { run: 'run', step: 'a' });
    if (isAllowed) expect(start).not.toThrow();
    else expect(start).toThrow(expect.objectContaining({ code: 'WORKFLOW_NOT_RUNNING', status }));
  });

  it('is refused for a step that is not active, and for a run that does not exist', () => {
    const refused = expect.objectContaining({ code: 'WORKFLOW_NOT_RUNNING' });
    expect(() => startWithParent(started(), { run: 'run', step: 'b' })).toThrow(refused);
    expect(() => startWithParent(null, { run: 'run', step: 'a' })).toThrow(refused);
  });
});

it('a graph knows all that comes after a step, through both kinds of edges', () => {
  const { descendants, byName } = stepsOf(GRAPH);
  expect([...(descendants.get('a') ?? [])].sort()).toEqual(['b', 'c']);
  expect([...(descendants.get('c') ?? [])]).toEqual([]);
  expect(byName.get('b')).toBe(GRAPH.steps[1]);
  expect(stepsOf(GRAPH)).toBe(stepsOf(GRAPH));
});

it('a run keeps no more than a thousand signals, and says so', () => {
  const run = started();
  const signals = Array.from({ length: 1_000 }, (_, index) => ({
    name: 'x',
    key: `${index}`,
    data: null,
    at: 0,
    step: null,
  }));
  const send = (key: string) =>
    changeRun({ ...run, signals }, GRAPH, [{ kind: 'signal', name: 'x', key, data: null }], AT);
  expect(() => send('1000')).toThrow(expect.objectContaining({ code: 'WORKFLOW_SIGNALS_FULL', most: 1_000 }));
  expect(send('999').run.signals).toHaveLength(1_000);
});
