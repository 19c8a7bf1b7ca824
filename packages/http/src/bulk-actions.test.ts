import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Permission } from '@scheduler/core';
import { begin, bulkScenes, ended, failures, jobs } from './test-support/bulk.js';
import { principal } from './test-support/scene.js';

const sceneOf = bulkScenes();

describe('a bulk action (F252)', () => {
  it('retries every matching execution and not only those of a page', async () => {
    const scene = sceneOf();
    const failed = await failures(scene, 450);
    const answer = await begin(scene, { action: 'executions.retry', filter: { status: ['failed'] } });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      202,
      `/api/v1/scheduler/bulk-actions/${answer.json.id}`,
    ]);
    expect(answer.json).toMatchObject({ state: 'running', matched: 450, created_by: 'admin@all' });
    expect(await ended(scene, answer)).toMatchObject({
      state: 'completed',
      matched: 450,
      done: 450,
      failed: 0,
    });
    const { total } = await scene.node.scheduler.listExecutions({ statuses: ['pending'] });
    expect([total, failed.length]).toEqual([450, 450]);
  });

  it('counts exactly in a dry run, shows a sample and changes nothing', async () => {
    const scene = sceneOf();
    await failures(scene, 23);
    const { status, json } = await scene.send<{ matched: number; sample: unknown[] }>(
      'POST',
      '/bulk-actions',
      { body: { action: 'deadLetters.delete', filter: {}, dry_run: true } },
    );
    expect([status, json.matched, json.sample.length]).toEqual([200, 23, 10]);
    expect(json.sample[0]).toEqual({
      id: expect.any(String),
      name: null,
      handler_name: 'break',
      status: 'failed',
      at: '2030-01-01T12:00:00.000Z',
    });
    const none = { queue: ['none'], error_class: ['terminal'], since: '2031-01-01T00:00:00Z' };
    const other = await begin(scene, { action: 'executions.cancel', filter: none, dry_run: true });
    expect(other.json.matched).toBe(0);
    expect((await scene.node.deadLetters.stats()).total).toBe(23);
    const audit = await scene.send<{ items: unknown[] }>('GET', '/audit');
    expect(audit.json.items).toEqual([]);
  });

  it.each([
    ['jobs.pause', 'active', 'paused'],
    ['jobs.cancel', 'active', 'cancelled'],
    ['jobs.resume', 'paused', 'active'],
  ])('%s changes all jobs that are %s, in pages that change meanwhile', async (action, before, after) => {
    const scene = sceneOf();
    await jobs(scene, 405);
    if (before === 'paused') await ended(scene, await begin(scene, { action: 'jobs.pause', filter: {} }));
    const filter = { tags: ['night'], type: 'cron', name_contains: 'JOB-' };
    expect(await ended(scene, await begin(scene, { action, filter }))).toMatchObject({
      state: 'completed',
      matched: 405,
      done: 405,
    });
    expect((await scene.node.scheduler.list({ statuses: [after as 'active'] })).total).toBe(405);
    const again = await begin(scene, { action: 'jobs.delete', filter: { status: [after] } });
    expect(await ended(scene, again)).toMatchObject({ done: 405 });
    expect((await scene.node.scheduler.list()).total).toBe(0);
  });

  it('retries and discards dead letters', async () => {
    const scene = sceneOf();
    await failures(scene, 7);
    const retried = await begin(scene, { action: 'deadLetters.retry', filter: { handler_name: ['break'] } });
    expect(await ended(scene, retried)).toMatchObject({ matched: 7, done: 7 });
    await scene.work();
    const discarded = await begin(scene, { action: 'deadLetters.delete', filter: { queue: ['default'] } });
    expect(await ended(scene, discarded)).toMatchObject({ matched: 7, done: 7 });
    expect((await scene.node.deadLetters.stats()).total).toBe(0);
  });

  it('says what failed and why, and goes on with the rest', async () => {
    const scene = sceneOf();
    await jobs(scene, 130);
    for (let number = 0; number < 120; number++) await scene.node.scheduler.cancel(`job-${number}`);
    const filter = { status: ['active', 'cancelled'] };
    const bulk = await ended(scene, await begin(scene, { action: 'jobs.pause', filter }));
    expect(bulk).toMatchObject({ state: 'completed', matched: 130, done: 10, failed: 120 });
    expect(bulk.reasons).toEqual([{ code: 'ILLEGAL_TRANSITION', count: 120 }]);
    expect(bulk.failures).toHaveLength(100);
    expect(bulk.failures[0]).toMatchObject({
      code: 'ILLEGAL_TRANSITION',
      detail: expect.stringContaining('cancelled'),
    });
  });

  it('is written down as a whole and item by item, under one request', async () => {
    const scene = sceneOf();
    const [first] = await failures(scene, 2, 'acme');
    const as = principal('admin', 'acme');
    const headers = { 'x-request-id': 'evening-cleanup' };
    const body = { action: 'executions.retry', filter: {}, reason: 'the mail server was away' };
    await ended(scene, await begin(scene, body, { as, headers }), { as });
    const { json } = await scene.send<{ items: Record<string, unknown>[] }>('GET', '/audit', { as });
    const shown = json.items.map(({ operation, object, reason, request_id, platform_id }) => ({
      operation,
      object,
      rest: [reason, request_id, platform_id],
    }));
    const rest = ['the mail server was away', 'evening-cleanup', 'acme'];
    expect(shown.map(({ operation }) => operation).sort()).toEqual([
      'bulkActions.create',
      'bulkActions.end',
      'executions.retry',
      'executions.retry',
    ]);
    for (const each of shown) expect(each.rest).toEqual(rest);
    expect(shown).toContainEqual({
      operation: 'executions.retry',
      object: { kind: 'execution', id: first },
      rest,
    });
  });
});

describe('every item goes through the gate (F252)', () => {
  it('of its tenant', async () => {
    const scene = sceneOf();
    await failures(scene, 3, 'acme');
    await failures(scene, 4, 'globex');
    const as = principal('operator', 'acme');
    const mine = await begin(scene, { action: 'executions.retry', filter: {} }, { as });
    expect(await ended(scene, mine, { as })).toMatchObject({ matched: 3, done: 3, platform_id: 'acme' });
    const foreign = await begin(
      scene,
      { action: 'executions.retry', filter: { platform_id: 'globex' } },
      { as },
    );
    expect(foreign.status).toBe(403);
    const globex = { as: principal('admin', 'globex') };
    expect((await scene.send('GET', `/bulk-actions/${mine.json.id}`, globex)).json).toMatchObject({
      status: 404,
      code: 'BULK_ACTION_NOT_FOUND',
    });
    expect((await scene.send('POST', `/bulk-actions/${mine.json.id}/cancel`, globex)).status).toBe(404);
    expect((await scene.send('GET', '/bulk-actions', globex)).json).toEqual([]);
    const named = await begin(scene, { action: 'executions.retry', filter: { platform_id: 'globex' } });
    expect(await ended(scene, named)).toMatchObject({ matched: 4, done: 4, platform_id: 'globex' });
  });

  const bulk = ['bulk:read', 'bulk:write'] as const;
  it.each<[string, readonly Permission[]]>([
    ['executions.retry', ['executions:read', 'executions:retry']],
    ['executions.cancel', ['executions:read', 'executions:cancel']],
    ['deadLetters.retry', ['dead_letters:read', 'dead_letters:write']],
    ['deadLetters.delete', ['dead_letters:read', 'dead_letters:write']],
    ['jobs.pause', ['jobs:read', 'jobs:write']],
    ['jobs.delete', ['jobs:read', 'jobs:write']],
  ])('of the permissions that %s needs, also in a dry run', async (action, needed) => {
    const scene = sceneOf();
    const send = async (permissions: readonly Permission[], dry_run: boolean) => {
      const as = { ...principal('viewer', 'acme'), permissions };
      return (await begin(scene, { action, filter: {}, dry_run }, { as })).status;
    };
    for (const dryRun of [true, false]) {
      expect(await send([...bulk, ...needed], dryRun)).toBe(dryRun ? 200 : 202);
      for (const missing of [...bulk.slice(1), ...needed]) {
        const others = [...bulk, ...needed].filter((name) => name !== missing);
        expect([missing, await send(others, dryRun)]).toEqual([missing, 403]);
      }
    }
  });

  it('of a credential that still holds: after it is revoked no further item is carried out', async () => {
    let asked = 0;
    const as = principal('admin', 'acme');
    const scene = sceneOf({ authenticate: () => (asked++ < 6 ? as : null) });
    await failures(scene, 50, 'acme');
    const answer = await begin(scene, { action: 'executions.retry', filter: {} });
    while (asked <= 6) await nextTurn();
    await nextTurn();
    asked = 0;
    expect(await ended(scene, answer)).toMatchObject({
      state: 'interrupted',
      matched: 50,
      done: 5,
      interruption: { code: 'FORBIDDEN', detail: 'the credential does not allow this any more' },
    });
    expect((await scene.node.scheduler.listExecutions({ statuses: ['pending'] })).total).toBe(5);
  });

  it('of an API that may write', async () => {
    const scene = sceneOf({ readOnly: true });
    for (const dry_run of [true, false])
      expect((await begin(scene, { action: 'jobs.delete', filter: {}, dry_run })).json).toMatchObject({
        code: 'READ_ONLY',
      });
  });
});
