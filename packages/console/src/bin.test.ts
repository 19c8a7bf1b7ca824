import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnvironment } from './test-support/child-environment.js';

/** The binary as it is installed. It runs the output of the build target, which nx updates before these tests. */
const packageRoot = join(__dirname, '..');
const binary = join(packageRoot, 'bin/scheduler.js');

// With types as in an application, so that a loader that only strips types is not enough.
const TYPESCRIPT_CONFIG = `
import { SystemClock, createSchedulerNode, type SchedulerNode } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { handlers } from './handlers.js';

function tagged(tag: string) {
  return (target: { tag?: string }): void => void (target.tag = tag);
}

@tagged('application')
class Application {
  static tag?: string;
  constructor(private readonly clock = new SystemClock()) {}
  make(): SchedulerNode {
    return createSchedulerNode({ store: createMemoryStore({ clock: this.clock }), handlers });
  }
}

export default async () => ({ node: () => new Application().make() });
`;

const COMMONJS_CONFIG = `
const { SystemClock, createSchedulerNode } = require('@scheduler/core');
const { createMemoryStore } = require('@scheduler/memory');
const greet = { types: ['greet'], supports: (type) => type === 'greet', handle: () => undefined };
const node = createSchedulerNode({ store: createMemoryStore({ clock: new SystemClock() }), handlers: [greet] });
`;

const MODULE_CONFIG = `
import { SystemClock, createSchedulerNode } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
const node = await Promise.resolve(createSchedulerNode({ store: createMemoryStore({ clock: new SystemClock() }) }));
`;

describe('the binary', () => {
  let folder: string;
  const children: ChildProcess[] = [];

  beforeEach(() => {
    mkdirSync(join(packageRoot, 'tmp'), { recursive: true });
    folder = mkdtempSync(join(packageRoot, 'tmp/bin-'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
  });

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  function start(...argv: string[]) {
    return startIn(folder, ...argv);
  }

  function startIn(cwd: string, ...argv: string[]) {
    const required = argv[0] === '--require' ? argv.slice(0, 2) : [];
    const child = spawn(process.execPath, [...required, binary, ...argv.slice(required.length)], {
      cwd,
      env: childEnvironment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (output.stdout += chunk));
    child.stderr.on('data', (chunk) => (output.stderr += chunk));
    const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
      child.on('close', (code) => resolve({ code, ...output })),
    );
    return { child, ended, output };
  }

  const run = (...argv: string[]) => start(...argv).ended;
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);

  it.each([
    ['scheduler.config.cjs', `${COMMONJS_CONFIG} module.exports = { node };`],
    ['scheduler.config.js', `${COMMONJS_CONFIG} exports.config = { node };`],
    [
      'scheduler.config.cjs',
      `${COMMONJS_CONFIG} exports.__esModule = true; exports.default = () => ({ node });`,
    ],
    [
      'scheduler.config.cjs',
      `${COMMONJS_CONFIG} exports.container = { isBound: (token) => token === Symbol.for('scheduler.node'), get: () => node };`,
    ],
    ['scheduler.config.mjs', `${MODULE_CONFIG} export default { node };`],
    ['scheduler.config.mjs', `${MODULE_CONFIG} export const config = { node };`],
  ])('loads %s', async (file, text) => {
    write(file, text);
    expect(await run('schedule:list', '--json')).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    ['package', '{ "type": "module" }'],
    ['syntax', '{}'],
  ])('loads scheduler.config.js as an ES module if its %s says so', async (_, manifest) => {
    write('package.json', manifest);
    write('scheduler.config.js', `${MODULE_CONFIG} export default { node };`);
    expect((await run('schedule:list', '--json')).code).toBe(0);
  });

  it('does not load an ES module as CommonJS just because it compiles as CommonJS', async () => {
    write('package.json', '{ "type": "module" }');
    write('scheduler.config.js', 'throw new Error(typeof require);');
    expect((await run('schedule:list')).stderr).toContain('cannot be loaded: undefined');
  });

  it('loads scheduler.config.ts with decorators and its own imports, from a folder below', async () => {
    write('scheduler.config.ts', TYPESCRIPT_CONFIG);
    write(
      'handlers.ts',
      `import type { JobHandler } from '@scheduler/contracts';\nexport const handlers: JobHandler[] = [];`,
    );
    mkdirSync(join(folder, 'below'));
    const { code, stdout } = await startIn(join(folder, 'below'), 'schedule:process', '--json', '--run')
      .ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ due: 0, fired: [], ran: [] });
  });

  it('keeps relative paths of the application beside its configuration, in a folder below too', async () => {
    write(
      'scheduler.config.cjs',
      `const { createNodeFromEnvironment } = require('@scheduler/console/stores');
      module.exports = { node: () => createNodeFromEnvironment({ env: { SCHEDULER_SQLITE_FILE: 'jobs.db' } }) };`,
    );
    mkdirSync(join(folder, 'below'));
    write('below/payload.json', '{}');
    const { code, stderr } = await startIn(join(folder, 'below'), 'schedule:list').ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(existsSync(join(folder, 'jobs.db'))).toBe(true);
    expect(readdirSync(join(folder, 'below'))).toEqual(['payload.json']);
  });

  it('keeps what handlers print out of the JSON on stdout', async () => {
    write(
      'scheduler.config.cjs',
      COMMONJS_CONFIG.replace(
        'handle: () => undefined',
        "handle: () => console.log('printed by the handler')",
      )
        .concat("const ready = ({ scheduler }) => scheduler.enqueue({ type: 'greet' });")
        .concat('module.exports = { node, ready };'),
    );
    const { code, stdout, stderr } = await run('schedule:process', '--run', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ran: [{ type: 'greet', status: 'success' }] });
    expect(stderr).toBe('printed by the handler\n');
    expect((await run('schedule:process', '--run')).stdout).toContain('printed by the handler\n');
  });

  it('loads the file that --config names', async () => {
    write('other.cjs', `${COMMONJS_CONFIG} module.exports = { node };`);
    expect(await run('schedule:list', '--config', 'other.cjs')).toMatchObject({
      code: 0,
      stdout: 'no jobs match\n',
    });
    const missing = await run('schedule:list', '--config=nothing.cjs');
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toContain('--config: there is no file "nothing.cjs" (APPLICATION_NOT_FOUND)');
  });

  it.each([
    ['throws', "throw new Error('no database');", 'scheduler.config.cjs cannot be loaded: no database'],
    [
      'misses a module',
      "require('not-installed');",
      "scheduler.config.cjs cannot be loaded: Cannot find module 'not-installed'",
    ],
    ['is not JavaScript', 'const = 1;', 'scheduler.config.cjs cannot be loaded: '],
    [
      'exports something else',
      'module.exports = { jobs: [] };',
      'scheduler.config.cjs exports an object with jobs; accepted: a DI container',
    ],
    ['exports nothing', '', 'scheduler.config.cjs exports an empty object; accepted:'],
  ])('says why a configuration that %s is refused', async (_, text, message) => {
    write('scheduler.config.cjs', text);
    const { code, stdout, stderr } = await run('schedule:list');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`error: ${message}`);
    expect(stderr).toContain('(APPLICATION_INVALID)');
  });

  it('explains how to create a configuration if there is none', async () => {
    const nowhere = mkdtempSync(join(tmpdir(), 'scheduler-console-'));
    const { code, stderr } = await startIn(nowhere, 'schedule:list').ended;
    expect(code).toBe(1);
    expect(stderr).toContain('no scheduler.config.{ts,js,mjs,cjs} was found');
    expect(stderr).toContain('createNodeFromEnvironment');
    expect((await startIn(nowhere, 'list').ended).code).toBe(0);
    expect((await startIn(nowhere, 'schedule:preview', '@daily').ended).code).toBe(0);
    rmSync(nowhere, { recursive: true });
  });

  it('loads the API for `serve` alone', async () => {
    write('scheduler.config.cjs', `${COMMONJS_CONFIG} module.exports = { node };`);
    const report = join(folder, 'loaded.cjs');
    write(
      'loaded.cjs',
      `process.once('exit', () => process.stderr.write('loaded ' + Object.keys(require.cache).some((file) => file.includes('packages/http/dist'))));`,
    );
    const loads = async (...argv: string[]) =>
      (await startIn(folder, '--require', report, ...argv).ended).stderr.endsWith('loaded true');
    expect(await loads('--help')).toBe(false);
    expect(await loads('list')).toBe(false);
    expect(await loads('schedule:list')).toBe(false);
    expect(await loads('serve', '--host', '192.0.2.1')).toBe(true);
  });

  it('works until a signal and ends with 0', async () => {
    write('scheduler.config.cjs', `${COMMONJS_CONFIG} module.exports = { node };`);
    const { child, ended, output } = start('schedule:work');
    while (!output.stderr.includes('works on')) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGTERM');
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    expect(stderr).toContain('note: stopped');
  });

  it('ends although the application keeps something open', async () => {
    write(
      'scheduler.config.cjs',
      `${COMMONJS_CONFIG} setInterval(() => undefined, 1000); module.exports = { node };`,
    );
    expect((await run('schedule:list')).code).toBe(0);
  });

  it('ends normally when the reader of its output goes away', async () => {
    const { child, ended } = start('schedule:preview', '* * * * *', '--count', '1000');
    child.stdout.destroy();
    const { code, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('stops the daemon when the reader of its output goes away', async () => {
    write(
      'scheduler.config.cjs',
      `${COMMONJS_CONFIG}
       module.exports = async () => {
         await node.scheduler.schedule({ type: 'greet', trigger: { kind: 'every', durationMs: 1000, anchor: null } });
         return { node };
       };`,
    );
    const { child, ended, output } = start('schedule:work');
    while (!output.stdout.includes('completed')) await new Promise((resolve) => setTimeout(resolve, 20));
    child.stdout.destroy();
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    expect(stderr).toContain('stopping (output closed)');
  });

  it('ends with 2 for wrong usage', async () => {
    const { code, stderr } = await run('schedule:lst');
    expect(code).toBe(2);
    expect(stderr).toContain('Did you mean schedule:list?');
  });
});
