import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@scheduler/contracts';
import { createWorkflows, defineWorkflow } from '@scheduler/workflow';
import { createNodeFromEnvironment } from '../stores/index.js';
import { CapturedStream } from '../test-support/captured-stream.js';
import { runConsole } from '../run-console.js';

describe('a console without a configuration', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'scheduler-environment-'));
    mkdirSync(join(folder, 'below'));
    writeFileSync(join(folder, 'package.json'), '{}');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  async function run(cwd: string, env: Readonly<Record<string, string>>, ...argv: string[]) {
    const [stdout, stderr] = [new CapturedStream(), new CapturedStream()];
    const code = await runConsole({ argv, cwd, env, stdout, stderr });
    return { code, stdout: stdout.text, stderr: stderr.text };
  }

  it('looks after the store that SCHEDULER_STORE names, the same one in every folder of a project', async () => {
    const env = { SCHEDULER_STORE: 'sqlite', SCHEDULER_SQLITE_FILE: 'data/jobs.db' };
    const created = await run(
      folder,
      env,
      ...['schedule:create', '--type', 'greet', '--name', 'hello', '--every', '5m', '--json'],
    );
    expect(created).toMatchObject({ code: 0, stderr: '' });
    const listed = await run(join(folder, 'below'), env, 'schedule:list', '--json');
    expect(JSON.parse(listed.stdout)).toMatchObject({ jobs: [{ name: 'hello', type: 'greet' }] });
    expect(existsSync(join(folder, 'data/jobs.db'))).toBe(true);
    expect(existsSync(join(folder, 'below/data'))).toBe(false);
  });

  it('looks after runs of workflows whose code it does not have', async () => {
    const env = { SCHEDULER_STORE: 'sqlite', SCHEDULER_SQLITE_FILE: 'jobs.db' };
    const approval = defineWorkflow('approval', {}, (w) => void w.approval('check'));
    const workflows = createWorkflows({ definitions: [approval] });
    const node = createNodeFromEnvironment({ env, root: folder, workflows, logger: silentLogger });
    await node.open();
    await workflows.start('approval', undefined, { id: 'a1' });
    expect((await run(folder, env, 'workflow:list')).stdout).toMatch(/^a1 +approval +running /m);
    expect((await run(folder, env, 'workflow:graph', 'a1')).stdout).toContain('check');
    expect(await run(folder, env, 'workflow:approve', 'a1', 'check', '--by', 'Ada')).toEqual({
      code: 0,
      stdout: 'approved in approval (a1), which is completed now\n',
      stderr: '',
    });
    expect((await workflows.getState('a1')).run.status).toBe('completed');
    await node.stop();
  });

  it('declares no jobs, so that applying a plan changes nothing', async () => {
    const env = { SCHEDULER_STORE: 'memory' };
    const { code, stdout } = await run(folder, env, 'schedule:plan', '--apply');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'this application declares no jobs\n' });
  });

  it('refuses variables that are wrong, and a store whose address is missing', async () => {
    const unknown = await run(folder, { SCHEDULER_STORE: 'oracle' }, 'schedule:list');
    expect(unknown.stderr).toContain('accepted: sqlite, postgres, mysql, redis, memory');
    const nowhere = await run(folder, { SCHEDULER_STORE: 'postgres' }, 'schedule:list');
    expect(nowhere.stderr).toContain('SCHEDULER_POSTGRES_URL');
    expect([unknown.code, nowhere.code]).toEqual([1, 1]);
  });

  it('says how to write a configuration where no store is named either', async () => {
    const { code, stderr } = await run(folder, {}, 'schedule:list');
    expect(code).toBe(1);
    expect(stderr).toContain('no scheduler.config.{ts,js,mjs,cjs} was found');
    expect(stderr).toContain('createNodeFromEnvironment({ root: __dirname, handlers: [] })');
    expect(stderr).toContain('or a store with SCHEDULER_STORE');
  });
});
