import { DEADLINE_STEP, readStepType, stepType } from './workflow-place.js';

describe('readStepType', () => {
  it.each([
    ['order', 'charge', 'run'],
    ['order', 'charge', 'undo'],
    ['order', 'ask', 'when'],
    ['shop.order', 'charge', 'undo'],
    ['shop:order', 'charge', 'run'],
    ['shop.order', DEADLINE_STEP, 'run'],
    ['order', DEADLINE_STEP, 'run'],
  ] as const)('reads what stepType wrote for %s, %s, %s', (workflow, step, phase) => {
    expect(readStepType(stepType(workflow, step, phase))).toEqual({ workflow, step, phase });
  });

  it.each(['export_report', 'workflow.order', 'workflows.order.charge'])(
    'knows that %s is no step',
    (type) => {
      expect(readStepType(type)).toBeNull();
    },
  );
});
