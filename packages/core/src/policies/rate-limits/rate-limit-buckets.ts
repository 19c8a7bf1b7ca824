import { ownedName, type TokenBucket } from '@scheduler/contracts/adapter';
import type { RateLimit } from '../../config/limits-schema.js';
import type { SchedulerConfig } from '../../config/scheduler-config.js';

/** `custom`: a bucket that only the application uses, such as one for a partner's API. */
export type RateLimitScope = 'global' | 'queue' | 'type' | 'custom';

export interface ScopedBucket extends TokenBucket {
  readonly scope: RateLimitScope;
  /** What the limit is for; empty for the global one. */
  readonly name: string;
  /** The tenant whose bucket it is. Null: it is nobody's, or everybody's. */
  readonly tenant: string | null;
}

/** How many buckets of tenants are remembered. They are cheap to make again. */
const MOST_REMEMBERED = 10_000;

/** The buckets that a configuration names. */
export class RateLimitBuckets {
  readonly all: readonly ScopedBucket[];
  private readonly byKey: ReadonlyMap<string, ScopedBucket>;
  private readonly byType: ReadonlyMap<string, readonly ScopedBucket[]>;
  private readonly byQueue: ReadonlyMap<string, readonly ScopedBucket[]>;
  /** The types whose limit all tenants share. */
  private readonly sharedTypes: ReadonlySet<string>;
  private readonly byTenant = new Map<string, readonly ScopedBucket[]>();
  /** The buckets for a queue that has no limit of its own. */
  private readonly everywhere: readonly ScopedBucket[];

  constructor({ global, queues, types, custom }: SchedulerConfig['rateLimits']) {
    this.all = [
      ...(global === null ? [] : [bucketOf('global', '', global)]),
      ...Object.entries(queues).map(([name, limit]) => bucketOf('queue', name, limit)),
      ...Object.entries(types).map(([name, limit]) => bucketOf('type', name, limit)),
      ...Object.entries(custom).map(([name, limit]) => bucketOf('custom', name, limit)),
    ];
    this.byKey = new Map(this.all.map((bucket) => [bucket.key, bucket]));
    const ofScope = (scope: RateLimitScope) => this.all.filter((bucket) => bucket.scope === scope);
    this.everywhere = ofScope('global');
    this.byType = new Map(ofScope('type').map((bucket) => [bucket.name, [bucket]]));
    this.sharedTypes = new Set(
      Object.entries(types).flatMap(([name, { shared }]) => (shared === true ? [name] : [])),
    );
    this.byQueue = new Map(ofScope('queue').map((bucket) => [bucket.name, [bucket, ...this.everywhere]]));
  }

  /** Whether starting executions is limited at all. */
  get limitExecutions(): boolean {
    return this.all.some(({ scope }) => scope !== 'custom');
  }

  /** Null: it has no limit. `tenant`: whose tokens are asked for, where each tenant has a bucket. */
  find(scope: RateLimitScope, name: string, tenant: string | null = null): ScopedBucket | null {
    if (scope === 'type') return this.ofType({ type: name, tenant })[0] ?? null;
    return this.byKey.get(keyOf(scope, name)) ?? null;
  }

  /** All buckets, with those of a tenant where each tenant has one. */
  seenBy(tenant: string | null): readonly ScopedBucket[] {
    if (tenant === null) return this.all;
    return this.all.map((bucket) => this.find(bucket.scope, bucket.name, tenant) ?? bucket);
  }

  /** The buckets from which each execution of a queue needs a token, whatever its type. The same list for the same queue. */
  ofQueue(queue: string): readonly ScopedBucket[] {
    return this.byQueue.get(queue) ?? this.everywhere;
  }

  /** The buckets from which each execution of a type needs a token. The same list for the same type and tenant. */
  ofType({ type, tenant }: TypeOfTenant): readonly ScopedBucket[] {
    const shared = this.byType.get(type) ?? NONE;
    if (tenant === null || shared === NONE || this.sharedTypes.has(type)) return shared;
    const key = ownedName(tenant, type);
    const known = this.byTenant.get(key);
    if (known !== undefined) return known;
    const own = shared.map((bucket) => ({ ...bucket, key: ownedName(tenant, bucket.key), tenant }));
    if (this.byTenant.size >= MOST_REMEMBERED) this.byTenant.clear();
    this.byTenant.set(key, own);
    return own;
  }
}

interface TypeOfTenant {
  readonly type: string;
  readonly tenant: string | null;
}

const NONE: readonly ScopedBucket[] = [];

function bucketOf(scope: RateLimitScope, name: string, { count, periodMs }: RateLimit): ScopedBucket {
  return { key: keyOf(scope, name), scope, name, tenant: null, capacity: count, periodMs };
}

function keyOf(scope: RateLimitScope, name: string): string {
  return scope === 'global' ? 'global' : `${scope}:${name}`;
}
