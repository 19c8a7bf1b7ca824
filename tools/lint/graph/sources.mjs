import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import ts from 'typescript';

const testSupport = /^test-support\//;

/** Whether a file, named by its path below src, belongs to the product: not a test and not what only tests use. */
export const isProduct = (file) =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !testSupport.test(file);

/** The product files below a src folder, parsed: { file, text, syntax }, with `file` as its path below src. */
export function readSources(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map((name) => name.split(sep).join('/'))
    .filter(isProduct)
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      return { file, text, syntax: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true) };
    });
}
