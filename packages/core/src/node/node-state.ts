/**
 * The life of a node: it is new until it is opened, runs from its start to its stop, and can be opened or started again after it.
 * While it stops, handlers that still run may use the scheduler; once it has stopped, nothing may until the next start.
 */
export type NodeState = 'new' | 'open' | 'running' | 'stopping' | 'stopped';

/** `close` ends a stop. */
export type NodeStep = 'open' | 'start' | 'stop' | 'close';

const NEXT: Readonly<Record<NodeState, Readonly<Partial<Record<NodeStep, NodeState>>>>> = {
  new: { open: 'open', start: 'running', stop: 'stopping' },
  open: { open: 'open', start: 'running', stop: 'stopping' },
  running: { open: 'running', start: 'running', stop: 'stopping' },
  stopping: { stop: 'stopping', close: 'stopped' },
  stopped: { open: 'open', start: 'running', stop: 'stopped' },
};

/** The state after a step. Null: the step is not possible in this state. */
export function stateAfter(state: NodeState, step: NodeStep): NodeState | null {
  return NEXT[state][step] ?? null;
}

/** What a call needs: `store` reads or writes what is stored, `work` takes on executions besides. */
export type NodeUse = 'store' | 'work';

export type Admission = 'admitted' | 'after_opening' | 'refused';

const ADMISSIONS: Readonly<Record<NodeState, Readonly<Record<NodeUse, Admission>>>> = {
  new: { store: 'after_opening', work: 'after_opening' },
  open: { store: 'admitted', work: 'admitted' },
  running: { store: 'admitted', work: 'admitted' },
  stopping: { store: 'admitted', work: 'refused' },
  stopped: { store: 'refused', work: 'refused' },
};

/** Whether a node in this state serves a call. */
export function admissionOf(state: NodeState, use: NodeUse): Admission {
  return ADMISSIONS[state][use];
}
