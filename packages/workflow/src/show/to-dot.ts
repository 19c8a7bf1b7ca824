import { COLOURS, noteOf, type Picture, stateOf, stepsIn } from './picture.js';
import type { StepView } from './workflow-state.js';

/** A graph in the language of Graphviz. */
export function toDot(picture: Picture): string {
  const steps = stepsIn(picture);
  return [
    `digraph ${quoted(picture.graph.name)} {`,
    '  node [shape=box, style="rounded,filled", fillcolor="#ffffff"];',
    ...steps.map((step) => `  ${quoted(step.name)} [${attributesOf(step, picture)}];`),
    ...steps.flatMap(({ name, after, afterAny }) => [
      ...after.map((before) => `  ${quoted(before)} -> ${quoted(name)};`),
      ...afterAny.map((before) => `  ${quoted(before)} -> ${quoted(name)} [style=dashed, label="any"];`),
    ]),
    '}',
  ].join('\n');
}

function attributesOf(step: StepView, { run }: Picture): string {
  const kind = step.kind === 'function' ? '' : ` (${step.kind})`;
  if (run === null) return `label=${quoted(`${step.name}${kind}`)}`;
  const note = noteOf(step);
  const label = `${step.name}${kind}\n${stateOf(step)}${note === '' ? '' : `: ${note}`}`;
  return `label=${quoted(label)}, fillcolor="${COLOURS[stateOf(step)] ?? '#ffffff'}"`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
