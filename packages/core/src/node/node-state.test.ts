import { admissionOf, type NodeState, type NodeStep, stateAfter } from './node-state.js';

const STATES: readonly NodeState[] = ['new', 'open', 'running', 'stopping', 'stopped'];

describe('the state of a node', () => {
  it.each<[NodeStep, readonly (NodeState | null)[]]>([
    ['open', ['open', 'open', 'running', null, 'open']],
    ['start', ['running', 'running', 'running', null, 'running']],
    ['stop', ['stopping', 'stopping', 'stopping', 'stopping', 'stopped']],
    ['close', [null, null, null, 'stopped', null]],
  ])('%s leads from each state to one other, or is not possible', (step, expected) => {
    expect(STATES.map((state) => stateAfter(state, step))).toEqual(expected);
  });

  it('opens the store first where nobody has, and refuses every call once it has stopped', () => {
    expect(STATES.map((state) => admissionOf(state, 'store'))).toEqual([
      'after_opening',
      'admitted',
      'admitted',
      'admitted',
      'refused',
    ]);
  });

  it('takes on no new work while it stops', () => {
    expect(STATES.map((state) => admissionOf(state, 'work'))).toEqual([
      'after_opening',
      'admitted',
      'admitted',
      'refused',
      'refused',
    ]);
  });
});
