import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment } from '../test-support/child-environment.js';
import { Scene } from '../test-support/scene.js';

const node = (cwd: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, args, {
    cwd,
    timeout: 45_000,
    env: childEnvironment,
  });

const packageRoot = join(__dirname, '../..');
const workspace = join(packageRoot, '../..');

describe('make:handler', () => {
  const scene = new Scene();
  let folder: string;

  beforeEach(() => {
    // Inside the workspace, so that the written code finds @scheduler/contracts.
    mkdirSync(join(packageRoot, 'tmp'), { recursive: true });
    folder = mkdtempSync(join(packageRoot, 'tmp/make-'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const make = (...options: string[]) =>
    scene.run(['make:handler', ...options], {
      cwd: folder,
      application: () => {
        throw new Error('loaded');
      },
    });
  const written = (file: string) => readFileSync(join(folder, file), 'utf8');

  it('writes a handler and its test, and says how to bind it', async () => {
    const { code, stdout, stderr } = await make('ExportReport');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('wrote src/handlers/export-report.handler.ts\n');
    expect(stdout).toContain('wrote src/handlers/export-report.handler.test.ts\n');
    expect(stdout).toContain(
      "in a file of src:\n  import { ExportReportHandler } from './handlers/export-report.handler';\n",
    );
    expect(stdout).toContain('handlers: [new ExportReportHandler()]');
    expect(stdout).toContain('bind(SCHEDULER_HANDLERS).toConstantValue(new ExportReportHandler())');
    expect(stdout).toContain('schedule:create --type export_report');
    expect(written('src/handlers/export-report.handler.ts')).toContain("jobType('export_report')");
  });

  it.each([
    ['SendHTMLMail', 'send-html-mail', 'SendHtmlMailHandler', 'send_html_mail'],
    ['cleanup', 'cleanup', 'CleanupHandler', 'cleanup'],
    ['export-report', 'export-report', 'ExportReportHandler', 'export_report'],
    ['ReindexHandler', 'reindex', 'ReindexHandler', 'reindex'],
  ])('names the file and the class after %s', async (name, file, className, type) => {
    expect((await make(name, '--json')).json()).toEqual({
      files: [`src/handlers/${file}.handler.ts`, `src/handlers/${file}.handler.test.ts`],
      className,
      type,
    });
  });

  it('writes to the folder and with the names of its options', async () => {
    const { code, json } = await make(
      'Export',
      '--dir',
      'lib',
      '--type',
      'reports:export',
      '--tests',
      'none',
      '--json',
    );
    expect(code).toBe(0);
    expect(json()).toMatchObject({ files: ['lib/export.handler.ts'], type: 'reports:export' });
    expect(written('lib/export.handler.ts')).toContain(
      "export const REPORTS_EXPORT = jobType('reports:export');",
    );
  });

  it('writes to the sources of the project from every folder of it, and prints an import that resolves', async () => {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    mkdirSync(join(folder, 'src/deep'), { recursive: true });
    const { stdout } = await scene.run(['make:handler', 'ExportReport'], {
      cwd: join(folder, 'src/deep'),
      application: null,
    });
    expect(written('src/handlers/export-report.handler.ts')).toContain('ExportReportHandler');
    expect(stdout).toContain("import { ExportReportHandler } from './handlers/export-report.handler.js';");
    expect((await make('Import', '--dir', 'lib')).stdout).toContain(
      "in a file of .:\n  import { ImportHandler } from './lib/import.handler.js';",
    );
  });

  it('overwrites only with --force, and otherwise writes nothing', async () => {
    mkdirSync(join(folder, 'lib'));
    writeFileSync(join(folder, 'lib/export.handler.test.ts'), 'mine');
    const refused = await make('Export', '--dir', 'lib');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('lib/export.handler.test.ts exists already');
    expect(() => written('lib/export.handler.ts')).toThrow();
    expect((await make('Export', '--dir', 'lib', '--force')).code).toBe(0);
    expect(written('lib/export.handler.test.ts')).toContain('ExportHandler');
  });

  it.each([
    [['../evil'], 'name: "../evil" is not a name'],
    [['1st'], 'name: "1st" is not a name'],
    [['Export', '--type', 'not a type'], '--type: "not a type" is not a job type'],
    [['Export', '--tests', 'mocha'], 'Allowed choices are jest, vitest, node, none'],
  ])('refuses %j', async (options, message) => {
    const { code, stderr } = await make(...options);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('chooses test runner and module format as package.json says', async () => {
    const manifest = { type: 'module', devDependencies: { vitest: '^4.0.0' } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    await make('Export', '--dir', '.');
    expect(written('export.handler.test.ts')).toContain("from 'vitest'");
    expect(written('export.handler.test.ts')).toContain("from './export.handler.js'");
  });

  it('writes code that compiles and a test that passes, with jest and without', async () => {
    writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: join(workspace, 'tsconfig.base.json'),
        compilerOptions: {
          composite: false,
          outDir: 'out',
          rootDir: 'src',
          types: ['node', 'jest'],
          customConditions: [],
        },
        include: ['src'],
      }),
    );
    await make('ExportReport', '--dir', 'src/with-jest', '--tests', 'jest');
    await make('ExportReport', '--dir', 'src/with-node', '--tests', 'node');
    await node(folder, join(workspace, 'node_modules/typescript/bin/tsc'), '-p', '.');
    const run = await node(folder, '--test', 'out/with-node/export-report.handler.test.js');
    expect(run.stdout).toMatch(/# pass 3$/m);
    writeFileSync(join(folder, 'jest.config.cjs'), 'module.exports = { transform: {} };');
    const jest = join(workspace, 'node_modules/jest/bin/jest.js');
    const { stderr } = await node(folder, jest, '-c', 'jest.config.cjs', 'out/with-jest/');
    expect(stderr).toContain('Tests:       3 passed, 3 total');
  });
});
