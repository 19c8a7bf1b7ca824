import { noteOf, type Picture, stateOf, stepsIn } from './picture.js';
import type { StepView } from './workflow-state.js';

/** One line for each step, in columns of text. */
export function toTable(picture: Picture): string {
  const isRun = picture.run !== null;
  const head = ['step', 'kind', 'after', ...(isRun ? ['status', 'since', 'note'] : [])];
  const rows = stepsIn(picture).map((step) => [
    step.name,
    step.kind,
    edgesOf(step),
    ...(isRun ? [stateOf(step), sinceOf(step), noteOf(step)] : []),
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(head), ...rows.map(line)].join('\n');
}

function edgesOf({ after, afterAny }: StepView): string {
  const any = afterAny.length === 0 ? [] : [`any of ${afterAny.join(' | ')}`];
  return [...after, ...any].join(', ') || '-';
}

function sinceOf({ endedAt, activeSince }: StepView): string {
  return (endedAt ?? activeSince)?.toISOString() ?? '-';
}
