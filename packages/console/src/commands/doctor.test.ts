import { defineHandler, silentLogger, StoreUnavailable, trigger } from '@scheduler/contracts';
import { createSchedulerNode, loadConfig, type SchedulerConfigInput, SystemClock } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { checkNodeVersion } from '../doctor/check-environment.js';
import { FakeMigrations, withMigrations } from '../test-support/migrated-store.js';
import { createStore, storeDescriptions } from '../stores/index.js';
import { Scene } from '../test-support/scene.js';

interface Answer {
  readonly healthy: boolean;
  readonly errors: number;
  readonly warnings: number;
  readonly checks: readonly { name: string; status: string; message: string; wayOut: string | null }[];
}

/** The checks whose status is not `ok`, by name. */
const findings = ({ checks }: Answer) =>
  Object.fromEntries(
    checks
      .filter(({ status }) => status !== 'ok')
      .map(({ name, status, message }) => [name, [status, message]]),
  );

describe('doctor', () => {
  let scene: Scene;

  beforeEach(() => {
    scene = new Scene();
  });

  /** A node without handlers on the same store. */
  const bare = (config: SchedulerConfigInput = {}, store = scene.store) => ({
    node: createSchedulerNode({ store, config, clock: scene.clock, logger: silentLogger }),
  });
  const examine = async (application?: ReturnType<typeof bare>) =>
    (await scene.run(['doctor', '--json'], application === undefined ? {} : { application })).json<Answer>();

  it('succeeds if everything is fine', async () => {
    await scene.create('greet', 'hello', '--every', '1h');
    await scene.create('explode', 'bang', '--every', '1h');
    const { code, stdout, stderr } = await scene.run(['doctor']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('✔ configuration            it is valid; the store is memory\n');
    expect(stdout).toContain('✔ jobs-without-handler     2 jobs, and a handler for each type\n');
    expect(stdout).toMatch(/^20 checks, 0 errors, 0 warnings$/m);
    expect(stdout).not.toContain('→');
  });

  it('fails on jobs and waiting executions without a handler, and says what to do', async () => {
    await scene.create('greet', 'hello', '--every', '1h');
    await scene.node.scheduler.enqueue({ type: 'greet' });
    const { code, stdout } = await scene.run(['doctor'], { application: bare() });
    expect(code).toBe(1);
    expect(stdout).toContain(
      '✖ jobs-without-handler     no handler here for greet (1 job, such as hello)\n' +
        '                           → register a handler for the type',
    );
    expect(stdout).toContain(
      '✖ waiting-without-handler  no handler here for waiting executions: greet (1 execution',
    );
    expect(stdout).toMatch(/^20 checks, 2 errors, 0 warnings$/m);
  });

  it('only warns of them if handlers may exist on other nodes', async () => {
    await scene.create('greet', 'hello', '--every', '1h');
    const answer = await examine(bare({ unknownTypes: 'accept' }));
    expect(answer).toMatchObject({ healthy: true, errors: 0, warnings: 1 });
    expect(findings(answer)).toMatchObject({ 'jobs-without-handler': ['warning', expect.anything()] });
  });

  it('fails on payloads that do not fit this build', async () => {
    await scene.create('greet', 'hello', '--every', '1h');
    const validate = () => {
      throw new Error('version 2 is needed');
    };
    const stricter = defineHandler({ type: 'greet', handle: () => undefined, validate });
    const { store, clock } = scene;
    const node = createSchedulerNode({ store, clock, logger: silentLogger, handlers: [stricter] });
    expect(findings(await examine({ node }))).toEqual({
      stored: ['error', 'does not fit this build: hello'],
    });
  });

  it('lists handlers without jobs', async () => {
    const answer = await examine();
    expect(answer).toMatchObject({ healthy: true, warnings: 0 });
    expect(findings(answer)).toEqual({
      'handlers-without-job': ['info', 'handlers that no job uses: explode, greet'],
    });
  });

  it('warns of clocks that are more than a second apart', async () => {
    const at = (time: string) => bare({}, createMemoryStore({ clock: new SettableClock(time) }));
    expect(findings(await examine(at('2030-01-01T12:00:01Z')))).toEqual({});
    expect(findings(await examine(at('2030-01-01T12:00:05Z')))).toEqual({
      clock: ['warning', 'the clock of this process is 5s behind that of the store'],
    });
    expect(findings(await examine(at('2030-01-01T11:58:00Z')))).toEqual({
      clock: ['warning', 'the clock of this process is 2m ahead of that of the store'],
    });
  });

  it('warns of work that does not proceed', async () => {
    const { scheduler } = scene.node;
    await scheduler.schedule({ type: 'greet', trigger: trigger.every('1m') });
    await scheduler.enqueue({ type: 'explode', queue: 'reports' });
    await scheduler.enqueue({ type: 'explode', queue: 'default' });
    await scene.node.queues.pause('default');
    await scene.clock.advance('2m');
    expect(findings(await examine())['ticking']).toBeUndefined();
    await scene.clock.advance('6m');
    expect(findings(await examine())).toMatchObject({
      ticking: ['warning', expect.stringContaining('a job is due since 2030-01-01T12:01:00.000Z')],
      queues: [
        'warning',
        expect.stringMatching(/queue 'reports'.*nothing of it runs.*queue 'default', which is paused/),
      ],
    });
  });

  it('reports quarantine, lost leases and dead letters', async () => {
    const { scheduler } = scene.node;
    await scene.create('greet', 'bad', '--every', '1h');
    await scheduler.pause('bad', 'quarantined: its trigger is not valid');
    await scheduler.enqueue({ type: 'explode', maxRetries: 0 });
    await scene.node.drain();
    await scheduler.enqueue({ type: 'greet' });
    const lanes = [{ queue: 'default', limit: 1 }];
    await scene.store.executions.claim({ owner: 'gone', leaseMs: 1_000, lanes });
    await scene.clock.advance(600_000);
    const answer = await examine();
    expect(answer).toMatchObject({ healthy: false, errors: 1 });
    expect(findings(answer)).toMatchObject({
      quarantine: ['error', 'the stored data of these jobs are not valid: bad'],
      leases: ['warning', '1 running execution lost its node'],
      'dead-letters': ['warning', '1 dead letter needs a decision'],
    });
  });

  it('fails on missing migrations and on a store that does not answer, without its URL', async () => {
    const migrations = new FakeMigrations(['0001_tables']);
    expect(findings(await examine(bare({}, withMigrations(scene.store, migrations))))).toEqual({
      migrations: ['error', 'the schema lacks 1 migration: 0002_more'],
    });
    const open = () => Promise.reject(new Error('cannot reach postgres://me:hunter2@db/jobs today'));
    expect(findings(await examine(bare({}, { ...scene.store, open })))).toEqual({
      store: ['error', 'the memory store does not answer: cannot reach (a URL) today'],
    });
    const away = () => Promise.reject(new StoreUnavailable('memory', 'it does not answer'));
    expect(findings(await examine(bare({}, { ...scene.store, open: away })))).toEqual({
      store: ['error', expect.stringMatching(/^the memory store cannot be used/)],
    });
  });

  it('fails on a configuration that is invalid or missing', async () => {
    const application = () => ({
      node: () =>
        createSchedulerNode({ store: scene.store, clock: new SystemClock(), config: { workers: -1 } }),
    });
    const { code, json } = await scene.run(['doctor', '--json'], { application });
    expect(code).toBe(1);
    expect(findings(json<Answer>())).toMatchObject({
      configuration: ['error', expect.stringContaining('workers')],
    });
    const wantsUrl = {
      node: () => {
        const config = loadConfig({ config: { store: 'postgres' }, ...storeDescriptions() });
        return createSchedulerNode({ store: createStore({ config, clock: scene.clock }) });
      },
    };
    expect((await scene.run(['doctor'], { application: wantsUrl })).stdout).toContain(
      "such as 'postgres://user:password@host:5432/database'",
    );
    const missing = await scene.run(['doctor', '--json'], { application: null, cwd: '/' });
    expect(missing.code).toBe(1);
    expect(findings(missing.json<Answer>())).toMatchObject({
      configuration: ['error', expect.stringMatching(/^no scheduler\.config/)],
    });
  });

  it('warns of unknown variables, with a suggestion', async () => {
    const env = { SCHEDULER_WORKER: '3', SCHEDULER_STORE: 'memory', SCHEDULER_TEST_X: '1', OTHER: '1' };
    const { stdout } = await scene.run(['doctor'], { env });
    expect(stdout).toContain(
      '⚠ variables                unknown variables: SCHEDULER_WORKER (did you mean SCHEDULER_WORKERS?)',
    );
    const ofStores = { SCHEDULER_POSTGRES_URL: 'x', SCHEDULER_REDIS_ULR: 'x', SCHEDULER_ATTIC_URL: 'x' };
    expect((await scene.run(['doctor'], { env: ofStores })).stdout).toContain(
      'unknown variables: SCHEDULER_REDIS_ULR (did you mean SCHEDULER_REDIS_URL?), SCHEDULER_ATTIC_URL',
    );
  });

  it.each([
    ['18.20.0', 'error'],
    ['20.18.3', 'error'],
    ['20.19.0', 'ok'],
    ['22.0.0', 'ok'],
  ])('judges Node.js %s', (version, status) => expect(checkNodeVersion(version).status).toBe(status));
});
