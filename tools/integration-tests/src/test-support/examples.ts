import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';

/**
 * Every `ts` block of a page is compiled, types included, and run against the built packages, as a reader would do it. A block that is
 * only a part of a program is marked `typescript` instead.
 */
export const workspace = resolve(__dirname, '../../../..');

export interface Example {
  readonly title: string;
  readonly source: string;
}

/** A fresh folder in which the packages of the workspace are found. */
export function exampleFolder(name: string): string {
  const folder = resolve(__dirname, '../../tmp', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
  return folder;
}

/** The complete programs of a page, written into the folder. */
export function examplesOf(page: string, folder: string): readonly Example[] {
  const blocks = readFileSync(join(workspace, page), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, code = ''], index) => {
    const title = `${page}, example ${index + 1}`;
    const source = join(folder, `${title.replaceAll(/[^\w]+/g, '-')}.ts`);
    writeFileSync(source, code);
    return { title, source };
  });
}

/** What the compiler has to say against them. */
export function compile(examples: readonly Example[]): readonly string[] {
  const program = ts.createProgram(
    examples.map(({ source }) => source),
    {
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2023.d.ts'],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: ['node'],
      strict: true,
      skipLibCheck: true,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
    },
  );
  const diagnostics = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  return diagnostics.map(
    ({ file, messageText }) =>
      `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  );
}

const execute = promisify(execFile);

/** Whether it wants a Redis, which is not everywhere. */
export function needsRedis({ source }: Example): boolean {
  return /from '@scheduler\/(bullmq|redis)'/.test(readFileSync(source, 'utf8'));
}

/** What a compiled program says. Rejects where it ends with an error. */
export async function run({ source }: Example, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const program = source.replace(/\.ts$/, '.js');
  const { stdout } = await execute(process.execPath, [program], {
    cwd: join(program, '..'),
    env,
    timeout: 30_000,
  });
  return stdout;
}
