import { DEFAULT_BACKOFF, DEFAULT_QUEUE, type ExecutionPolicy } from '../../jobs/policies.js';
import { DEFAULT_PRIORITY } from '../../values/priority.js';
import type { WorkflowGraph, WorkflowGraphStep } from '../../workflows/workflow-graph.js';
import type { SeededRandom } from '../seeded-random.js';

const POLICY: ExecutionPolicy = Object.freeze({
  timeoutMs: 1_000,
  maxRetries: 0,
  backoff: DEFAULT_BACKOFF,
  onExhausted: 'continue',
});

/** A function that comes after nothing, unless it says otherwise. */
export function graphStep(name: string, props: Partial<WorkflowGraphStep> = {}): WorkflowGraphStep {
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
    policy: POLICY,
    rollbackPolicy: POLICY,
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

export function graphOfSteps(...steps: readonly WorkflowGraphStep[]): WorkflowGraph {
  return { name: 'orders', steps, deadlineMs: null };
}

const KINDS = ['function', 'function', 'function', 'map', 'approval', 'signal', 'sleep', 'workflow'] as const;

/** A graph of 2 to 10 steps with all kinds of edges and options. */
export function randomGraph(random: SeededRandom): WorkflowGraph {
  const steps: WorkflowGraphStep[] = [];
  for (let index = random.between(2, 10); index > 0; index -= 1) steps.push(randomStep(random, steps));
  return { name: 'orders', steps, deadlineMs: random.chance(0.2) ? 1_000_000 : null };
}

function randomStep(random: SeededRandom, before: readonly WorkflowGraphStep[]): WorkflowGraphStep {
  const kind = random.pick(KINDS);
  const name = `s${before.length}`;
  const after = before.filter(() => random.chance(0.3)).map((step) => step.name);
  const others = before.map((step) => step.name).filter((other) => !after.includes(other));
  const afterAny = random.chance(0.35) ? others.filter(() => random.chance(0.5)) : [];
  const isWaiting = kind === 'approval' || kind === 'signal';
  return graphStep(name, {
    kind,
    after,
    afterAny,
    ifSkipped: random.pick(['run', 'run', 'skip']),
    losers: random.pick(['finish', 'cancel']),
    onError: random.pick(['fail', 'fail', 'skip', 'continue']),
    hasCondition: random.chance(0.3),
    hasRollback: kind !== 'workflow' && random.chance(0.6),
    signal: kind === 'signal' ? random.pick(['x', 'y']) : null,
    waitMs: isWaiting && random.chance(0.5) ? 1_000 : null,
    onTimeout: random.pick(['fail', 'skip', 'approve', 'reject']),
    sleepMs: kind === 'sleep' && random.chance(0.5) ? 1_000 : null,
    child: kind === 'workflow' ? 'shipping' : null,
  });
}

/** Smaller graphs, of which one may fail in the same way: without a step, without an edge, or with a usual option. */
export function smallerGraphs(graph: WorkflowGraph): readonly WorkflowGraph[] {
  const { steps } = graph;
  const without = steps.map(({ name }) => ({
    ...graph,
    steps: steps.filter((step) => step.name !== name).map((step) => withoutEdge(step, name)),
  }));
  const simpler = steps.flatMap((step, index) =>
    simplerSteps(step).map((one) => ({ ...graph, steps: steps.with(index, one) })),
  );
  const deadline = graph.deadlineMs === null ? [] : [{ ...graph, deadlineMs: null }];
  return [...without.filter((one) => one.steps.length > 0), ...deadline, ...simpler];
}

function withoutEdge(step: WorkflowGraphStep, name: string): WorkflowGraphStep {
  const others = (names: readonly string[]) => names.filter((other) => other !== name);
  return { ...step, after: others(step.after), afterAny: others(step.afterAny) };
}

function simplerSteps(step: WorkflowGraphStep): readonly WorkflowGraphStep[] {
  const usual = graphStep(step.name);
  const edges = [...step.after, ...step.afterAny].map((name) => withoutEdge(step, name));
  const options = (
    ['ifSkipped', 'losers', 'onError', 'hasCondition', 'hasRollback', 'waitMs', 'sleepMs'] as const
  )
    .filter((option) => step[option] !== usual[option])
    .map((option) => ({ ...step, [option]: usual[option] }));
  const { kind, signal, waitMs, sleepMs, child } = usual;
  const plain = step.kind === 'function' ? [] : [{ ...step, kind, signal, waitMs, sleepMs, child }];
  return [...plain, ...edges, ...options];
}
