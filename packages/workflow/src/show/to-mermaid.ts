import { COLOURS, noteOf, type Picture, stateOf, stepsIn } from './picture.js';
import type { StepView } from './workflow-state.js';

/** A flowchart in the language of Mermaid. An edge of `after` is a line, one of `afterAny` a dotted one. */
export function toMermaid(picture: Picture): string {
  const steps = stepsIn(picture);
  const ids = new Map(steps.map(({ name }, index) => [name, `s${index}`]));
  const id = (name: string) => ids.get(name) ?? name;
  const used = new Set(picture.run === null ? [] : steps.map(stateOf));
  return [
    'flowchart TD',
    ...steps.map((step) => `  ${id(step.name)}${shapeOf(step, labelOf(step, picture))}`),
    ...steps.flatMap(({ name, after, afterAny }) => [
      ...after.map((before) => `  ${id(before)} --> ${id(name)}`),
      ...afterAny.map((before) => `  ${id(before)} -. any .-> ${id(name)}`),
    ]),
    ...[...used]
      .sort()
      .map((state) => `  classDef ${state} fill:${COLOURS[state] ?? '#ffffff'},stroke:#666666`),
    ...(picture.run === null ? [] : steps.map((step) => `  class ${id(step.name)} ${stateOf(step)}`)),
  ].join('\n');
}

function labelOf(step: StepView, { run }: Picture): string {
  const kind = step.kind === 'function' ? '' : ` (${step.kind})`;
  if (run === null) return `${step.name}${kind}`;
  const note = noteOf(step);
  return `${step.name}${kind}<br/>${stateOf(step)}${note === '' ? '' : `: ${escaped(note)}`}`;
}

/** Characters that Mermaid would read as its own are written as codes. */
function escaped(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N} .,:/_-]/gu, (character) => `#${character.codePointAt(0) ?? 63};`);
}

function shapeOf({ kind }: StepView, label: string): string {
  if (kind === 'approval' || kind === 'signal') return `{{"${label}"}}`;
  if (kind === 'sleep') return `(["${label}"])`;
  if (kind === 'workflow') return `[["${label}"]]`;
  return `["${label}"]`;
}
