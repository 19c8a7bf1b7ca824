import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKnexStore } from '@scheduler/knex';
import { SettableClock } from '@scheduler/testing';
import { NOW, principal, Scene } from './test-support/scene.js';

interface PageOfIds {
  readonly items: { readonly id: string }[];
  readonly next_cursor: string | null;
}

it('the API works on SQLite: jobs, executions page by page, keys, audit and repeated requests', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-http-'));
  const clock = new SettableClock(NOW);
  const store = createKnexStore({ connection: `sqlite:${join(folder, 'jobs.db')}`, clock });
  await store.migrations?.up();
  const scene = new Scene({ store, access: { apiKeys: true } });
  try {
    const as = principal('admin', 'acme');
    const body = { name: 'daily', schedule: '0 9 * * *', handler_name: 'greet', payload: { a: 1 } };
    const create = () => scene.send('POST', '/jobs/cron', { as, body, headers: { 'idempotency-key': 'k' } });
    expect([(await create()).status, (await create()).status]).toEqual([201, 201]);
    for (let number = 0; number < 25; number++) await scene.send('POST', '/jobs/daily/run', { as });
    const ids = new Set<string>();
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const { json } = await scene.send<PageOfIds>('GET', `/executions?limit=10${query}`, { as });
      for (const { id } of json.items) ids.add(id);
      cursor = json.next_cursor;
    } while (cursor !== null);
    expect(ids.size).toBe(25);
    const key = await scene.send<{ token: string }>('POST', '/keys', {
      as,
      body: { name: 'ci', preset: 'viewer' },
    });
    const headers = { authorization: `Bearer ${key.json.token}` };
    expect((await scene.send<unknown[]>('GET', '/jobs', { as: null, headers })).json).toHaveLength(1);
    const audit = await scene.send<{ items: unknown[] }>('GET', '/audit?limit=100', { as });
    expect(audit.json.items).toHaveLength(27);
    expect((await scene.send('GET', '/jobs/daily', { as: principal('admin', 'globex') })).status).toBe(404);
  } finally {
    await scene.node.stop();
    rmSync(folder, { recursive: true });
  }
});
