import type { Redis } from 'ioredis';
import { baseOf } from '../database/redis-database.js';
import type { Fields } from '../executions/execution-hash.js';
import { ownerKey } from '../jobs/job-keys.js';
import { type Audit, linesOf, readIndex } from './audit-store.js';

const INDEX = /^runs:|^rn$|^rn:|^gn$/;

/** Reads all hashes and indexes of runs of a store. */
export async function auditRuns(redis: Redis, keyPrefix: string): Promise<Audit> {
  const base = baseOf(keyPrefix);
  const names = (await redis.keys(`${base}*`)).map((key) => key.slice(base.length));
  const expected = new Map<string, string>();
  for (const name of names.filter((one) => one.startsWith('r:')))
    expectOf(expected, name.slice(2), (await redis.hgetall(base + name)) as Fields);
  const stored = new Map<string, string>();
  for (const name of names) if (INDEX.test(name)) await readIndex(redis, base, name, stored);
  return { expected: linesOf(expected), stored: linesOf(stored) };
}

/** Adds the entries that one run has to have in the indexes. */
function expectOf(expected: Map<string, string>, id: string, run: Fields): void {
  const { name = '', status = '', tenant, parent, root = '', created = '', ended, graph = '' } = run;
  const count = (key: string) => expected.set(key, String(Number(expected.get(key) ?? 0) + 1));
  for (const scope of tenant === undefined ? ['*'] : ['*', ownerKey(tenant)]) {
    expected.set(`runs:all:${scope} ${id}`, created);
    expected.set(`runs:is:${status}:${scope} ${id}`, created);
    expected.set(`runs:named:${scope}:${name} ${id}`, created);
  }
  if (parent !== undefined) expected.set(`runs:under:${parent} ${id}`, created);
  else if (ended !== undefined) expected.set(`runs:ended:${status} ${id}`, ended);
  if (root !== id) expected.set(`runs:tree:${root} ${id}`, '');
  for (const hash of tenant === undefined ? ['rn'] : ['rn', `rn:${tenant}`])
    count(`${hash} ${status}\u001f${name}`);
  count(`gn ${graph}`);
}
