import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface Answer {
  readonly packages: readonly Record<string, unknown>[];
  readonly problems: readonly string[];
}

const lines = (count: number) => '  void 0;\n'.repeat(count);

describe('npm run shape', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'scheduler-shape-'));
  });

  afterEach(() => rmSync(root, { recursive: true }));

  function write(files: Record<string, string>) {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
  }
  const runWith = (env: NodeJS.ProcessEnv, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(__dirname, '../run.mjs'), '--root', root, ...args],
      { encoding: 'utf8', env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: undefined, ...env } },
    );
    if (stderr !== '') throw new Error(stderr);
    return { status, stdout };
  };
  const run = (...args: string[]) => runWith({ NO_COLOR: '1' }, ...args);
  const answer = (...args: string[]) => JSON.parse(run('--json', ...args).stdout) as Answer;

  it('prints the sizes, the exports of each entry and the cycles of each package', () => {
    write({
      'packages/a/package.json': JSON.stringify({
        exports: {
          './package.json': './package.json',
          '.': { '@scheduler/source': './src/index.ts' },
          './adapter': { '@scheduler/source': './src/adapter.ts' },
        },
      }),
      'packages/a/src/index.ts': `export { x, type X as Y } from './x.js';\nexport { Z } from './deep/z.js';\n`,
      'packages/a/src/adapter.ts': `export { Z } from './deep/z.js';\n`,
      'packages/a/src/x.ts': `export type X = 1;\nexport const x = () => {\n  return 1;\n};\n`,
      'packages/a/src/x.test.ts': lines(900),
      'packages/a/src/test-support/long.ts': lines(900),
      'packages/a/src/deep/z.ts': `export class Z {\n  // Said before.\n  run() {\n    /* why\n       so */\n    return [1].map((each) => each);\n  }\n}\n`,
      'apps/b/src/main.ts': `console.log(1);\n`,
      'tools/c/run.mjs': `console.log(1);\n`,
      'tools/d/src/only.test.ts': `it('x', () => {});\n`,
    });
    expect(answer()).toMatchObject({
      packages: [
        {
          name: 'a',
          folder: 'packages/a',
          files: 4,
          medianFile: 8,
          largestFile: { file: 'deep/z.ts', lines: 8 },
          medianFunction: 3,
          largestFunction: { name: 'Z.run', file: 'deep/z.ts', line: 3, lines: 3 },
          entries: [
            { entry: 'index', names: 3 },
            { entry: 'adapter', names: 1 },
          ],
          folderCycles: [],
          fileCycles: [],
        },
        { name: 'b', files: 1, largestFunction: null, entries: [] },
      ],
      problems: [],
    });
    const { status, stdout } = run();
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^a +4 +8 {4}8 deep\/z\.ts +3 {4}3 Z\.run \(deep\/z\.ts:3\) {2}index 3, adapter 1 +0 +0$/m,
    );
    expect(stdout).toContain('✔ 2 packages, 5 files: 0 problems');
  });

  it('lists every exported name by package and file', () => {
    write({
      'packages/a/src/index.ts': `export { x } from './x.js';`,
      'packages/a/src/x.ts': `export const x = 1, [y] = [2];
export interface Shape { side: number }
export function over(a: string): void;
export function over(a: unknown): void {}
export class Clock { #hidden = 1; private own = 2; constructor() {} now() {} sleep = () => {}; }
const inside = 3;`,
    });
    expect(run('--names').stdout).toBe('packages/a\n  x.ts: x, y, Shape, over, Clock(now sleep)\n');
    expect(answer('--names').packages).toMatchObject([{ names: { 'x.ts': expect.arrayContaining(['x']) } }]);
  });

  it('fails on a cycle between the folders of a package, and names the imports', () => {
    write({
      'packages/a/src/one/a.ts': `import type { B } from '../two/b.js';`,
      'packages/a/src/two/b.ts': `export type B = 1;`,
      'packages/a/src/two/c.ts': `export * from '../three/d.js';`,
      'packages/a/src/three/d.ts': `export type D = import('../one/e.js').E;`,
      'packages/a/src/one/e.ts': `export type E = 1;`,
    });
    const { status, stdout } = run('--quiet');
    expect(status).toBe(1);
    expect(stdout).toContain(
      `✖ packages/a/src: folders import one another in a cycle: one → two → three → one
    one/a.ts imports two/b.ts
    two/c.ts imports three/d.ts
    three/d.ts imports one/e.ts
✖ 1 packages`,
    );
  });

  it('fails on a nested folder that imports upwards from the folder that holds it', () => {
    write({
      'packages/a/src/outer/a.ts': `import './inner/b.js';`,
      'packages/a/src/outer/inner/b.ts': `export const b = 1;`,
      'packages/a/src/outer/inner/c.ts': `void import('../d.js');`,
      'packages/a/src/outer/d.ts': `export const d = 1;`,
    });
    expect(run().status).toBe(1);
    expect(answer().problems).toEqual([
      expect.stringContaining('in a cycle: the files of outer → outer/inner → the files of outer\n'),
    ]);
  });

  it('fails on a cycle between nested folders that only shows where they are held', () => {
    write({
      'packages/a/src/outer/left/deep/a.ts': `import '../../right/b.js';`,
      'packages/a/src/outer/right/b.ts': `export const b = 1;`,
      'packages/a/src/outer/right/deep/c.ts': `import '../../left/d.js';`,
      'packages/a/src/outer/left/d.ts': `export const d = 1;`,
    });
    expect(answer().problems).toEqual([
      expect.stringContaining('in a cycle: outer/left → outer/right → outer/left\n'),
    ]);
  });

  it('fails on a cycle between files', () => {
    write({
      'tools/a/src/x.ts': `import type { Y } from './y.js'; export type X = Y;`,
      'tools/a/src/y.ts': `import type { X } from './x.js'; export type Y = X;`,
    });
    expect(run().status).toBe(1);
    expect(answer().problems).toEqual([
      'tools/a/src: files import one another in a cycle: x.ts → y.ts → x.ts',
    ]);
  });

  it('fails on a file over 300 lines, unless it is an entry that only lists exports', () => {
    write({
      'packages/a/src/index.ts': `export { x } from './x.js';\n`.repeat(301),
      'packages/a/src/x.ts': lines(300),
    });
    expect(run().status).toBe(0);
    write({ 'packages/a/src/x.ts': lines(301), 'packages/b/src/index.ts': lines(301) });
    expect(run().status).toBe(1);
    expect(answer().problems).toEqual([
      'packages/a/src/x.ts: the file has 301 lines, at most 300 are allowed',
      'packages/b/src/index.ts: the file has 301 lines, at most 300 are allowed',
    ]);
  });

  it('fails on a function over 60 lines, comments aside', () => {
    const around = (body: string) => `export class A {\n  run() {\n${body}  }\n}\n`;
    write({ 'packages/a/src/x.ts': around(lines(58) + '  // why\n') });
    expect(run().status).toBe(0);
    write({
      'packages/a/src/x.ts': around(lines(59)),
      'packages/a/src/y.ts': `[1].map(() => {\n${lines(59)}});\n`,
    });
    expect(run().status).toBe(1);
    expect(answer().problems).toEqual([
      'packages/a/src/x.ts:2: A.run has 61 lines, at most 60 are allowed',
      'packages/a/src/y.ts:1: a callback in the module has 61 lines, at most 60 are allowed',
    ]);
  });

  it('fails on a function with more than 4 parameters, and on an entry that is not there', () => {
    write({
      'packages/a/package.json': JSON.stringify({
        exports: { '.': { '@scheduler/source': './src/gone.ts' } },
      }),
      'packages/a/src/x.ts': `export const f = (a, b, c, d, e) => 1;\n`,
    });
    expect(answer().problems).toEqual([
      'packages/a/package.json: the entry gone leads to src/gone.ts, which does not exist',
      'packages/a/src/x.ts:1: f has 5 parameters, at most 4 are allowed',
    ]);
  });

  it('paints only where that is wanted', () => {
    write({ 'packages/a/src/x.ts': '' });
    expect(run().stdout).not.toContain('\u001b[');
    expect(runWith({ FORCE_COLOR: '1' }).stdout).toContain('\u001b[');
  });
});
