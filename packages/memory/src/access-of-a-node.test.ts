import { type ApiKey, type AuditPrincipal, silentLogger } from '@scheduler/contracts';
import { createSchedulerNode, type NewApiKey, PERMISSIONS, PRESETS, toCursor } from '@scheduler/core';
import { SettableClock } from '@scheduler/testing';
import { createMemoryStore } from './memory-store.js';

const VIEWER: NewApiKey = { name: 'grafana', tenant: null, preset: 'viewer' };
const ADA: AuditPrincipal = { id: 'ada', kind: 'application' };
const PAUSED = {
  tenant: null,
  principal: ADA,
  action: 'jobs:write',
  operation: 'jobs.pause',
  object: { kind: 'job', id: 'job-1' },
  reason: null,
  requestId: null,
};
const REQUEST = { tenant: null, scope: 'ada', key: 'order-7', requestHash: 'abc' };

function scene() {
  const clock = new SettableClock('2030-01-01T00:00:00Z');
  const store = createMemoryStore({ clock });
  const node = createSchedulerNode({ store, clock, logger: silentLogger });
  return { clock, store, node, ...node.access };
}

const invalid = (field: string) =>
  expect.objectContaining({
    code: 'ACCESS_INVALID',
    issues: expect.arrayContaining([expect.objectContaining({ field })]),
  });

describe('an API key', () => {
  it('lets its holder in, with its permissions and its tenant, and is stored without its secret', async () => {
    const { clock, store, apiKeys } = scene();
    const { key, token } = await apiKeys.create({
      name: 'deployment',
      tenant: 'acme',
      permissions: ['circuits:*', 'jobs:read'],
      createdBy: 'ada',
    });
    expect(key).toEqual({
      id: key.id,
      name: 'deployment',
      tenant: 'acme',
      permissions: ['jobs:read', 'circuits:read', 'circuits:write'],
      createdAt: clock.now(),
      createdBy: 'ada',
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
    });
    expect(token).toMatch(/^sch_[A-Za-z0-9]+_[0-9a-f]{64}$/);
    expect(await apiKeys.verify(token)).toEqual(key);
    const secret = token.split('_')[2] ?? '';
    expect(JSON.stringify(await store.access.apiKeys.find({ id: key.id }))).not.toContain(secret);
  });

  it('is as random as the next one', async () => {
    const { apiKeys } = scene();
    const tokens = await Promise.all(Array.from({ length: 20 }, async () => apiKeys.create(VIEWER)));
    expect(new Set(tokens.map(({ token }) => token.split('_')[2])).size).toBe(20);
  });

  it('gives one and the same answer to a key that is wrong, unknown, expired or revoked', async () => {
    const { clock, apiKeys } = scene();
    const expiresAt = new Date(clock.now().getTime() + 60_000);
    const expiring = await apiKeys.create({ ...VIEWER, expiresAt });
    const revoked = await apiKeys.create(VIEWER);
    const [valid, other] = [await apiKeys.create(VIEWER), await apiKeys.create(VIEWER)];
    expect(await apiKeys.verify(expiring.token)).toMatchObject({ id: expiring.key.id });
    await apiKeys.revoke({ id: revoked.key.id, tenant: null });
    await clock.advance('1m');
    const swapped = valid.token.replace(valid.key.id, other.key.id);
    const unknown = valid.token.replace(valid.key.id, 'nobody');
    for (const token of [expiring.token, revoked.token, swapped, unknown, '', null, undefined, 7])
      expect(await apiKeys.verify(token)).toBeNull();
    expect(await apiKeys.verify(valid.token)).toMatchObject({ id: valid.key.id });
  });

  it('remembers its last use, some seconds later or when the node stops, and not more than once a minute', async () => {
    const { clock, store, node, apiKeys } = scene();
    const { key, token } = await apiKeys.create(VIEWER);
    const lastUse = async () => (await store.access.apiKeys.find({ id: key.id }))?.lastUsedAt;
    const first = clock.now();
    await apiKeys.verify(token);
    expect(await lastUse()).toBeNull();
    await clock.advance('5s');
    expect(await lastUse()).toEqual(first);
    await apiKeys.verify(token);
    await clock.advance('10s');
    expect(await lastUse()).toEqual(first);
    await clock.advance('2m');
    const last = clock.now();
    await apiKeys.verify(token);
    await node.stop();
    expect(await lastUse()).toEqual(last);
  });

  it.each<[string, Partial<Record<keyof NewApiKey, unknown>>]>([
    ['name', { name: '' }],
    ['name', { name: 'a\u0000b' }],
    ['tenant', { tenant: 'no tenant!' }],
    ['tenant', { tenant: undefined }],
    ['permissions', { preset: undefined }],
    ['permissions', { preset: undefined, permissions: [] }],
    ['permissions', { permissions: ['jobs:read'] }],
    ['permissions', { preset: undefined, permissions: ['jobs:fly'] }],
    ['preset', { preset: 'root' }],
    ['expiresAt', { expiresAt: new Date('2029-12-31T00:00:00Z') }],
    ['expiresAt', { expiresAt: 'tomorrow' }],
    ['secret', { secret: 'mine' } as never],
  ])('is refused for a wrong %s', async (field, change) => {
    const { apiKeys } = scene();
    const given = { ...VIEWER, ...change } as NewApiKey;
    await expect(apiKeys.create(given)).rejects.toEqual(invalid(field));
    expect((await apiKeys.list({ tenant: null })).items).toEqual([]);
  });

  it('cannot do more than the one who creates it', async () => {
    const { apiKeys } = scene();
    const within = { tenant: 'acme', permissions: PRESETS.viewer };
    const own = await apiKeys.create({ ...VIEWER, tenant: 'acme', within });
    expect(own.key.tenant).toBe('acme');
    const denied = expect.objectContaining({ code: 'PERMISSION_DENIED' });
    await expect(apiKeys.create({ ...VIEWER, tenant: 'acme', preset: 'operator', within })).rejects.toEqual(
      denied,
    );
    for (const tenant of [null, 'other'])
      await expect(apiKeys.create({ ...VIEWER, tenant, within })).rejects.toMatchObject({
        code: 'TENANT_INVALID',
      });
    const all = { tenant: null, permissions: PERMISSIONS };
    expect((await apiKeys.create({ ...VIEWER, tenant: 'other', within: all })).key.tenant).toBe('other');
  });

  it('is found and revoked within its tenant alone', async () => {
    const { clock, apiKeys } = scene();
    const { key } = await apiKeys.create({ ...VIEWER, tenant: 'acme' });
    const notFound = expect.objectContaining({ code: 'API_KEY_NOT_FOUND' });
    const foreign = { id: key.id, tenant: 'other' };
    await expect(apiKeys.get(foreign)).rejects.toEqual(notFound);
    await expect(apiKeys.revoke(foreign)).rejects.toEqual(notFound);
    expect(await apiKeys.get({ id: key.id, tenant: 'acme' })).toEqual(key);
    const revoked = await apiKeys.revoke({ id: key.id, tenant: 'acme' });
    expect(revoked).toEqual({ ...key, revokedAt: clock.now() });
    await expect(apiKeys.get({ id: key.id } as never)).rejects.toEqual(invalid('tenant'));
    await expect(apiKeys.get(undefined as never)).rejects.toEqual(invalid('reference'));
  });

  it('is listed in pages without the hash of its secret', async () => {
    const { apiKeys } = scene();
    for (let index = 0; index < 5; index += 1) await apiKeys.create({ ...VIEWER, name: `key ${index}` });
    const seen: Partial<ApiKey>[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const page = await apiKeys.list({ tenant: null, limit: 2, ...(after === undefined ? {} : { after }) });
      seen.push(...page.items);
      after = page.next;
    }
    expect(seen.map(({ name }) => name).sort()).toEqual([0, 1, 2, 3, 4].map((index) => `key ${index}`));
    expect(seen.every((key) => !('secretHash' in key))).toBe(true);
    await expect(apiKeys.list({ tenant: null, after: 'x' })).rejects.toEqual(invalid('after'));
    await expect(apiKeys.list({ tenant: null, limit: 0 })).rejects.toEqual(invalid('limit'));
    await expect(apiKeys.list({} as never)).rejects.toEqual(invalid('tenant'));
  });
});

describe('the audit log', () => {
  it('gives each record an id and a time, and lists the newest first in pages', async () => {
    const { clock, auditLog } = scene();
    const [first, second] = await auditLog.append([
      { ...PAUSED, before: { status: 'active' }, after: { status: 'paused' } },
      { ...PAUSED, operation: 'jobs.resume' },
    ]);
    expect(first).toMatchObject({
      at: clock.now(),
      before: { status: 'active' },
      after: { status: 'paused' },
    });
    expect(second).toMatchObject({ before: null, after: null });
    await clock.advance('1s');
    const [third] = await auditLog.append([{ ...PAUSED, principal: { id: 'bob', kind: 'jwt' } }]);
    const page = await auditLog.list({ tenant: null, limit: 2 });
    expect(page.items).toHaveLength(2);
    expect(page.items[0]).toEqual(third);
    const rest = await auditLog.list({ tenant: null, limit: 2, after: page.next ?? '' });
    expect([rest.items.length, rest.next]).toEqual([1, null]);
    expect((await auditLog.list({ tenant: null, principal: 'bob' })).items).toEqual([third]);
    expect((await auditLog.list({ tenant: 'acme' })).items).toEqual([]);
    expect(await auditLog.append([])).toEqual([]);
  });

  it('keeps a record whatever its texts and values are, since what was done is done', async () => {
    const { auditLog } = scene();
    const [record] = await auditLog.append([
      {
        ...PAUSED,
        principal: { id: `a\u0000${'b'.repeat(300)}`, kind: 'jwt' },
        reason: 'x'.repeat(5_000),
        before: 'y'.repeat(300_000),
        after: (() => undefined) as never,
      },
    ]);
    expect(record?.principal.id).toBe(`a\ufffd${'b'.repeat(253)}`);
    expect(record?.reason).toHaveLength(2_000);
    expect(record?.before).toMatch(/^\(left out: is too big/);
    expect(record?.after).toMatch(/^\(left out: /);
  });

  it('refuses what is no record and no query', async () => {
    const { auditLog } = scene();
    const odd = { ...PAUSED, principal: { id: 'ada', kind: 'robot' } } as never;
    await expect(auditLog.append([odd])).rejects.toEqual(invalid('principal.kind'));
    await expect(auditLog.append('all' as never)).rejects.toEqual(invalid('entries'));
    await expect(auditLog.list({ tenant: null, since: 'now' } as never)).rejects.toEqual(invalid('since'));
    await expect(auditLog.list({ tenant: null, acton: 'x' } as never)).rejects.toEqual(invalid('acton'));
    const beyond = toCursor({ at: new Date(0), id: 'a' });
    expect(await auditLog.list({ tenant: null, after: beyond })).toEqual({ items: [], next: null });
  });

  it('forgets records after 90 days, or what is configured', async () => {
    const { clock, node, auditLog } = scene();
    await auditLog.append([PAUSED]);
    await clock.advance('89d');
    expect(await node.prune()).toMatchObject({ auditRecords: 0 });
    await clock.advance('2d');
    expect(await node.prune()).toMatchObject({ auditRecords: 1 });
    expect((await auditLog.list({ tenant: null })).items).toEqual([]);
  });
});

describe('a request with an idempotency key', () => {
  it('is carried out once, and answered again for a day', async () => {
    const { clock, node, idempotency } = scene();
    const begun = await idempotency.begin(REQUEST);
    if (begun.kind !== 'new') throw new Error('it is the first');
    expect(await idempotency.begin(REQUEST)).toEqual({ kind: 'running' });
    const response = { status: 201, headers: {}, body: '{}' };
    expect(await begun.complete(response)).toBe(true);
    expect(await idempotency.begin(REQUEST)).toEqual({ kind: 'done', response });
    expect(await idempotency.begin({ ...REQUEST, requestHash: 'other' })).toEqual({ kind: 'mismatch' });
    await clock.advance('23h');
    expect(await node.prune()).toMatchObject({ idempotencyKeys: 0 });
    expect((await idempotency.begin(REQUEST)).kind).toBe('done');
    await clock.advance('2h');
    expect(await node.prune()).toMatchObject({ idempotencyKeys: 1 });
    expect((await idempotency.begin(REQUEST)).kind).toBe('new');
  });

  it('can be repeated after it was abandoned, or took too long', async () => {
    const { clock, idempotency } = scene();
    const first = await idempotency.begin(REQUEST);
    if (first.kind !== 'new') throw new Error('it is the first');
    await first.abandon();
    const second = await idempotency.begin(REQUEST);
    if (second.kind !== 'new') throw new Error('the first was abandoned');
    await clock.advance('1m');
    expect((await idempotency.begin(REQUEST)).kind).toBe('new');
    expect(await second.complete({ status: 200, headers: {}, body: null })).toBe(false);
  });

  it.each(['scope', 'key', 'requestHash', 'tenant'])('is refused for a wrong %s', async (field) => {
    const { idempotency } = scene();
    const given = { ...REQUEST, [field]: 'x\n'.repeat(200) };
    await expect(idempotency.begin(given)).rejects.toEqual(invalid(field));
  });
});

describe('the deletion of a tenant', () => {
  it('deletes its keys, its audit records and its idempotency keys, and nothing of others', async () => {
    const { node, apiKeys, auditLog, idempotency } = scene();
    for (const tenant of ['acme', 'other', null]) {
      await apiKeys.create({ ...VIEWER, tenant });
      await auditLog.append([{ ...PAUSED, tenant }]);
      await idempotency.begin({ ...REQUEST, tenant, scope: String(tenant) });
    }
    const deleted = await node.scheduler.deleteTenant('acme');
    expect(deleted).toMatchObject({ apiKeys: 1, auditRecords: 1, idempotencyKeys: 1 });
    expect((await apiKeys.list({ tenant: null })).items.map(({ tenant }) => tenant).sort()).toEqual([
      null,
      'other',
    ]);
    expect((await auditLog.list({ tenant: null })).items).toHaveLength(2);
    expect((await idempotency.begin({ ...REQUEST, tenant: 'acme', scope: 'acme' })).kind).toBe('new');
    expect((await idempotency.begin({ ...REQUEST, tenant: 'other', scope: 'other' })).kind).toBe('running');
  });
});
