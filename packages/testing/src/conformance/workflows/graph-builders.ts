import {
  DEFAULT_BACKOFF,
  DEFAULT_PRIORITY,
  DEFAULT_QUEUE,
  type ExecutionPolicy,
  type WorkflowGraph,
  type WorkflowGraphStep,
} from '@scheduler/contracts';

export const STEP_POLICY: ExecutionPolicy = Object.freeze({
  timeoutMs: 300_000,
  maxRetries: 3,
  backoff: DEFAULT_BACKOFF,
  onExhausted: 'continue',
});

/** A function that comes after nothing, unless it says otherwise. */
export function step(name: string, props: Partial<WorkflowGraphStep> = {}): WorkflowGraphStep {
  return {
    name,
    kind: 'function',
    after: [],
    afterAny: [],
    ifSkipped: 'run',
    losers: 'finish',
    onError: 'fail',
    hasCondition: false,
    hasRollback: false,
    queue: DEFAULT_QUEUE,
    priority: DEFAULT_PRIORITY,
    policy: STEP_POLICY,
    rollbackPolicy: STEP_POLICY,
    concurrencyKey: null,
    concurrencyLimit: null,
    mapConcurrency: null,
    signal: null,
    waitMs: null,
    onTimeout: 'fail',
    sleepMs: null,
    child: null,
    ...props,
  };
}

/** A step that can be undone. */
export const undoable = (name: string, ...after: readonly string[]) =>
  step(name, { after, hasRollback: true });

export const approval = (name: string, props: Partial<WorkflowGraphStep> = {}) =>
  step(name, { kind: 'approval', ...props });

export const signalStep = (name: string, props: Partial<WorkflowGraphStep> = {}) =>
  step(name, { kind: 'signal', signal: name, ...props });

export function graphOf(
  steps: readonly WorkflowGraphStep[],
  { name = 'orders', deadlineMs = null as number | null } = {},
): WorkflowGraph {
  return { name, steps, deadlineMs };
}

/** Two branches between a first and a last step, all of which can be undone. */
export const DIAMOND: readonly WorkflowGraphStep[] = [
  undoable('first'),
  undoable('left', 'first'),
  undoable('right', 'first'),
  undoable('last', 'left', 'right'),
];
