import { DEADLINE_STEP } from '../../executions/workflow-place.js';
import { NEVER } from '../../workflows/run-draft.js';
import { startWithParent } from '../../workflows/run-rules.js';
import type { WorkflowGraph } from '../../workflows/workflow-graph.js';
import { hasWorkflowEnded, type WorkflowStatus } from '../../workflows/workflow-run.js';
import type { SeededRandom } from '../seeded-random.js';
import { type HeldExecution, labelOf } from './held-executions.js';
import { type ChildRun, RunDriver } from './run-driver.js';
import type { StepResult } from './workflow-model.js';

interface Action {
  readonly what: string;
  readonly work: () => void;
}

/** What is left of things that need not happen, so that every play ends. */
interface Budget {
  pauses: number;
  signals: number;
  cancels: number;
  again: number;
}

/** More than any play takes. */
const MOST_ACTIONS = 2_000;

export interface Played {
  readonly driver: RunDriver;
  /** Null: everything was as it should be. */
  readonly problem: string | null;
}

/** Lets random things happen to a run of the graph until it has ended and nothing of it goes on. */
export function play(graph: WorkflowGraph, random: SeededRandom): Played {
  const driver = new RunDriver(graph);
  const budget = {
    pauses: random.between(0, 2),
    signals: random.between(0, 3),
    cancels: random.chance(0.3) ? 1 : 0,
    again: random.between(0, 2),
  };
  try {
    for (let turn = 0; turn < MOST_ACTIONS; turn += 1) {
      const actions = possible(driver, budget, random);
      if (actions.length === 0) return { driver, problem: isOver(driver) ? null : 'it waits for ever' };
      const { what, work } = random.pick(actions);
      driver.act(what, work);
    }
    return { driver, problem: 'it does not end' };
  } catch (error) {
    return { driver, problem: error instanceof Error ? error.message : String(error) };
  }
}

const isOver = ({ run }: RunDriver) => hasWorkflowEnded(run.status) && run.status !== 'compensation_failed';

function possible(driver: RunDriver, budget: Budget, random: SeededRandom): readonly Action[] {
  return [
    ...driver.held.with('pending').flatMap((held) => withPending(driver, held, random)),
    ...driver.held.with('running').flatMap((held) => withRunning(driver, held, random)),
    ...[...driver.children.values()].flatMap((child) => withChild(driver, child, random)),
    ...decisions(driver, random),
    ...signals(driver, budget),
    ...interventions(driver, budget, random),
  ];
}

function withPending(driver: RunDriver, held: HeldExecution, random: SeededRandom): readonly Action[] {
  const { place, execution } = held;
  if (execution.availableAt >= NEVER) return [];
  const isTimer = place.step === DEADLINE_STEP;
  if (isTimer && !random.chance(0.1) && driver.held.all().some((one) => isOpen(one) && one !== held))
    return [];
  const actions = [{ what: `claim ${labelOf(place)}`, work: () => driver.held.claim(held, driver.at()) }];
  if (!isTimer && random.chance(0.05))
    actions.push({ what: `cancel ${labelOf(place)}`, work: () => driver.cancelByHand(held) });
  return actions;
}

const isOpen = ({ execution }: HeldExecution) =>
  execution.status === 'pending' || execution.status === 'running';

function withRunning(driver: RunDriver, held: HeldExecution, random: SeededRandom): readonly Action[] {
  const { place } = held;
  const label = labelOf(place);
  if (place.step === DEADLINE_STEP) return [{ what: 'deadline', work: () => driver.settle(held, 'ok') }];
  const actions: Action[] = [];
  const { kind } = driver.model.of(place.step).step;
  if (kind === 'map' && place.index === null && canAdd(driver, held))
    actions.push({ what: `add to ${label}`, work: () => driver.addItems(held, random.between(0, 2)) });
  const isStarted = driver.children.has(held.execution.id);
  if (kind === 'workflow' && place.phase === 'run' && !isStarted && canStart(driver, held))
    actions.push({ what: `start the child of ${label}`, work: () => driver.startChild(held) });
  const result = resultOf(driver, held, random);
  if (result !== null) actions.push({ what: `${label}: ${result}`, work: () => driver.settle(held, result) });
  return actions;
}

function canAdd(driver: RunDriver, held: HeldExecution): boolean {
  const { step, phase } = held.place;
  const state = driver.run.steps[step];
  const isOpenRun = phase === 'run' ? ['running', 'paused'] : ['compensating'];
  const at = phase === 'run' ? state : state?.undo;
  if (!isOpenRun.includes(driver.run.status) || at?.status !== 'active') return false;
  return at.executionId === held.execution.id && driver.itemsOf(held) < 4;
}

function canStart({ run }: RunDriver, { place, execution }: HeldExecution): boolean {
  try {
    startWithParent(run, place);
    return run.steps[place.step]?.executionId === execution.id;
  } catch {
    return false;
  }
}

/** Null: it cannot end yet. */
function resultOf(driver: RunDriver, held: HeldExecution, random: SeededRandom): StepResult | null {
  const { step, phase, index } = held.place;
  const { kind, hasCondition } = driver.model.of(step).step;
  if (held.isAsked && random.chance(0.6)) return 'stopped';
  if (phase === 'undo') return random.chance(0.85) ? 'ok' : 'bad';
  if (phase === 'when') return random.pick(['ok', 'ok', 'discarded', 'bad']);
  if (kind === 'approval' || kind === 'signal') return 'ok';
  const hasParts = index === null && (driver.itemsOf(held) > 0 || driver.children.has(held.execution.id));
  if (hasCondition && !hasParts && random.chance(0.4)) return 'discarded';
  if (random.chance(0.2)) return 'bad';
  // The handler of a step that starts a workflow succeeds only after it has started it.
  return kind === 'workflow' && !driver.children.has(held.execution.id)
    ? canStart(driver, held)
      ? null
      : 'bad'
    : 'ok';
}

const ENDS: Readonly<Record<ChildRun['state'], readonly WorkflowStatus[]>> = {
  running: ['completed', 'completed', 'completed_with_errors', 'failed', 'cancelled', 'compensated'],
  stopping: ['cancelled', 'compensated'],
  undoing: ['compensated', 'compensated', 'compensation_failed'],
  ended: [],
};

function withChild(driver: RunDriver, child: ChildRun, random: SeededRandom): readonly Action[] {
  const ends = ENDS[child.state];
  if (ends.length === 0) return [];
  const status = random.pick(ends);
  return [{ what: `child of ${child.step}: ${status}`, work: () => driver.endChild(child, status) }];
}

function decisions(driver: RunDriver, random: SeededRandom): readonly Action[] {
  if (driver.run.status !== 'running' && driver.run.status !== 'paused') return [];
  return driver.model.steps
    .filter(({ step, status, asking }) => step.kind === 'approval' && status === 'active' && !asking)
    .map(({ step: { name } }) => {
      const approved = random.chance(0.7);
      return {
        what: `decide ${name}: ${approved}`,
        work: () =>
          driver.command({ kind: 'decide', step: name, approved, by: null, data: null }, () =>
            driver.model.ended(name, approved ? 'ok' : 'bad', false),
          ),
      };
    });
}

function signals(driver: RunDriver, budget: Budget): readonly Action[] {
  if (hasWorkflowEnded(driver.run.status)) return [];
  return ['x', 'y'].flatMap((name) => {
    const isWanted = driver.model.steps.some(
      ({ step, status, asking }) => step.signal === name && status === 'active' && !asking,
    );
    if (!isWanted && budget.signals <= 0) return [];
    const work = () => {
      budget.signals -= isWanted ? 0 : 1;
      const key = `${driver.log.length}`;
      driver.command({ kind: 'signal', name, key, data: null }, () => driver.model.signal(name));
    };
    return [{ what: `signal ${name}`, work }];
  });
}

function interventions(driver: RunDriver, budget: Budget, random: SeededRandom): readonly Action[] {
  const { model } = driver;
  const actions: Action[] = [];
  const may = (what: string, work: () => void) => void actions.push({ what, work });
  const { status } = driver.run;
  if (status === 'paused')
    may('resume', () => driver.command({ kind: 'resume', context: {} }, () => model.resume()));
  if (status === 'running' && budget.pauses > 0)
    may('pause', () => {
      budget.pauses -= 1;
      driver.command({ kind: 'pause' }, () => model.pause());
    });
  if ((status === 'running' || status === 'paused') && budget.cancels > 0 && random.chance(0.2)) {
    const rollback = random.chance(0.5);
    may(`cancel, rollback ${rollback}`, () => {
      budget.cancels -= 1;
      const command = { kind: 'cancel', reason: 'enough', rollback } as const;
      driver.command(command, () => model.halt(false, rollback));
    });
  }
  if (status === 'compensation_failed')
    may('resume the compensation', () =>
      driver.command({ kind: 'resume_compensation' }, () => model.resumeCompensation()),
    );
  else if (hasWorkflowEnded(status) && budget.again > 0 && canRetry(driver))
    may('retry', () => {
      budget.again -= 1;
      driver.command({ kind: 'retry', steps: null }, () => model.retry());
    });
  return actions;
}

const canRetry = ({ model }: RunDriver) =>
  model.steps.some(({ status, undo }) => undo !== null || status === 'failed' || status === 'cancelled');
