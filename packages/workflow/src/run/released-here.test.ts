import type { Execution, WorkflowPlace, WorkflowRun } from '@scheduler/contracts';
import { buildExecution, SettableClock } from '@scheduler/testing';
import { ReleasedHere } from './released-here.js';

const START = new Date('2030-01-01T00:00:00Z');
const LATER = new Date('2030-01-01T00:00:01Z');

function runAt(revision: number, id = 'run'): WorkflowRun {
  return { id, revision } as WorkflowRun;
}

function stepOf(run: string, id = `step of ${run}`): Execution {
  const workflow: WorkflowPlace = { run, root: run, step: 'a', index: null, phase: 'run', round: 0 };
  return { ...buildExecution(START), id, fence: 1, availableAt: START, workflow };
}

function released(step = stepOf('run')) {
  const clock = new SettableClock(START.toISOString());
  const here = new ReleasedHere(clock);
  here.advanced({ runs: [runAt(1)], executions: [step] });
  return { clock, here, step };
}

describe('ReleasedHere', () => {
  it('knows the run of a claimed step as it was written last, for 100 ms after that', async () => {
    const { clock, here, step } = released();
    here.claimed([step]);
    expect(here.runOf(step)).toEqual(runAt(1));
    await clock.advance(90);
    here.advanced({ runs: [runAt(2)], executions: [] });
    await clock.advance(100);
    expect(here.runOf(step)).toEqual(runAt(2));
    await clock.advance(1);
    expect(here.runOf(step)).toBeNull();
  });

  it('knows nothing of a step that was moved since its release, as by a pause and a resume', () => {
    const { here, step } = released();
    here.claimed([{ ...step, availableAt: LATER }]);
    expect(here.runOf(step)).toBeNull();
  });

  it('knows nothing of a second claim, of a step that has started, and of steps that others have released', () => {
    const { here, step } = released();
    const other = stepOf('run', 'released by another node');
    here.claimed([step, other]);
    expect(here.runOf(other)).toBeNull();
    expect(here.runOf({ ...step, fence: 2 })).toBeNull();
    here.forget(step);
    expect(here.runOf(step)).toBeNull();
    here.claimed([{ ...step, fence: 2 }]);
    expect(here.runOf({ ...step, fence: 2 })).toBeNull();
  });

  it('keeps the latest runs and steps only', () => {
    const clock = new SettableClock(START.toISOString());
    const here = new ReleasedHere(clock);
    const steps = Array.from({ length: 5_000 }, (_, number) => stepOf(`run-${number}`));
    for (const [number, step] of steps.entries())
      here.advanced({ runs: [runAt(1, `run-${number}`)], executions: [step] });
    here.claimed(steps);
    const known = steps.filter((step) => here.runOf(step) !== null);
    expect(known).toEqual(steps.slice(-2_000));
  });
});
