import { defineJob, type JobHandler, silentLogger, trigger } from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { Scene } from '../test-support/scene.js';

/** A store that an earlier build has filled, and the console of a later build. */
async function setUp() {
  const scene = new Scene();
  const before = createSchedulerNode({
    store: scene.store,
    clock: scene.clock,
    logger: silentLogger,
    config: { unknownTypes: 'accept' },
  });
  const { scheduler } = before;
  await scheduler.schedule({ type: 'greet', name: 'hello', trigger: trigger.every('1h'), tenant: 'acme' });
  await scheduler.schedule({ type: 'fax', name: 'fax-machine', trigger: trigger.every('1h') });
  const { id } = await scheduler.enqueue({ type: 'bill', payload: { customer: 7 } });
  await scheduler.enqueue({ type: 'greet' });
  const numbered = {
    '~standard': {
      version: 1 as const,
      vendor: 'by-hand',
      validate: (value: unknown) =>
        typeof (value as { customer?: unknown }).customer === 'string'
          ? { value }
          : { issues: [{ message: 'is not a text', path: ['customer'] }] },
    },
  };
  const bill = defineJob({ type: 'bill', payload: numbered }).handler(() => undefined);
  const node = (handlers: readonly JobHandler[]) =>
    createSchedulerNode({ store: scene.store, clock: scene.clock, logger: silentLogger, handlers });
  const greet = defineJob({ type: 'greet' }).handler(() => undefined);
  const fax = defineJob({ type: 'fax' }).handler(() => undefined);
  return { scene, id, misfit: node([greet, bill]), fitting: node([greet, fax]), before };
}

describe('schedule:check', () => {
  it('lists what does not fit this build, and fails', async () => {
    const { scene, id, misfit } = await setUp();
    const { code, stdout, stderr } = await scene.run(['schedule:check'], {
      application: { node: misfit },
      terminal: 240,
      env: { NO_COLOR: '1' },
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/WHAT +NAME OR ID +TYPE +PROBLEM +WHY/);
    expect(stdout).toMatch(/job +fax-machine +fax +handler missing +no handler supports the job type "fax"/);
    expect(stdout).toMatch(
      new RegExp(`execution +${id} +bill +payload refused +payload.customer: is not a text`),
    );
    expect(stderr).toContain('error: 2 problems in 2 jobs, 2 waiting executions\n');
  });

  it('succeeds if everything fits', async () => {
    const { scene, id, fitting, before } = await setUp();
    await before.scheduler.cancelExecution(id);
    const ran = await scene.run(['schedule:check'], { application: { node: fitting } });
    expect(ran).toMatchObject({ code: 0, stdout: 'fits: 2 jobs, 1 waiting execution\n', stderr: '' });
  });

  it('is JSON with --json, lists up to the limit, and counts all', async () => {
    const { scene, misfit } = await setUp();
    const { code, json } = await scene.run(['schedule:check', '--json', '--limit', '1'], {
      application: { node: misfit },
    });
    expect(code).toBe(1);
    expect(json()).toMatchObject({
      checked: { jobs: 2, executions: 2 },
      found: 2,
      problems: [{ kind: 'handler_missing', subject: 'job', name: 'fax-machine', type: 'fax' }],
    });
  });

  it('reports how many it does not list', async () => {
    const { scene, misfit } = await setUp();
    const { stderr } = await scene.run(['schedule:check', '--limit', '1'], { application: { node: misfit } });
    expect(stderr).toContain('1 of 2 problems are listed; see --limit');
  });

  it('checks one tenant', async () => {
    const { scene, misfit } = await setUp();
    const ran = await scene.run(['schedule:check', '--tenant', 'acme'], { application: { node: misfit } });
    expect(ran).toMatchObject({ code: 0, stdout: 'fits: 1 job, 0 waiting executions\n' });
  });

  it('shows progress on a terminal', async () => {
    const { scene, misfit } = await setUp();
    const { stderr } = await scene.run(['schedule:check'], {
      application: { node: misfit },
      terminal: 200,
    });
    expect(stderr).toContain('2 jobs, 0 waiting executions checked …');
    expect(stderr).toContain('2 jobs, 2 waiting executions checked …\r\u001b[K');
  });
});
