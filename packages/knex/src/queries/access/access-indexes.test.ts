import type { AuditRecord } from '@scheduler/contracts';
import type { ListAuditRecords } from '@scheduler/contracts/adapter';
import type { KnexStore } from '../../knex-store.js';
import { DATABASES, onEach } from '../../test-support/on-database.js';
import { planOf, statementsOf } from '../../test-support/plans.js';

const RECORDS = 20_000;
const AT_ONCE = 2_000;
const KEYS = 500;
const START = Date.parse('2030-01-01T00:00:00Z');

/** Every tenth instant has ten records. */
function record(index: number): AuditRecord {
  return {
    id: `r${String(index).padStart(6, '0')}`,
    at: new Date(START + Math.floor(index / 10) * 1_000),
    tenant: `t${index % 50}`,
    principal: { id: `p${index % 50}`, kind: 'api_key' },
    action: 'jobs:write',
    operation: 'jobs.pause',
    object: { kind: 'job', id: `j${index % 200}` },
    before: null,
    after: null,
    reason: null,
    requestId: null,
  };
}

onEach(DATABASES, (database) => {
  let store: KnexStore;

  beforeAll(async () => {
    store = database.store();
    await store.open();
    const { apiKeys, auditLog, idempotency } = store.access;
    for (let from = 0; from < RECORDS; from += AT_ONCE)
      await auditLog.append({ records: Array.from({ length: AT_ONCE }, (_, index) => record(from + index)) });
    for (let index = 0; index < KEYS; index += 1) {
      const [id, tenant] = [`k${index}`, `t${index % 50}`];
      const key = {
        id,
        tenant,
        secretHash: '',
        name: 'n',
        permissions: [],
        createdAt: new Date(START + index),
      };
      const none = { createdBy: null, expiresAt: null, lastUsedAt: null, revokedAt: null };
      await apiKeys.add({ key: { ...key, ...none } });
      const hold = { scope: 's', key: id, holder: 'h' };
      await idempotency.begin({ ...hold, tenant, requestHash: 'x', lockMs: 1_000, ttlMs: 1_000_000 + index });
    }
    await database.analyze();
  }, 120_000);
  afterAll(() => store.close());

  const after = { at: record(RECORDS / 2).at, id: record(RECORDS / 2).id };
  const list = (filter: Partial<ListAuditRecords>) => () =>
    store.access.auditLog.list({ tenant: null, limit: 20, ...filter });
  const operations: Readonly<Record<string, () => Promise<unknown>>> = {
    'the newest records': list({}),
    'the next page': list({ after }),
    'the records of a tenant': list({ tenant: 't7', after }),
    'the records of a principal': list({ principal: 'p7' }),
    'the records of an object': list({ objectKind: 'job', objectId: 'j7' }),
    'the records since an instant': list({ since: new Date(START + 1_990_000) }),
    'pruned records': () => store.access.auditLog.prune({ before: new Date(START + 3_000), limit: 100 }),
    'the records of a tenant that is deleted': () =>
      store.access.auditLog.deleteOfTenant({ tenant: 't9', limit: 100 }),
    'a key by its id': () => store.access.apiKeys.find({ id: 'k7' }),
    'the keys of a tenant': () => store.access.apiKeys.list({ tenant: 't7', limit: 5 }),
    'the use of a key': () => store.access.apiKeys.touch({ uses: [{ id: 'k7', at: new Date(START) }] }),
    'pruned idempotency keys': () => store.access.idempotency.prune({ before: new Date(START), limit: 1 }),
  };

  it.each(Object.keys(operations))('%s: are read by an index', async (name) => {
    const statements = await statementsOf(database, operations[name]!);
    const reads = statements.filter(({ sql }) => /api_keys|audit_log|idempotency_keys/.test(sql));
    expect(reads.length).toBeGreaterThan(0);
    for (const statement of reads) {
      const plan = await planOf(database, statement);
      expect({ scans: plan.filter(isFullScan), sql: statement.sql }).toMatchObject({ scans: [] });
    }
  });

  /** Whether a line of a plan reads a whole table, or sorts what an index has not sorted. */
  function isFullScan(line: string): boolean {
    switch (database.name) {
      case 'postgres':
        return /Seq Scan on|Sort Key/.test(line);
      case 'mariadb':
        return /^table \S+ ALL/.test(line);
      case 'sqlite':
        return /^SCAN \S+( |$)(?!USING)|TEMP B-TREE/.test(line);
    }
  }
});
