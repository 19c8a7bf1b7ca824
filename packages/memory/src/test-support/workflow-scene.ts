import {
  DEADLINE_STEP,
  DEFAULT_BACKOFF,
  defineHandler,
  type JobHandler,
  type Priority,
  silentLogger,
  stepType,
  type WorkflowGraph,
  type WorkflowGraphStep,
} from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { SettableClock } from '@scheduler/testing';
import { createMemoryStore } from '../memory-store.js';

const policy = {
  timeoutMs: 60_000,
  maxRetries: 0,
  backoff: { ...DEFAULT_BACKOFF, delayMs: 1_000, jitter: 0 },
  onExhausted: 'continue',
} as const;

export function graphStep(name: string, fields: Partial<WorkflowGraphStep> = {}): WorkflowGraphStep {
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
    queue: 'default',
    priority: 5 as Priority,
    policy: { ...policy, named: ['maxRetries', 'backoff'] },
    rollbackPolicy: { ...policy, named: ['maxRetries', 'backoff'] },
    concurrencyKey: null,
    concurrencyLimit: null,
    mapConcurrency: null,
    signal: null,
    waitMs: null,
    onTimeout: 'fail',
    sleepMs: null,
    child: null,
    ...fields,
  };
}

type Handle = JobHandler['handle'];

interface SceneOptions {
  readonly steps: readonly WorkflowGraphStep[];
  /** By the name of the step, with `:rollback` for its rollback. Default: they succeed. */
  readonly handlers?: Readonly<Record<string, Handle>>;
  readonly deadlineMs?: number;
}

/** A node on a store in memory, with a workflow `order` of these steps, whose functions are ordinary handlers. */
export function workflowScene({ steps, handlers = {}, deadlineMs }: SceneOptions) {
  const clock = new SettableClock('2030-01-01T00:00:00Z');
  const store = createMemoryStore({ clock });
  const { workflows: runs } = store;
  if (runs === null || runs === undefined) throw new Error('the store in memory has workflows');
  const graph: WorkflowGraph = { name: 'order', steps, deadlineMs: deadlineMs ?? null };
  const handled = steps.flatMap(({ name, hasRollback }) => [
    defineHandler({ type: stepType('order', name), handle: handlers[name] ?? (() => undefined) }),
    ...(hasRollback
      ? [
          defineHandler({
            type: stepType('order', name, 'undo'),
            handle: handlers[`${name}:rollback`] ?? (() => undefined),
          }),
        ]
      : []),
  ]);
  const timer = defineHandler({ type: stepType('order', DEADLINE_STEP), handle: () => undefined });
  const node = createSchedulerNode({ store, clock, handlers: [...handled, timer], logger: silentLogger });
  const start = async (id = 'run-1', tenant: string | null = null) => {
    await node.open();
    return runs.start({
      id,
      graph,
      graphHash: 'hash-1',
      tenant,
      input: { secret: 'of the input' },
      attributes: {},
      parent: null,
    });
  };
  return { clock, store, runs, node, start };
}
