import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lint, rulesOf } from './test-support/lint.js';

const file = 'packages/core/src/x.ts';
const fileOf = (lines: number) => 'void 0;\n'.repeat(lines);
const functionOf = (lines: number) => `export function x() {\n${'  void 0;\n'.repeat(lines - 2)}}\n`;
const parametersOf = (count: number) =>
  `export function x(${Array.from({ length: count }, (_, index) => `a${index}: 1`).join(', ')}) {}\n`;

describe('the limits of size', () => {
  const limits: [limit: number, rule: string, snippet: (size: number) => string][] = [
    [300, 'max-lines', fileOf],
    [60, 'max-lines-per-function', functionOf],
    [4, 'max-params', parametersOf],
  ];
  const broken = lint(
    limits.flatMap(([limit, , snippet]) => [
      [file, snippet(limit)] as const,
      [file, snippet(limit + 1)] as const,
    ]),
  );

  it.each(limits.map(([limit, rule], index) => [limit, rule, index] as const))(
    'are %i for %s',
    (_limit, rule, index) => {
      expect(rulesOf(broken[2 * index])).toEqual([]);
      expect(rulesOf(broken[2 * index + 1])).toEqual([rule]);
    },
  );

  it('leave a table of contents as long as what it lists', () => {
    const exports = `export { x } from './x.js';\n`.repeat(400);
    const entries = ['core/src/index.ts', 'contracts/src/adapter.ts', 'redis/src/parts.ts'];
    expect(lint(entries.map((entry) => [`packages/${entry}`, exports])).map(rulesOf)).toEqual([[], [], []]);
  });

  it('are the same in CONTRIBUTING.md', () => {
    const contributing = readFileSync(join(__dirname, '../../../CONTRIBUTING.md'), 'utf8');
    expect(contributing).toContain(
      'A product file has at most 300 lines, a function at most 60 and at most 4 parameters',
    );
  });
});
