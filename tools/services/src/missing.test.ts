import { evaluate } from './test-support/programs.js';

const start = `
  const { urls, missing, stop } = await module.startServices({ names: ['redis'] });
  console.log(JSON.stringify({ urls, missing }));
  await stop();`;
const without = { SCHEDULER_TEST_WITHOUT: 'mariadb,redis' };

describe('a server that cannot be installed', () => {
  it('is named with the reason and how to install it', async () => {
    const { stdout, stderr } = await evaluate('index.mjs', start, without);
    expect(JSON.parse(stdout)).toEqual({
      urls: {},
      missing: [
        {
          name: 'redis',
          why: 'SCHEDULER_TEST_WITHOUT names it.',
          how: expect.stringMatching(
            /apt-get install redis-server.*Or set SCHEDULER_TEST_REDIS_URL to your own server/,
          ),
        },
      ],
    });
    expect(stderr).toMatch(/✘ Redis is missing/);
  });

  it('is an error in CI', async () => {
    const { code, stdout, stderr } = await evaluate('index.mjs', start, { ...without, CI: 'true' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/Missing: Redis/);
  });

  it('is refused if there is no such service', async () => {
    const { code, stderr } = await evaluate('index.mjs', `await module.startServices({ names: ['oracle'] })`);
    expect(code).toBe(1);
    expect(stderr).toMatch(/No service 'oracle': there are postgres, mariadb, redis/);
  });
});
