import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

/**
 * Every `ts` block of a README is compiled, types included, and run against the built packages, as a reader would do it. A block
 * that is only a part of a program is marked `typescript` instead.
 */

const workspace = resolve(__dirname, '../../..');
const folder = resolve(__dirname, '../tmp/readme-examples');

interface Example {
  readonly title: string;
  readonly source: string;
}

function readmes(): string[] {
  const packages = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(workspace, parent)).map((name) => join(parent, name, 'README.md')),
  );
  return ['README.md', ...packages].filter((readme) => existsSync(join(workspace, readme)));
}

function examplesOf(readme: string): Example[] {
  const blocks = readFileSync(join(workspace, readme), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, code = ''], index) => {
    const title = `${readme}, example ${index + 1}`;
    const source = join(folder, `${title.replaceAll(/[^\w]+/g, '-')}.ts`);
    writeFileSync(source, code);
    return { title, source };
  });
}

function compile(examples: readonly Example[]): string[] {
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

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
const examples = readmes().flatMap(examplesOf);

it('every package has a README with a complete example', () => {
  const packages = readdirSync(join(workspace, 'packages'));
  const without = packages.filter(
    (name) => !examples.some(({ title }) => title.startsWith(join('packages', name))),
  );
  expect(without).toEqual([]);
});

it('all examples compile', () => {
  expect(compile(examples)).toEqual([]);
}, 60_000);

it.each(examples)(
  'runs $title',
  ({ source }) => {
    const program = source.replace(/\.ts$/, '.js');
    const output = execFileSync(process.execPath, [program], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 30_000,
    });
    expect(output).not.toContain('Error');
  },
  60_000,
);
