import { type JobType, jobType } from '../values/job-type.js';

/** Where an execution stands in a run of a workflow. */
export interface WorkflowPlace {
  readonly run: string;
  /** The run at the top of the tree of runs. */
  readonly root: string;
  readonly step: string;
  /** The item of a map, from 0. Null: it is the execution of the step itself. */
  readonly index: number | null;
  /** `when`: it asks the condition of a step that waits for somebody or for an instant. `undo`: it is a rollback. */
  readonly phase: 'when' | 'run' | 'undo';
  readonly round: number;
}

/** The step of a run's place whose execution ends the run when its time is over. No step of a graph can have this name. */
export const DEADLINE_STEP = '@deadline';

const PREFIX = 'workflow.';

/** The job type of the executions of a step, by which nodes that have its function find them. */
export function stepType(workflow: string, step: string, phase: WorkflowPlace['phase'] = 'run'): JobType {
  const name = step === DEADLINE_STEP ? `${PREFIX}${workflow}:deadline` : `${PREFIX}${workflow}.${step}`;
  return jobType(`${name}${SUFFIXES[phase]}`);
}

const SUFFIXES = { when: ':when', run: '', undo: ':rollback' } as const;

/** Whether a job type is that of a step of a workflow. */
export function isStepType(type: string): boolean {
  return type.startsWith(PREFIX);
}

/** What a job type of a step says. */
export interface StepOfType {
  readonly workflow: string;
  /** DEADLINE_STEP for the timer of a whole run. */
  readonly step: string;
  readonly phase: WorkflowPlace['phase'];
}

const DEADLINE_SUFFIX = ':deadline';

/** Reads the job type of a step: what stands behind the last dot is the step. Null: the type is not that of a step. */
export function readStepType(type: string): StepOfType | null {
  if (!isStepType(type)) return null;
  const name = type.slice(PREFIX.length);
  const phase = (['when', 'undo'] as const).find((one) => name.endsWith(SUFFIXES[one])) ?? 'run';
  const place = name.slice(0, name.length - SUFFIXES[phase].length);
  if (place.endsWith(DEADLINE_SUFFIX))
    return { workflow: place.slice(0, -DEADLINE_SUFFIX.length), step: DEADLINE_STEP, phase };
  const dot = place.lastIndexOf('.');
  return dot > 0 ? { workflow: place.slice(0, dot), step: place.slice(dot + 1), phase } : null;
}

/** A job type in words: `step 'charge' of workflow 'order'`, or `the type 'export_report'` where it is not that of a step. */
export function describeType(type: string): string {
  const found = readStepType(type);
  if (found === null) return `the type '${type}'`;
  const { workflow, step, phase } = found;
  if (step === DEADLINE_STEP) return `the deadline of workflow '${workflow}'`;
  const what = { when: 'the condition of step', run: 'step', undo: 'the rollback of step' }[phase];
  return `${what} '${step}' of workflow '${workflow}'`;
}

/**
 * The id of the execution at a place: the same each time, so that adding it again adds nothing, and in order of time like the ids of other
 * executions, so that an index of ids grows at its end.
 */
export function placedExecutionId(place: WorkflowPlace, createdAt: Date): string {
  const { run, step, index, phase, round } = place;
  const [a, b, c] = mixed(`${run}\n${step}\n${index ?? ''}\n${phase}\n${round}`);
  const time = hex(createdAt.getTime(), 12);
  const variant = hex(0x8000 | (b >>> 18), 4);
  const tail = hex(c, 8) + hex(b & 0xffff, 4);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(a & 0xfff, 3)}-${variant}-${tail}`;
}

function hex(value: number, length: number): string {
  return value.toString(16).padStart(length, '0').slice(-length);
}

/** Three numbers of 32 bits that depend on every character (the mixing steps of MurmurHash3). */
function mixed(text: string): readonly [number, number, number] {
  let [a, b, c] = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0xcc9e2d51);
    a = (a << 15) | (a >>> 17);
    b = Math.imul(b ^ (a + code), 0x1b873593);
    b = (b << 13) | (b >>> 19);
    c = Math.imul(c ^ (b + code), 0x27d4eb2f);
    c = (c << 11) | (c >>> 21);
  }
  return [finished(a ^ c), finished(b ^ a), finished(c ^ b)];
}

function finished(value: number): number {
  let bits = value ^ (value >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
