import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment } from './test-support/child-environment.js';

const packageRoot = join(__dirname, '..');
const FILE = /```(?:ts|typescript)\n\/\/ (\S+)\n([\s\S]*?)```/g;

describe('the example of README.md', () => {
  let folder: string;

  beforeAll(() => {
    mkdirSync(join(packageRoot, 'tmp'), { recursive: true });
    folder = mkdtempSync(join(packageRoot, 'tmp/readme-'));
    const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8');
    for (const [, file = '', text = ''] of readme.matchAll(FILE)) writeFileSync(join(folder, file), text);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  const node = (...args: string[]) =>
    promisify(execFile)(process.execPath, args, { cwd: folder, timeout: 45_000, env: childEnvironment });
  const scheduler = (...args: string[]) => node(join(packageRoot, 'bin/scheduler.js'), ...args);

  it('compiles', async () => {
    const tsconfig = {
      extends: join(packageRoot, '../../tsconfig.base.json'),
      compilerOptions: { composite: false, noEmit: true, customConditions: [] },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
    await node(join(packageRoot, '../../node_modules/typescript/bin/tsc'), '-p', '.');
  });

  it('adds its command to the list and runs it', async () => {
    expect((await scheduler('list')).stdout).toContain('reports:resend  ');
    expect((await scheduler('reports:resend', '2026-11-01')).stdout).toMatch(/^queued as \S+\n$/);
    await expect(scheduler('reports:resend', '2026-11-01', '--format', 'doc')).rejects.toMatchObject({
      code: 2,
    });
  });
});
