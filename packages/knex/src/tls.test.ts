import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, selfSignedCertificate } from '@scheduler/test-support';
import { connect } from './connect/connect.js';
import { onEach } from './test-support/on-database.js';
import type { TestDatabase } from './test-support/test-database.js';

onEach(['postgres'], (database) => describe('TLS', () => connectsByTls(database)));

function connectsByTls(database: TestDatabase): void {
  let folder: string;
  const setting = (name: string, value: string | null) =>
    database.knex.raw(`ALTER SYSTEM ${value === null ? `RESET ${name}` : `SET ${name} = '${value}'`}`);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'scheduler-tls-'));
    chmodSync(folder, 0o755);
    for (const name of ['server', 'other']) {
      const { certificate, key } = selfSignedCertificate();
      writeFileSync(join(folder, `${name}.crt`), certificate, { mode: 0o644 });
      writeFileSync(join(folder, `${name}.key`), key, { mode: 0o600 });
    }
    // The key has to belong to the user of the server.
    const { rows } = (await database.knex.raw('SHOW data_directory')) as {
      rows: { data_directory: string }[];
    };
    const owner = statSync(rows[0]?.data_directory ?? '');
    chownSync(join(folder, 'server.key'), owner.uid, owner.gid);
    await setting('ssl_cert_file', join(folder, 'server.crt'));
    await setting('ssl_key_file', join(folder, 'server.key'));
    await setting('ssl', 'on');
    await reload('on');
  });

  afterAll(async () => {
    for (const name of ['ssl', 'ssl_cert_file', 'ssl_key_file']) await setting(name, null);
    await reload('off');
    rmSync(folder, { recursive: true });
  });

  async function reload(ssl: string): Promise<void> {
    await database.knex.raw('SELECT pg_reload_conf()');
    await eventually('the new settings', async () => {
      const { rows } = (await database.knex.raw('SHOW ssl')) as { rows: { ssl: string }[] };
      return rows[0]?.ssl === ssl;
    });
  }

  const url = (mode: string, authority: string) =>
    `${database.url}?sslmode=${mode}&sslrootcert=${encodeURIComponent(join(folder, `${authority}.crt`))}`;

  it('is used by every connection of a store, notifications included', async () => {
    const store = database.store({ connection: url('verify-full', 'server') });
    try {
      await store.open();
      const { rows } = (await store.knex.raw(
        `SELECT ssl, count(*)::int AS open FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
         WHERE application_name = 'scheduler' AND backend_start > now() - interval '1 minute' AND ssl GROUP BY ssl`,
      )) as { rows: { ssl: boolean; open: number }[] };
      // The one of this statement, and the one that listens.
      expect(rows[0]?.open).toBeGreaterThanOrEqual(2);
    } finally {
      await store.close();
    }
  });

  it('is refused where the certificate of the server is not trusted', async () => {
    const { knex, pools } = connect(url('verify-full', 'other'));
    try {
      await expect(knex.raw('SELECT 1')).rejects.toThrow(/certificate/);
    } finally {
      await pools.close();
    }
  });
}
