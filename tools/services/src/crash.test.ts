import { startServer, type TestServer } from './test-support/test-server.js';
import { answers, evaluate } from './test-support/programs.js';
import { askPostgres } from './test-support/ask-postgres.js';

describe('a server that crashes', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  it('is gone at once, and comes back on its port with all committed data', async () => {
    await askPostgres(server.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await server.tell('crash');
    expect(await answers(server.url)).toBe(false);
    await server.tell('restart');
    expect(await askPostgres(server.url, 'SELECT answer FROM kept')).toBe('42');
  });

  it('loses what was not committed, and recovers', async () => {
    const open = askPostgres(server.url, 'CREATE TABLE lost (id int); SELECT pg_sleep(60)').catch(
      () => 'cut',
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    await server.tell('crash');
    expect(await open).toBe('cut');
    await server.tell('restart');
    const isThere = "SELECT count(*) FROM pg_tables WHERE tablename IN ('kept', 'lost')";
    expect(await askPostgres(server.url, isThere)).toBe('1');
  });

  it('is not started twice, nor crashed when it is down', async () => {
    expect(await server.tell('restart')).toMatch(/PostgreSQL [\d.]+ still runs/);
    await server.tell('crash');
    expect(await server.tell('crash')).toMatch(/PostgreSQL [\d.]+ does not run/);
    await server.tell('restart');
  });
});

describe('the server of a user', () => {
  const given = { SCHEDULER_TEST_POSTGRES_URL: 'postgres://user:secret@example.test:1/name' };

  it('cannot be crashed', async () => {
    const code = `const { crash } = await module.startServices({ names: ['postgres'] }); await crash('postgres');`;
    const { code: exit, stderr } = await evaluate('index.mjs', code, given);
    expect(exit).toBe(1);
    expect(stderr).toMatch(/no own server 'postgres' to crash/);
  });

  it('is not used if `own` is set', async () => {
    const code = `const { urls, stop } = await module.startServices({ names: ['postgres'], own: true });
      console.log(urls.postgres); await stop();`;
    const { stdout } = await evaluate('index.mjs', code, given);
    expect(stdout).toMatch(/^postgres:\/\/scheduler:scheduler@127\.0\.0\.1:\d+\/scheduler\n$/);
  });
});
