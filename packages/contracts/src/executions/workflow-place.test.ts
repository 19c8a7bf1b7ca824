import { DEADLINE_STEP, describeType, readStepType, stepType } from './workflow-place.js';

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

it.each([
  ['export_report', "the type 'export_report'"],
  [stepType('order', 'charge'), "step 'charge' of workflow 'order'"],
  [stepType('order', 'charge', 'undo'), "the rollback of step 'charge' of workflow 'order'"],
  [stepType('order', 'ask', 'when'), "the condition of step 'ask' of workflow 'order'"],
  [stepType('order', DEADLINE_STEP), "the deadline of workflow 'order'"],
])('describeType says what %s is', (type, text) => {
  expect(describeType(type)).toBe(text);
});
