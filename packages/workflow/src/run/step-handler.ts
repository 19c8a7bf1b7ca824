import {
  DEADLINE_STEP,
  type HandledJob,
  type JobContext,
  type JobHandler,
  JobResult,
  type JobType,
  readStepType,
  type WorkflowGraphStep,
  WorkflowInvalid,
  WorkflowNotRunning,
  type WorkflowPlace,
} from '@scheduler/contracts';
import { stepsOf } from '@scheduler/contracts/adapter';
import { answerOf, call, contextOf, isWanted, needed, undoneBy } from './call-step.js';
import type { Definitions } from './definitions.js';
import { mayRun } from './may-run.js';
import { readOutput } from './read-outputs.js';
import { runChild } from './run-child.js';
import { runItem, runMap, undoItem, undoMap } from './run-map.js';
import { runJob } from './run-job.js';
import { runSleep } from './run-sleep.js';
import type { StepRun, StepRuntime } from './step-run.js';

/** How soon a step of a paused run looks again, in case the run was resumed while it was on its way back. */
const PAUSED_MS = 60_000;

/** The one handler of all steps of all workflows of a program. */
export class StepHandler implements JobHandler {
  constructor(
    private readonly definitions: Definitions,
    private readonly runtime: () => StepRuntime,
    /** Whether this node has the handler of a job type. */
    private readonly hasHandler: (type: string) => boolean,
  ) {}

  get types(): readonly string[] {
    return this.definitions.types();
  }

  /** A step that calls the handler of a job type waits for a node that has it. */
  supports(type: JobType): boolean {
    if (!this.definitions.hasType(type)) return false;
    const code = this.definitions.codeOfType(type);
    return code?.job === undefined || this.hasHandler(code.job);
  }

  /** The handler of a job type, whose event and backoff are those of the step that calls it; a rollback is a function of the workflow. */
  delegatesTo(type: JobType): JobHandler | null {
    const { job } = this.definitions.codeOfType(type) ?? {};
    if (job === undefined || readStepType(type)?.phase !== 'run') return null;
    return this.runtime().services.handlers.resolveHandler(job);
  }

  async handle(job: HandledJob, attempt: JobContext): Promise<JobResult> {
    const place = attempt.workflow;
    if (place === null) return refused(notAStep(job.type));
    if (place.step === DEADLINE_STEP) return JobResult.success();
    try {
      return await this.carryOut(job, attempt, place);
    } catch (error) {
      if (error instanceof WorkflowInvalid) return refused(error);
      // The run was paused or stopped meanwhile: the next look says which.
      if (error instanceof WorkflowNotRunning && error.runId === place.run) return JobResult.snoozed(0);
      throw error;
    }
  }

  private async carryOut(job: HandledJob, attempt: JobContext, place: WorkflowPlace): Promise<JobResult> {
    const runtime = this.runtime();
    const reader = await runtime.reader.forStep({
      id: attempt.executionId,
      fence: attempt.fence,
      workflow: place,
    });
    const run = await reader.run(place.run);
    const graph = run === null ? null : await reader.graph(run.graphHash);
    const step = graph === null ? undefined : stepsOf(graph).byName.get(place.step);
    if (run === null || graph === null || step === undefined)
      return JobResult.cancelled('the run of its workflow was deleted');
    if (isTimer(step, place)) return JobResult.success();
    const may = mayRun(run, step, place);
    if (may.kind === 'wait') return JobResult.snoozed(PAUSED_MS, 'the workflow is paused');
    if (may.kind === 'stop') return JobResult.cancelled(may.reason);
    const definition = this.definitions.get(run.name);
    const code = definition.steps.get(step.name) ?? {};
    return runStep({ runtime, reader, job, attempt, place, run, graph, step, definition, code });
  }
}

/** Its execution only waits for an instant, and has nothing to do then. */
function isTimer({ kind, sleepMs }: WorkflowGraphStep, { phase }: WorkflowPlace): boolean {
  if (phase !== 'run') return false;
  return kind === 'approval' || kind === 'signal' || (kind === 'sleep' && sleepMs !== null);
}

async function runStep(stepRun: StepRun): Promise<JobResult> {
  const { place, step, code } = stepRun;
  const isItem = place.index !== null;
  if (place.phase === 'undo') return isItem ? undoItem(stepRun) : undo(stepRun);
  if (isItem) return runItem(stepRun);
  const context = await contextOf(stepRun);
  if (!(await isWanted(stepRun, context))) return JobResult.discarded('its condition is false');
  if (place.phase === 'when') return JobResult.success();
  switch (step.kind) {
    case 'map':
      return runMap(stepRun, context);
    case 'sleep':
      return runSleep(stepRun, context);
    case 'workflow':
      return runChild(stepRun, context);
    case 'job':
    case 'agent':
      return runJob(stepRun, context);
    default:
      return answerOf(stepRun, await call(needed(stepRun, code.run, 'function'), context));
  }
}

async function undo(stepRun: StepRun): Promise<JobResult> {
  const { reader, run, step, code } = stepRun;
  if (step.kind === 'map') return undoMap(stepRun);
  const output = await readOutput(reader, run, step);
  const context = await contextOf(stepRun, { output });
  return undoneBy(await call(needed(stepRun, code.rollback, 'rollback'), context));
}

function refused(error: WorkflowInvalid): JobResult {
  return JobResult.failure({ error, retry: false });
}

function notAStep(type: string): WorkflowInvalid {
  return new WorkflowInvalid({
    field: 'type',
    value: type,
    problem: 'belongs to the steps of a workflow, and this execution is none',
    accepted: 'a start of the workflow',
  });
}
