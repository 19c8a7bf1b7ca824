import { DEADLINE_STEP, readStepType } from '@scheduler/contracts';

const PHASES = { run: '', when: 'condition of ', undo: 'rollback of ' } as const;

/** A job type for people: `step pack of workflow order` for that of a step, any other one as it is. */
export function typeText(type: string): string {
  const place = readStepType(type);
  if (place === null) return type;
  const { workflow, step, phase } = place;
  if (step === DEADLINE_STEP) return `deadline of workflow ${workflow}`;
  return `${PHASES[phase]}step ${step} of workflow ${workflow}`;
}
