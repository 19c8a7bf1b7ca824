import type { ConsoleIo } from '../output/console-io.js';
import { styled, type Text } from '../output/text.js';

export type LabelledLine = readonly [label: string, value: Text];

/** Prints one line for each entry, with the values aligned. */
export function printLines(io: ConsoleIo, lines: readonly LabelledLine[]): void {
  const width = Math.max(...lines.map(([label]) => label.length));
  for (const [label, value] of lines) io.line(styled('dim', label.padEnd(width)), '  ', value);
}
