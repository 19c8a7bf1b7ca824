import { IllegalTransition } from '../errors/errors.js';
import {
  WorkflowNotRunning,
  WorkflowSignalsFull,
  WorkflowStepNotWaiting,
} from '../errors/workflow-errors.js';
import { isPlainObject } from '../input/check.js';
import type { JsonObject } from '../values/json.js';
import { resumeCompensation } from './compensate.js';
import { takeSignal } from './release-steps.js';
import type { RunCommand } from './run-command.js';
import { again, NEVER, type RunDraft } from './run-draft.js';
import { childIds } from './run-rules.js';
import { beginStopping } from './stop-run.js';
import { stepsOf } from './workflow-graph.js';
import { hasWorkflowEnded } from './workflow-run.js';
import { startDeadline } from './new-run.js';

type CommandOf<TKind extends RunCommand['kind']> = Extract<RunCommand, { readonly kind: TKind }>;

/** What waits and was released already must not start; timers go on. */
export function pause(draft: RunDraft): void {
  draft.to('paused');
  postpone(draft, NEVER);
}

export function resume(draft: RunDraft, { context }: CommandOf<'resume'>): void {
  const { id, status, input } = draft.run;
  if (status !== 'paused')
    throw new IllegalTransition(`workflow ${id}`, status, 'running', 'only a paused one is resumed');
  draft.to('running');
  if (Object.keys(context).length > 0)
    draft.change({ input: { ...(isPlainObject(input) ? (input as JsonObject) : {}), ...context } });
  postpone(draft, draft.at);
}

const TIMED: ReadonlySet<string> = new Set(['approval', 'signal', 'sleep']);

function postpone(draft: RunDraft, availableAt: Date): void {
  const executionIds: string[] = [];
  const queues = new Set<string>();
  for (const { name, kind, queue } of draft.graph.steps) {
    const { status, executionId, children, activeSince, round, asking } = draft.state(name);
    if (status !== 'active' || (TIMED.has(kind) && asking !== true)) continue;
    queues.add(queue);
    if (executionId !== undefined) executionIds.push(executionId);
    const place = { run: draft.run.id, root: draft.run.rootId, step: name, phase: 'run', round } as const;
    executionIds.push(...childIds(place, children, activeSince));
  }
  if (executionIds.length > 0) draft.postponed.push({ executionIds, availableAt, queues: [...queues] });
}

export function cancel(draft: RunDraft, { reason, rollback }: CommandOf<'cancel'>): void {
  const { status } = draft.run;
  if (status === 'stopping' || status === 'compensating') return;
  beginStopping(draft, { cause: 'cancel', step: null, reason, rollback });
}

/** Also for a run that has ended meanwhile, which is then left as it is. */
export function stopWithParent(draft: RunDraft, { reason, rollback }: CommandOf<'stop_with_parent'>): void {
  const { status } = draft.run;
  if (status === 'running' || status === 'paused')
    beginStopping(draft, { cause: 'parent', step: null, reason, rollback });
}

export function compensateEnded(draft: RunDraft, { reason }: CommandOf<'compensate'>): void {
  const { status } = draft.run;
  if (status === 'compensation_failed') return resumeCompensation(draft);
  if (status !== 'completed' && status !== 'completed_with_errors') return;
  draft.change({ stop: { cause: 'parent', step: null, reason, rollback: true } });
  draft.to('compensating');
}

export function decide(draft: RunDraft, { step: name, approved, by, data }: CommandOf<'decide'>): void {
  const step = draft.step(name);
  const state = draft.state(name);
  const { id, status } = draft.run;
  const isOpen = status === 'running' || status === 'paused';
  const isWaiting = state.status === 'active' && state.asking !== true;
  if (step?.kind !== 'approval' || !isWaiting || !isOpen)
    throw new WorkflowStepNotWaiting(id, name, { kind: step?.kind ?? null, state, run: status });
  const at = draft.at.getTime();
  draft.setState(name, { ...state, decision: { approved, by, at }, output: data });
  if (state.executionId !== undefined)
    draft.cancels.push({ executionId: state.executionId, reason: 'it was decided', waitingOnly: false });
  if (approved) return draft.end(name, { status: 'succeeded' });
  const error = `rejected${by === null ? '' : ` by ${by}`}`;
  // One that was not the first of an `afterAny` is not missed.
  if (state.verdict === 'not_first') draft.end(name, { status: 'skipped' });
  else if (step.onError === 'skip') draft.end(name, { status: 'skipped', verdict: 'rejected' });
  else draft.end(name, { status: 'failed', verdict: 'rejected', error });
}

const MOST_SIGNALS = 1_000;

/** Keeps the signal until a step wants it. One with a key that was sent before changes nothing. */
export function signal(draft: RunDraft, { name, key, data }: CommandOf<'signal'>): void {
  const { id, status, signals } = draft.run;
  // Also after the end of the run, for a sender that has not learnt that its signal arrived.
  if (signals.some((one) => one.key === key)) return;
  if (hasWorkflowEnded(status)) throw new WorkflowNotRunning(id, status, 'be signalled');
  if (signals.length >= MOST_SIGNALS) throw new WorkflowSignalsFull(id, MOST_SIGNALS);
  draft.change({ signals: [...signals, { name, key, data, at: draft.at.getTime(), step: null }] });
  const waiting = draft.graph.steps.find((step) => {
    const { status: at, asking } = draft.state(step.name);
    return step.signal === name && at === 'active' && asking !== true;
  });
  if (waiting === undefined) return;
  const { executionId } = draft.state(waiting.name);
  takeSignal(draft, waiting);
  if (executionId !== undefined)
    draft.cancels.push({ executionId, reason: 'the signal has come', waitingOnly: false });
}

/** Lets a run that has ended go on from the given steps. What came before them keeps its outputs, unless it was undone. */
export function retry(draft: RunDraft, { steps: named }: CommandOf<'retry'>): void {
  const { run, graph } = draft;
  if (run.status === 'compensation_failed')
    throw new IllegalTransition(
      `workflow ${run.id}`,
      run.status,
      'running',
      'let its compensation go on first (workflow:resume-compensation)',
    );
  if (!hasWorkflowEnded(run.status))
    throw new IllegalTransition(`workflow ${run.id}`, run.status, 'running', 'wait until it has ended');
  const repeated = new Set(
    graph.steps.filter(({ name }) => isToRepeat(draft, name, named)).map(({ name }) => name),
  );
  if (repeated.size === 0)
    throw new IllegalTransition(
      `workflow ${run.id}`,
      run.status,
      'running',
      'no step of it failed: name the step to go on from',
    );
  const { descendants } = stepsOf(graph);
  for (const name of [...repeated]) for (const later of descendants.get(name) ?? []) repeated.add(later);
  for (const name of repeated) draft.setState(name, again(draft.state(name)));
  const signals = run.signals.map((one) =>
    one.step !== null && repeated.has(one.step) ? { ...one, step: null } : one,
  );
  draft.change({ stop: null, signals, round: run.round + 1 });
  draft.to('running');
  startDeadline(draft);
}

function isToRepeat(draft: RunDraft, name: string, named: readonly string[] | null): boolean {
  const { status, undo } = draft.state(name);
  if (undo !== undefined || status === 'cancelled' || status === 'waiting') return true;
  if (named?.includes(name)) return true;
  // A failure that fails the run would do so again at once.
  return status === 'failed' && (named === null || draft.step(name)?.onError === 'fail');
}

/** Adds the next children of a map, under the ids that they have each time. */
export function addChildren(draft: RunDraft, command: CommandOf<'add_children'>): void {
  const { step: name, phase, executionId, from, payloads } = command;
  const { id, status } = draft.run;
  const step = draft.step(name);
  const state = draft.state(name);
  const at = phase === 'run' ? state : state.undo;
  const open = phase === 'run' ? ['running', 'paused'] : ['compensating'];
  if (
    step === undefined ||
    !open.includes(status) ||
    at?.status !== 'active' ||
    at.executionId !== executionId ||
    at.children === undefined
  )
    throw new WorkflowNotRunning(id, status, `get more items of step ${name}`);
  const createdAt = new Date(at.activeSince ?? 0);
  const { children } = at;
  for (const [offset, payload] of payloads.entries()) {
    const index = from + offset;
    // What an earlier attempt has added stays as it is.
    if (index >= children.added) draft.addExecution(step, { phase, index, payload, createdAt });
  }
  const added = Math.max(children.added, from + payloads.length);
  const grown = { ...children, added };
  if (phase === 'run') draft.setState(name, { ...state, children: grown });
  else if (state.undo !== undefined)
    draft.setState(name, { ...state, undo: { ...state.undo, children: grown } });
}
