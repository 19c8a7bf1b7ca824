import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSignedCertificate } from '@scheduler/test-support';
import { connectForCommands } from './connection/connect.js';
import { createRedisStore } from './redis-store.js';
import { onRedis } from './test-support/on-redis.js';

onRedis((redis) => {
  const { certificate, key } = selfSignedCertificate();
  let folder: string;
  let url: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'scheduler-tls-'));
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'server.crt'), certificate, { mode: 0o644 });
    writeFileSync(join(folder, 'server.key'), key, { mode: 0o644 });
    const port = await freePort();
    url = `rediss://127.0.0.1:${port}`;
    const { hostname } = new URL(redis.url);
    expect(hostname).toBe('127.0.0.1');
    await configure({
      'tls-cert-file': join(folder, 'server.crt'),
      'tls-key-file': join(folder, 'server.key'),
      'tls-ca-cert-file': join(folder, 'server.crt'),
      'tls-auth-clients': 'no',
      'tls-port': `${port}`,
    });
  });

  afterAll(async () => {
    await configure({ 'tls-port': '0' });
    rmSync(folder, { recursive: true });
  });

  async function configure(settings: Readonly<Record<string, string>>): Promise<void> {
    const client = connectForCommands({ url: redis.url });
    await client.connect();
    // All at once: a certificate without its key would be refused.
    await client.call('CONFIG', 'SET', ...Object.entries(settings).flat());
    client.disconnect();
  }

  function freePort(): Promise<number> {
    const server = createServer();
    return new Promise((resolve) =>
      server.listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo;
        server.close(() => resolve(port));
      }),
    );
  }

  it('carries a store whose authority is trusted, with its messages', async () => {
    const options = { url, keyPrefix: redis.newPrefix(), redis: { tls: { ca: certificate } } };
    const store = createRedisStore(options);
    try {
      await store.open();
      expect(await store.queues.counts()).toEqual([]);
    } finally {
      await store.close();
    }
  });

  it('is refused where it is not trusted', async () => {
    const store = createRedisStore({ url, keyPrefix: redis.newPrefix() });
    try {
      await expect(store.open()).rejects.toThrow('the certificate of Redis is not trusted');
    } finally {
      await store.close();
    }
  });
});
