import type {
  JsonValue,
  WorkflowGraph,
  WorkflowGraphStep,
  WorkflowPlace,
  WorkflowRun,
} from '@scheduler/contracts';
import { childIds, placedExecutionId, predecessorsOf, stepsOf } from '@scheduler/contracts/adapter';
import type { StepReader } from './step-reader.js';

/** The outputs of steps by name, in the order of the graph. Those that have none are missing. */
export type OutputsByStep = ReadonlyMap<string, JsonValue>;

interface OutputsRequest {
  readonly run: WorkflowRun;
  readonly graph: WorkflowGraph;
  readonly names: readonly string[];
}

/** The outputs of what a step comes after directly. */
export function outputsBefore(
  reader: StepReader,
  { run, graph, step }: Omit<OutputsRequest, 'names'> & { readonly step: WorkflowGraphStep },
): Promise<OutputsByStep> {
  return readOutputs(reader, { run, graph, names: predecessorsOf(step) });
}

export async function readOutputs(
  reader: StepReader,
  { run, graph, names }: OutputsRequest,
): Promise<OutputsByStep> {
  const wanted = new Set(names);
  const steps = graph.steps.filter(({ name }) => wanted.has(name));
  const outputs = await Promise.all(steps.map((step) => readOutput(reader, run, step)));
  return new Map(
    steps.flatMap(({ name }, index) => {
      const output = outputs[index];
      return output === undefined ? [] : [[name, output] as const];
    }),
  );
}

/** Undefined: the step has not succeeded. */
export async function readOutput(
  reader: StepReader,
  run: WorkflowRun,
  { name, kind }: WorkflowGraphStep,
): Promise<JsonValue | undefined> {
  const state = run.steps[name];
  if (state?.status !== 'succeeded') return undefined;
  switch (kind) {
    case 'approval':
    case 'signal':
      return state.output ?? null;
    case 'map':
      return mapOutput(reader, run, name);
    case 'workflow':
      return state.child === undefined ? null : childOutput(reader, state.child.runId);
    default:
      return state.executionId === undefined ? null : reader.outputOf(state.executionId);
  }
}

/** The outputs of all items, in their order. Null where an item has none. */
async function mapOutput(reader: StepReader, run: WorkflowRun, step: string): Promise<JsonValue> {
  const { executionId = '' } = run.steps[step] ?? {};
  return reader.list(executionId, async () => {
    const children = await reader.executions(childrenOfMap(run, step));
    return children.map((child) => (child?.status === 'success' ? child.output : null));
  });
}

/** The executions whose outputs a step reads one by one when it starts: of the steps before it, and of the step itself where it is undone. */
export function outputsToRead(
  run: WorkflowRun,
  graph: WorkflowGraph,
  { step: name, phase }: WorkflowPlace,
): readonly string[] {
  const { byName } = stepsOf(graph);
  const step = byName.get(name);
  if (step === undefined) return [];
  const names = phase === 'undo' ? [...predecessorsOf(step), name] : predecessorsOf(step);
  return names.flatMap((one) => {
    const kind = byName.get(one)?.kind;
    const state = run.steps[one];
    if (kind === undefined || OUTPUTS_ELSEWHERE.has(kind) || state?.status !== 'succeeded') return [];
    return state.executionId ?? [];
  });
}

/** Kinds of steps whose output is not that of their own execution. */
const OUTPUTS_ELSEWHERE: ReadonlySet<WorkflowGraphStep['kind']> = new Set([
  'approval',
  'signal',
  'map',
  'workflow',
]);

/** The ids of the executions of the items of a map. */
export function childrenOfMap(run: WorkflowRun, step: string): readonly string[] {
  return childIds(placeOfItems(run, step), run.steps[step]?.children, run.steps[step]?.activeSince);
}

/** The id of the execution of one item of a map. */
export function childOfMap(run: WorkflowRun, step: string, index: number): string {
  const createdAt = new Date(run.steps[step]?.activeSince ?? 0);
  return placedExecutionId({ ...placeOfItems(run, step), index }, createdAt);
}

function placeOfItems(run: WorkflowRun, step: string): Omit<WorkflowPlace, 'index'> {
  return { run: run.id, root: run.rootId, step, phase: 'run', round: run.steps[step]?.round ?? 0 };
}

async function childOutput(reader: StepReader, runId: string): Promise<JsonValue> {
  const run = await reader.run(runId);
  const graph = run === null ? null : await reader.graph(run.graphHash);
  if (run === null || graph === null) return null;
  const before = new Set(graph.steps.flatMap(predecessorsOf));
  const names = graph.steps.map(({ name }) => name).filter((name) => !before.has(name));
  const outputs = await readOutputs(reader, { run, graph, names });
  return { runId, status: run.status, outputs: Object.fromEntries(outputs) };
}
