import { answers, goesAway, run, outputOf, startRun } from './test-support/programs.js';

const userServer = { SCHEDULER_TEST_REDIS_URL: 'redis://user:secret@example.test:1' };
const print = ['--', process.execPath, '--print', 'process.env.SCHEDULER_TEST_POSTGRES_URL'];

/** PostgreSQL can be installed wherever npm is; the others may be missing. */
const service = 'postgres';

describe('node tools/services/run.mjs', () => {
  it('runs a command with the address of a server and ends the server after it', async () => {
    const { code, stdout, stderr } = await run([service, ...print]);
    expect(stderr).toMatch(/PostgreSQL [\d.]+: ready in/);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^postgres:\/\/scheduler:scheduler@127\.0\.0\.1:\d+\/scheduler\n$/),
    });
    expect(await goesAway(stdout.trim())).toBe(true);
  });

  it('ends with the exit code of the command', async () => {
    const { code } = await run(['redis', '--', process.execPath, '--eval', 'process.exit(7)'], userServer);
    expect(code).toBe(7);
  });

  it('leaves nothing behind when it is killed by SIGKILL', async () => {
    const program = startRun([service]);
    const url = await outputOf(program, /export SCHEDULER_TEST_POSTGRES_URL='(.+)'/);
    expect(await answers(url)).toBe(true);
    program.kill('SIGKILL');
    expect(await goesAway(url)).toBe(true);
  });

  it('ends its servers on SIGTERM', async () => {
    const program = startRun([service, '--durable']);
    const url = await outputOf(program, /export SCHEDULER_TEST_POSTGRES_URL='(.+)'/);
    program.kill('SIGTERM');
    const code = await new Promise((resolve) => program.once('exit', resolve));
    expect({ code, answers: await answers(url) }).toEqual({ code: 0, answers: false });
  });

  it('uses the server that a variable names and starts none', async () => {
    const script = 'process.env.SCHEDULER_TEST_REDIS_URL';
    const { stdout, stderr } = await run(['redis', '--', process.execPath, '--print', script], userServer);
    expect(stdout.trim()).toBe(userServer.SCHEDULER_TEST_REDIS_URL);
    expect(stderr).not.toMatch(/starting/);
    // The address may contain a password.
    expect(stderr).not.toMatch(/secret/);
  });

  it.each([['mongodb'], ['--quick']])('refuses %s and shows the usage', async (argument) => {
    const { code, stderr } = await run([argument, ...print]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/names: postgres, mariadb, redis/);
  });
});
