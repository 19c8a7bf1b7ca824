import type { Redis } from 'ioredis';
import { baseOf } from '../database/redis-database.js';
import type { Fields } from '../executions/execution-hash.js';

type Found = Map<string, string>;

const US = '\u001f';

/** The contents of the indexes of executions, as expected by their hashes and as stored; both as `<index> <member> <score or count>`. */
export interface Audit {
  readonly expected: readonly string[];
  readonly stored: readonly string[];
}

/** Reads all hashes and indexes of executions of a store. */
export async function auditExecutions(redis: Redis, keyPrefix: string): Promise<Audit> {
  const base = baseOf(keyPrefix);
  const names = (await redis.keys(`${base}*`)).map((key) => key.slice(base.length));
  const expected: Found = new Map();
  for (const name of names.filter((one) => one.startsWith('x:')))
    expectOf(expected, (await redis.hgetall(base + name)) as Fields);
  const stored: Found = new Map();
  for (const name of names) if (INDEX.test(name)) await readIndex(redis, base, name, stored);
  return { expected: linesOf(expected), stored: linesOf(stored) };
}

const INDEX = /^(?:w|p|pq|s|t|je|ju|jo|jc|n|dn|ended|dead|steps|rx|parked):|^(?:leases|n|dn|keys|unique)$/;

export async function readIndex(redis: Redis, base: string, name: string, stored: Found): Promise<void> {
  const kind = await redis.type(base + name);
  if (kind === 'zset') {
    const list = await redis.zrange(base + name, '0', '-1', 'WITHSCORES');
    for (let at = 0; at + 1 < list.length; at += 2) stored.set(`${name} ${list[at]}`, list[at + 1] ?? '');
  } else if (kind === 'set') {
    for (const member of await redis.smembers(base + name)) stored.set(`${name} ${member}`, '');
  } else {
    for (const [field, value] of Object.entries(await redis.hgetall(base + name)))
      stored.set(`${name} ${field}`, value);
  }
}

/** Adds the entries that one execution has to have in the indexes. */
function expectOf(expected: Found, x: Fields): void {
  const { id = '', status = '', queue = '', job, tenant, gate } = x;
  const began = x['started'] ?? x['sched'] ?? '';
  const isUnfinished = status === 'pending' || status === 'running';
  const put = (index: string, score = '') => expected.set(`${index} ${id}`, score);
  const count = (hash: string, field: string) => {
    const key = `${hash} ${field}`;
    expected.set(key, String(Number(expected.get(key) ?? 0) + 1));
  };
  put(`s:${status}`, began);
  if (tenant !== undefined) put(`t:${tenant}`, began);
  if (job !== undefined) put(`je:${job}`, began);
  if (x['run'] !== undefined) put(`rx:${x['run']}`);
  if (job !== undefined && isUnfinished) put(`ju:${job}`);
  if (job !== undefined && x['occ_at'] !== undefined) expected.set(`jo:${job} ${x['occ_at']}`, '');
  if (status === 'running') put('leases', x['lease']);
  else if (!isUnfinished) {
    const index = x['dead'] === undefined ? 'ended' : 'dead';
    put(`${x['run'] === undefined ? '' : 'steps:'}${index}:${status}`, x['finished']);
  } else if (gate === undefined) put(`w:${queue}:${x['prio']}`, x['avail']);
  else {
    put(`p:${gate}${US}${queue}`, String(Number(x['prio']) * 1e13 + Number(x['avail'])));
    put(`parked:${queue}`, x['avail']);
    expected.set(`pq:${gate} ${queue}`, '');
  }
  for (const hash of tenant === undefined ? ['n'] : ['n', `n:${tenant}`])
    count(hash, `${status}${US}${queue}`);
  if (job !== undefined) {
    count(`jc:${job}`, [status, queue, ...(tenant === undefined ? [] : [tenant])].join(US));
    if (status === 'running') count(`jc:${job}`, 'running');
  }
  if (status === 'running' && x['ckey'] !== undefined) count('keys', x['ckey']);
  if (x['dead'] === undefined) return;
  for (const hash of tenant === undefined ? ['dn'] : ['dn', `dn:${tenant}`]) {
    count(hash, `queue${US}${queue}`);
    count(hash, `class${US}${x['eclass'] ?? 'unknown'}`);
  }
}

export function linesOf(found: Found): readonly string[] {
  return [...found]
    .filter(([key]) => !key.startsWith('unique '))
    .map(([key, value]) => `${key} ${value}`.trim())
    .sort();
}
