import { type InputIssue, WorkflowInvalid } from '@scheduler/contracts';
import { didYouMean } from '@scheduler/contracts/adapter';

interface Ordered {
  readonly name: string;
  readonly after: readonly string[];
  readonly afterAny: readonly string[];
}

/**
 * The steps in an order in which each stands behind those that it comes after; otherwise they stay as they were written. Throws
 * WorkflowInvalid for what cannot be a graph.
 */
export function orderSteps<TStep extends Ordered>(
  workflow: string,
  steps: readonly TStep[],
): readonly TStep[] {
  refuse([...noSteps(workflow, steps), ...duplicates(workflow, steps), ...unknownSteps(workflow, steps)]);
  const ordered: TStep[] = [];
  const placed = new Set<string>();
  let left: readonly TStep[] = steps;
  for (;;) {
    const next = left.find((step) => before(step).every((name) => placed.has(name)));
    if (next === undefined) break;
    ordered.push(next);
    placed.add(next.name);
    left = left.filter((step) => step !== next);
  }
  refuse(cycles(workflow, left));
  return ordered;
}

function refuse(issues: readonly InputIssue[]): void {
  if (issues.length > 0) throw new WorkflowInvalid(issues);
}

const before = ({ after, afterAny }: Ordered) => [...after, ...afterAny];

function noSteps(workflow: string, steps: readonly Ordered[]): readonly InputIssue[] {
  if (steps.length > 0) return [];
  return [{ field: workflow, value: undefined, problem: 'has no steps', accepted: 'at least one step' }];
}

function duplicates(workflow: string, steps: readonly Ordered[]): readonly InputIssue[] {
  const names = steps.map(({ name }) => name);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [...twice].map((name) => ({
    field: `${workflow}.${name}`,
    value: name,
    problem: 'is the name of two steps',
    accepted: 'another name for one of them',
  }));
}

function unknownSteps(workflow: string, steps: readonly Ordered[]): readonly InputIssue[] {
  const names = steps.map(({ name }) => name);
  return steps.flatMap((step) =>
    before(step)
      .filter((name) => !names.includes(name))
      .map((name) => {
        const meant = didYouMean(name, names);
        return {
          field: `${workflow}.${step.name}`,
          value: name,
          problem: `comes after a step that does not exist${meant === null ? '' : `; did you mean '${meant}'?`}`,
          accepted: names.join(', '),
        };
      }),
  );
}

/** What is left is in a cycle, or comes after one, so that it would never start. */
function cycles(workflow: string, left: readonly Ordered[]): readonly InputIssue[] {
  const [first] = left;
  if (first === undefined) return [];
  const cycle = cycleFrom(first, new Map(left.map((step) => [step.name, step])));
  const inCycle: InputIssue = {
    field: workflow,
    value: undefined,
    problem: `has a cycle: ${[...cycle, cycle[0]].join(' → ')}`,
    accepted: 'steps that do not come after themselves',
  };
  const stuck = left.filter(({ name }) => !cycle.includes(name));
  return [
    inCycle,
    ...stuck.map(({ name }) => ({
      field: `${workflow}.${name}`,
      value: undefined,
      problem: 'cannot be reached: it comes after steps that come after themselves',
    })),
  ];
}

/** Each step that is left comes after another one that is left, so that going back from any of them ends in a cycle. */
function cycleFrom(start: Ordered, left: ReadonlyMap<string, Ordered>): readonly string[] {
  const path: string[] = [];
  let at: Ordered | undefined = start;
  while (at !== undefined && !path.includes(at.name)) {
    path.push(at.name);
    const name: string | undefined = before(at).find((one) => left.has(one));
    at = name === undefined ? undefined : left.get(name);
  }
  return path.slice(path.indexOf(at?.name ?? '')).reverse();
}
