import { stepsToJson } from './steps-to-json.js';
import type { WorkflowRun } from './workflow-run.js';

describe('the states of steps as JSON', () => {
  const steps: WorkflowRun['steps'] = {
    'a "quoted" name': { status: 'succeeded', round: 0, executionId: 'one', endedAt: 5 },
    b: { status: 'active', round: 1, children: { added: 2, total: null, ended: 0, failed: 0 } },
  };

  it('is what JSON.stringify makes of them', () => {
    expect(stepsToJson({})).toBe('{}');
    expect(stepsToJson(steps)).toBe(JSON.stringify(steps));
    expect(stepsToJson(steps)).toBe(JSON.stringify(steps));
  });

  it('has the new state of a step that has changed, and the others as they were', () => {
    stepsToJson(steps);
    const changed: WorkflowRun['steps'] = { ...steps, b: { status: 'failed', round: 1, error: 'no' } };
    expect(stepsToJson(changed)).toBe(JSON.stringify(changed));
    expect(stepsToJson(steps)).toBe(JSON.stringify(steps));
  });
});
