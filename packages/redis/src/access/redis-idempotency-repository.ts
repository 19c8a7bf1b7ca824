import { createHash } from 'node:crypto';
import type { IdempotentResponse } from '@scheduler/contracts';
import {
  type BeginIdempotent,
  type CompleteIdempotent,
  type IdempotencyHold,
  type IdempotencyRepository,
  type IdempotencyState,
  parseJson,
  type PruneIdempotent,
} from '@scheduler/contracts/adapter';
import { inChunks } from '../database/in-chunks.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { ABANDON, BEGIN, COMPLETE, DELETE_ENTRIES } from './idempotency-steps.js';

/** Idempotency keys on Redis. */
export class RedisIdempotencyRepository implements IdempotencyRepository {
  constructor(private readonly database: RedisDatabase) {}

  async begin(request: BeginIdempotent): Promise<IdempotencyState> {
    const { tenant, requestHash, holder, lockMs, ttlMs } = request;
    const [kind, json] = (await this.database.run(BEGIN, [
      idOf(request),
      tenant ?? '',
      requestHash,
      holder,
      lockMs,
      ttlMs,
    ])) as [IdempotencyState['kind'], string?];
    if (kind !== 'done') return { kind };
    return { kind, response: parseJson(json) as unknown as IdempotentResponse };
  }

  async complete({ response, ...hold }: CompleteIdempotent): Promise<boolean> {
    const { status, headers, body } = response;
    const json = JSON.stringify({ status, headers, body });
    return (await this.database.run(COMPLETE, [idOf(hold), hold.holder, json])) === 1;
  }

  async abandon(hold: IdempotencyHold): Promise<void> {
    await this.database.run(ABANDON, [idOf(hold), hold.holder]);
  }

  async prune({ before, limit }: PruneIdempotent): Promise<number> {
    const { redis } = this.database;
    const ids = await redis.zrangebyscore(
      this.database.key('access:requests:expiring'),
      '-inf',
      `(${before.getTime()}`,
      'LIMIT',
      0,
      limit,
    );
    return this.delete(ids, before.getTime());
  }

  async deleteOfTenant({ tenant, limit }: { readonly tenant: string; readonly limit: number }) {
    const { redis } = this.database;
    const ids = await redis.zrange(this.database.key(`access:requests:of:${tenant}`), '0', String(limit - 1));
    return this.delete(ids, '+inf');
  }

  /** An entry that was taken anew meanwhile stays. */
  private async delete(ids: readonly string[], before: number | '+inf'): Promise<number> {
    let deleted = 0;
    for (const chunk of inChunks(ids))
      deleted += Number(await this.database.run(DELETE_ENTRIES, [before, chunk.length, ...chunk]));
    return deleted;
  }
}

/** A digest of both. The length separates them, whatever characters they have. */
function idOf({ scope, key }: Pick<IdempotencyHold, 'scope' | 'key'>): string {
  return createHash('sha256').update(`${scope.length}:${scope}${key}`).digest('hex');
}
