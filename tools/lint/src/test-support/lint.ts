import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export interface BrokenRule {
  readonly rule: string;
  readonly message: string;
}

/** The rules that each snippet breaks, as if it stood in the file that is named with it. */
export function lint(
  snippets: readonly (readonly [file: string, code: string, ...rest: unknown[]])[],
): BrokenRule[][] {
  const input = JSON.stringify(snippets.map(([file, code]) => ({ file, code })));
  const program = join(__dirname, '../../lint-snippets.mjs');
  return JSON.parse(execFileSync(process.execPath, [program], { input, encoding: 'utf8' })) as BrokenRule[][];
}

export const rulesOf = (broken: readonly BrokenRule[] = []): string[] => broken.map(({ rule }) => rule);
