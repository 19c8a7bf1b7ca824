import {
  type AcquiredTokens,
  type AcquireTokens,
  type BucketStatus,
  type BucketTokens,
  type RateLimitRepository,
  type TokenBucket,
  tokenGapUs,
  tokensIn,
  untilTokens,
} from '@scheduler/contracts/adapter';
import { script, type Scripts } from '../connection/script.js';
import { deleteOwned } from '../database/delete-owned.js';

export interface RedisRateLimitRepositoryOptions {
  readonly scripts: Scripts;
  /** One hash for all buckets, so that one script can change several of them in a cluster too. */
  readonly key: string;
}

/** Arguments: wanted, least, and for each bucket its name, the time between two tokens, and the time to fill it. */
const ACQUIRE = script(`
local now = now_ms() * 1000
local wanted, least = tonumber(ARGV[1]), tonumber(ARGV[2])
local granted = wanted
local debts = {}
for i = 3, #ARGV - 1, 3 do
  local full_at = tonumber(redis.call('HGET', KEYS[1], ARGV[i]) or 0)
  local gap, span = tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2])
  local debt = math.min(math.max(full_at - now, 0), span)
  debts[i] = debt
  granted = math.min(granted, math.floor((span - debt) / gap))
end
if granted < least then granted = 0 end
local answer = { tostring(now), granted }
for i = 3, #ARGV - 1, 3 do
  local full_at = now + debts[i] + granted * tonumber(ARGV[i + 1])
  if granted > 0 then redis.call('HSET', KEYS[1], ARGV[i], string.format('%.0f', full_at)) end
  answer[#answer + 1] = string.format('%.0f', full_at)
end
return answer
`);

/** Arguments: for each bucket its name, and the returned tokens in microseconds. */
const GIVE_BACK = script(`
for i = 1, #ARGV - 1, 2 do
  local full_at = redis.call('HGET', KEYS[1], ARGV[i])
  if full_at then redis.call('HSET', KEYS[1], ARGV[i], string.format('%.0f', tonumber(full_at) - tonumber(ARGV[i + 1]))) end
end
return 1
`);

const READ = script(`
local answer = { tostring(now_ms() * 1000) }
for i = 1, #ARGV - 1 do answer[#answer + 1] = redis.call('HGET', KEYS[1], ARGV[i]) or '0' end
return answer
`);

/** Arguments: the names of the buckets. */
const FILL = script(`
for i = 1, #ARGV - 1 do redis.call('HDEL', KEYS[1], ARGV[i]) end
return 1
`);

/** Token buckets in one hash, which has for each the instant at which it is full again, in microseconds. */
export class RedisRateLimitRepository implements RateLimitRepository {
  constructor(private readonly options: RedisRateLimitRepositoryOptions) {}

  async acquire({ buckets, wanted, least }: AcquireTokens): Promise<AcquiredTokens> {
    const args = buckets.flatMap((bucket) => {
      const gap = tokenGapUs(bucket);
      return [bucket.key, gap, bucket.capacity * gap];
    });
    const [now, granted, ...fullAt] = await this.run(ACQUIRE, [wanted, least, ...args]);
    const nowUs = Number(now);
    const levels = buckets.map((bucket, index) => ({ bucket, fullAtUs: Number(fullAt[index] ?? 0) }));
    return {
      granted: Number(granted),
      retryAfterMs: Math.max(
        ...levels.map(({ bucket, fullAtUs }) => untilTokens(bucket, least, { fullAtUs, nowUs })),
      ),
      left: Math.floor(Math.min(...levels.map(({ bucket, fullAtUs }) => tokensIn(bucket, fullAtUs, nowUs)))),
    };
  }

  async giveBack({ tokens }: { readonly tokens: readonly BucketTokens[] }): Promise<void> {
    if (tokens.length === 0) return;
    await this.run(
      GIVE_BACK,
      tokens.flatMap(({ bucket, count }) => [bucket.key, count * tokenGapUs(bucket)]),
    );
  }

  async status({ buckets }: { readonly buckets: readonly TokenBucket[] }): Promise<readonly BucketStatus[]> {
    if (buckets.length === 0) return [];
    const [now, ...fullAt] = await this.run(
      READ,
      buckets.map(({ key }) => key),
    );
    return buckets.map((bucket, index) => ({
      key: bucket.key,
      tokens: tokensIn(bucket, Number(fullAt[index] ?? 0), Number(now)),
    }));
  }

  async reset({ buckets }: { readonly buckets: readonly TokenBucket[] }): Promise<void> {
    if (buckets.length === 0) return;
    await this.run(
      FILL,
      buckets.map(({ key }) => key),
    );
  }

  deleteOfTenant({ tenant }: { readonly tenant: string }): Promise<number> {
    return deleteOwned(this.options, tenant);
  }

  private async run(
    step: ReturnType<typeof script>,
    args: readonly (string | number)[],
  ): Promise<readonly (string | number)[]> {
    const { scripts, key } = this.options;
    return (await scripts.run(step, { keys: [key], args })) as readonly (string | number)[];
  }
}
