import type { AuditRecord, JsonValue } from '@scheduler/contracts';
import {
  type AuditLogRepository,
  checkScope,
  type ListAuditRecords,
  matchesAuditFilter,
  parseJson,
  type PruneAuditRecords,
} from '@scheduler/contracts/adapter';
import { inChunks } from '../database/in-chunks.js';
import { pipelined } from '../database/pipelined.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { step } from '../database/step.js';
import { idOfMember, memberOf, membersBefore, newestMembers } from './time-index.js';

/**
 * - `access:audit:<id>`: the record as JSON, after its tenant and a line feed.
 * - `access:audits`, `access:audits:of:<tenant>`: by time (see time-index.ts).
 *
 * Arguments: the number of records, and for each its id, its tenant or an empty text, its member and its JSON.
 */
const APPEND = step(`
for _ = 1, next_number() do
  local id, tenant, member, json = next_arg(), next_arg(), next_arg(), next_arg()
  if redis.call('SETNX', base .. 'access:audit:' .. id, tenant .. '\\n' .. json) == 1 then
    redis.call('ZADD', base .. 'access:audits', 0, member)
    if tenant ~= '' then redis.call('ZADD', base .. 'access:audits:of:' .. tenant, 0, member) end
  end
end
`);

/** Arguments: the number of records, and for each its member and its id. */
const DELETE = step(`
for _ = 1, next_number() do
  local member, id = next_arg(), next_arg()
  local stored = redis.call('GET', base .. 'access:audit:' .. id)
  local tenant = stored and string.match(stored, '^[^\\n]*') or ''
  redis.call('ZREM', base .. 'access:audits', member)
  if tenant ~= '' then redis.call('ZREM', base .. 'access:audits:of:' .. tenant, member) end
  redis.call('DEL', base .. 'access:audit:' .. id)
end
`);

const READ_AT_ONCE = 500;

/** Audit records on Redis. */
export class RedisAuditLogRepository implements AuditLogRepository {
  constructor(private readonly database: RedisDatabase) {}

  /** One script for all of them, so that all are kept or none. */
  async append({ records }: { readonly records: readonly AuditRecord[] }): Promise<void> {
    if (records.length === 0) return;
    const args = records.flatMap((record) => [
      record.id,
      record.tenant ?? '',
      memberOf(record.at, record.id),
      JSON.stringify(record),
    ]);
    await this.database.run(APPEND, [records.length, ...args]);
  }

  /** Goes through the records of the tenant and the time until enough of them match. */
  async list({ limit, after, ...filter }: ListAuditRecords): Promise<readonly AuditRecord[]> {
    const found: AuditRecord[] = [];
    let from = after === undefined ? undefined : memberOf(after.at, after.id);
    while (found.length < limit) {
      const members = await newestMembers(this.database, {
        index: indexOf(checkScope(filter.tenant)),
        after: from,
        since: filter.since,
        until: filter.until,
        limit: READ_AT_ONCE,
      });
      for (const record of await this.read(members))
        if (matchesAuditFilter(record, filter) && found.length < limit) found.push(record);
      if (members.length < READ_AT_ONCE) break;
      from = members.at(-1);
    }
    return found;
  }

  async prune({ before, limit }: PruneAuditRecords): Promise<number> {
    return this.delete(await membersBefore(this.database, { index: 'access:audits', before, limit }));
  }

  async deleteOfTenant({ tenant, limit }: { readonly tenant: string; readonly limit: number }) {
    return this.delete(
      await newestMembers(this.database, { index: indexOf(tenant), after: undefined, limit }),
    );
  }

  private async delete(members: readonly string[]): Promise<number> {
    for (const chunk of inChunks(members)) {
      const args = chunk.flatMap((member) => [member, idOfMember(member)]);
      await this.database.run(DELETE, [chunk.length, ...args]);
    }
    return members.length;
  }

  private async read(members: readonly string[]): Promise<readonly AuditRecord[]> {
    const { redis, base } = this.database;
    const texts = await pipelined<string, string | null>(redis, members, (pipeline, member) =>
      pipeline.get(`${base}access:audit:${idOfMember(member)}`),
    );
    return texts.flatMap((text) => (text === null ? [] : recordOf(text)));
  }
}

function indexOf(tenant: string | null): string {
  return tenant === null ? 'access:audits' : `access:audits:of:${tenant}`;
}

/** None: one that cannot be read must not hide the others. */
function recordOf(text: string): readonly AuditRecord[] {
  try {
    const record = parseJson(text.slice(text.indexOf('\n') + 1)) as unknown as StoredRecord;
    return [{ ...record, at: new Date(record.at) }];
  } catch {
    return [];
  }
}

type StoredRecord = Omit<AuditRecord, 'at'> & { readonly at: string & JsonValue };
