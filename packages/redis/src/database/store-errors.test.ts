import { createRedisStore } from '../redis-store.js';
import { onRedis } from '../test-support/on-redis.js';

const SECRET = 'canary-of-a-password';

/** The error of a store that is opened with a URL like the real one. */
async function refusalOf(
  url: string,
  change: (url: URL) => void,
): Promise<{ code?: string; message: string }> {
  const target = new URL(url);
  target.password = SECRET;
  change(target);
  const store = createRedisStore({ url: target.href });
  try {
    return await store.open().then(
      () => ({ message: 'it was opened' }),
      (error: Error) => error,
    );
  } finally {
    await store.close();
  }
}

onRedis(({ url }) => {
  it.each([
    ['Redis refuses connections; check that Redis runs', (target: URL) => void (target.port = '1')],
    [
      'the host name of Redis is not known; check the host',
      (target: URL) => void (target.hostname = 'no-such-host.invalid'),
    ],
    [
      'Redis refused the user or the password (WRONGPASS); check the user',
      (target: URL) => void (target.username = 'nobody'),
    ],
  ])('says why it cannot connect: %s', async (problem, change) => {
    const { code, message } = await refusalOf(url, change);
    expect(code).toBe('STORE_UNAVAILABLE');
    expect(message).toContain(problem);
    expect(message).not.toMatch(new RegExp(`${SECRET}|no-such-host|nobody`));
  });
});
