import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';

/**
 * Every `ts` block of a page is type-checked, compiled and run against the built packages. A block that is
 * only a part of a program is marked `typescript` instead.
 */
export const workspace = resolve(__dirname, '../../../..');

export interface Example {
  readonly title: string;
  readonly source: string;
}

/** Creates an empty folder from which the packages of the workspace can be imported. */
export function exampleFolder(name: string): string {
  const folder = resolve(__dirname, '../../tmp', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
  return folder;
}

/** Writes the complete programs of a page into the folder. */
export function examplesOf(page: string, folder: string): readonly Example[] {
  const blocks = readFileSync(join(workspace, page), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, code = ''], index) => {
    const title = `${page}, example ${index + 1}`;
    const source = join(folder, `${title.replaceAll(/[^\w]+/g, '-')}.ts`);
    writeFileSync(source, code);
    return { title, source };
  });
}

/** Compiles examples and returns the errors. */
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

/** Whether an example needs Redis. */
export function needsRedis({ source }: Example): boolean {
  return /from '@scheduler\/(bullmq|redis)'/.test(readFileSync(source, 'utf8'));
}

/** Runs a compiled program and resolves to its output. Rejects if it ends with an error. */
export async function run({ source }: Example, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const program = source.replace(/\.ts$/, '.js');
  const { stdout } = await execute(process.execPath, [program], {
    cwd: join(program, '..'),
    env,
    // Only against a program that never ends: a busy machine may take long.
    timeout: 100_000,
  });
  return stdout;
}
