import {
  DEADLINE_STEP,
  type Execution,
  hasWorkflowEnded,
  IllegalTransition,
  type WorkflowCommand,
  WorkflowNotFound,
  type WorkflowPlace,
  type WorkflowRun,
  type WorkflowStepState,
} from '@scheduler/contracts';
import type { WorkflowRepository } from '@scheduler/contracts/adapter';

export type RunsToRetry = Pick<WorkflowRepository, 'get' | 'change' | 'graph' | 'executions'>;

/** An execution that is a step of a workflow, or the rollback of one. */
export type StepExecution = Execution & { readonly workflow: WorkflowPlace };

export function isStepExecution(execution: Execution): execution is StepExecution {
  return execution.workflow !== null;
}

/**
 * Lets the workflow of a failed step go on from that step, or its compensation from a failed rollback. A copy of the execution beside the
 * workflow would do the work, but nothing would follow from it. Returns the execution with which the workflow goes on: that of the step, or
 * that of a step which has to be repeated before it. Null: the step was retried before. Throws IllegalTransition while the workflow has not
 * ended, and WorkflowNotFound if it does not exist any more.
 */
export async function retryStep(runs: RunsToRetry, failed: StepExecution): Promise<Execution | null> {
  const place = failed.workflow;
  const line = await lineOf(runs, place);
  if (!isCurrent(line, place)) return null;
  const [{ run: own }] = line;
  const target = place.phase === 'undo' ? resumed(line) : await repeated(runs, line);
  const changed = await runs.change({ id: target.runId, tenant: null, command: target.command });
  if (changed === null) throw new WorkflowNotFound(target.runId);
  const run = target.runId === own.id ? changed : ((await runs.get({ id: own.id, tenant: null })) ?? changed);
  return executionOf(runs, { failed, own: run, changed, step: target.step });
}

/** A run, and its step that is retried or whose workflow contains what is retried. */
interface Link {
  readonly run: WorkflowRun;
  readonly step: string;
}

/** The run of a step first, then the run that started it, up to the top of the tree. */
type Line = readonly [Link, ...Link[]];

async function lineOf(runs: RunsToRetry, { run: id, step }: WorkflowPlace): Promise<Line> {
  const line: [Link, ...Link[]] = [{ run: await getRun(runs, id), step }];
  for (let { parent } = line[0].run; parent !== null;) {
    const run = await getRun(runs, parent.runId);
    line.push({ run, step: parent.step });
    ({ parent } = run);
  }
  return line;
}

async function getRun(runs: RunsToRetry, id: string): Promise<WorkflowRun> {
  const run = await runs.get({ id, tenant: null });
  if (run === null) throw new WorkflowNotFound(id);
  return run;
}

/** Whether the execution still stands for its step: the step was not tried again, nor was one that has started its workflow. */
function isCurrent(line: Line, place: WorkflowPlace): boolean {
  const [{ run, step }, ...above] = line;
  if (step !== DEADLINE_STEP && roundOf(run.steps[step], place.phase) !== place.round) return false;
  return above.every((link, index) => link.run.steps[link.step]?.child?.runId === line[index]?.run.id);
}

function roundOf(state: WorkflowStepState | undefined, phase: WorkflowPlace['phase']): number {
  const { round = 0, failedUndos = [] } = state ?? {};
  return phase === 'undo' ? round + failedUndos.length : round;
}

interface Target extends Pick<Link, 'step'> {
  readonly runId: string;
  readonly command: WorkflowCommand;
}

/** The compensation goes on in the topmost of the runs that have failed with it, which then tells the others. */
function resumed(line: Line): Target {
  const [{ run: own }] = line;
  if (own.status !== 'compensation_failed')
    throw new IllegalTransition(
      `workflow ${own.id}`,
      own.status,
      'compensating',
      hasWorkflowEnded(own.status) ? 'no rollback of it has failed' : 'wait until it has ended',
    );
  const above = line.findIndex(({ run }) => run.status !== 'compensation_failed');
  const { run, step } = line[above === -1 ? line.length - 1 : above - 1] ?? line[0];
  return { runId: run.id, step, command: { kind: 'resume_compensation' } };
}

/** The workflow at the top goes on, since those below it are parts of it. Other failed steps are repeated too: with them it could not go on. */
async function repeated(runs: RunsToRetry, line: Line): Promise<Target> {
  const { run, step } = line.at(-1) ?? line[0];
  if (!hasWorkflowEnded(run.status))
    throw new IllegalTransition(`workflow ${run.id}`, run.status, 'running', 'wait until it has ended');
  const graph = await runs.graph(run.graphHash);
  const failed = (graph?.steps ?? []).filter(
    ({ name, onError }) => onError === 'fail' && run.steps[name]?.status === 'failed',
  );
  const named = new Set([...failed.map(({ name }) => name), ...(step === DEADLINE_STEP ? [] : [step])]);
  const steps = named.size === 0 ? null : [...named];
  return { runId: run.id, step, command: { kind: 'retry', steps } };
}

interface GoesOn {
  readonly failed: StepExecution;
  /** The run of the failed execution, as it is now. */
  readonly own: WorkflowRun;
  /** The run that was changed. */
  readonly changed: WorkflowRun;
  /** The step of that run. */
  readonly step: string;
}

/** The execution with which the workflow goes on, or the failed one where it waits for somebody first. */
async function executionOf(runs: RunsToRetry, { failed, own, changed, step }: GoesOn): Promise<Execution> {
  const { phase, step: undone } = failed.workflow;
  const others = Object.values(changed.steps).filter(({ status }) => status === 'active');
  const ids =
    phase === 'undo'
      ? [own.steps[undone]?.undo?.executionId]
      : [changed.steps[step]?.executionId, ...others.map(({ executionId }) => executionId)];
  const known = ids.filter((id) => id !== undefined);
  const found = await runs.executions({ ids: known });
  return known.flatMap((id) => found.find((one) => one.id === id) ?? [])[0] ?? failed;
}
