import { ConfigurationInvalid, type InputIssue, QueryInvalid } from '@scheduler/contracts';
import { didYouMean, fields, optional, type RateLimitRepository } from '@scheduler/contracts/adapter';
import { z } from 'zod';
import { integer, nameField, oneOf, tenantField } from '../../support/input/fields.js';
import { argument, checkArguments, rejecting } from '../../support/input/arguments.js';
import { byItsSchema, theTenantOptions } from '../../support/input/common-arguments.js';
import { readInput } from '../../support/input/read-input.js';
import type { StorePorts } from '../../support/store-ports.js';
import type { RateLimitBuckets, RateLimitScope, ScopedBucket } from './rate-limit-buckets.js';

export interface RateLimitsParts {
  readonly buckets: RateLimitBuckets;
  readonly rateLimits: RateLimitRepository;
  readonly ports: Pick<StorePorts, 'require'>;
}

export type RateLimitAnswer =
  | { readonly ok: true }
  /** `retryAfterMs`: until the tokens are there, if nobody else takes them. */
  | { readonly ok: false; readonly reason: 'rate_limited'; readonly retryAfterMs: number };

export interface RateLimitStatus {
  readonly scope: RateLimitScope;
  /** What the limit is for. Null: for everything. */
  readonly key: string | null;
  /** The tenant whose bucket it is. Missing: it is nobody's, or everybody's. */
  readonly tenant?: string;
  /** The tokens that are available now, with the fraction of the next one. */
  readonly tokens: number;
  readonly capacity: number;
  readonly periodMs: number;
  /** Tokens per second. */
  readonly refillRate: number;
}

const scopeField = oneOf(['global', 'queue', 'type', 'custom']);
const acquireSchema = z.strictObject({
  scope: scopeField,
  key: nameField.nullish(),
  tokens: integer(1, 1_000_000),
  tenant: tenantField.optional(),
});
const resetSchema = z.strictObject({
  scope: scopeField,
  key: nameField.nullish(),
  tenant: tenantField.optional(),
});
const statusSchema = z.strictObject({
  scope: scopeField.optional(),
  key: nameField.nullish(),
  tenant: tenantField.optional(),
});

/**
 * The configured limits, shared by all nodes, for an application that applies them outside of executions too.
 *
 * @example
 * const answer = await node.rateLimits.acquire('custom', 'partner-api');
 * if (!answer.ok) return JobResult.snooze(answer.retryAfterMs);
 */
export class RateLimits {
  static {
    checkArguments<RateLimits>(RateLimits, {
      acquire: rejecting(
        ConfigurationInvalid,
        argument('scope', byItsSchema),
        argument('key', byItsSchema),
        argument(
          'options',
          optional(fields({ tokens: byItsSchema, tenant: byItsSchema }, '{ tokens, tenant }')),
        ),
      ),
      status: rejecting(
        QueryInvalid,
        argument('scope', byItsSchema),
        argument('key', byItsSchema),
        theTenantOptions,
      ),
      reset: rejecting(
        QueryInvalid,
        argument('scope', byItsSchema),
        argument('key', byItsSchema),
        theTenantOptions,
      ),
    });
  }

  constructor(private readonly parts: RateLimitsParts) {}

  /**
   * Takes tokens, all or none. Without a limit the answer is always ok; a custom limit has to be configured. `tenant`: takes them from the
   * tenant's own bucket, which limits of types have.
   */
  async acquire(
    scope: RateLimitScope,
    key?: string | null,
    { tokens = 1, tenant }: { readonly tokens?: number; readonly tenant?: string } = {},
  ): Promise<RateLimitAnswer> {
    this.parts.ports.require('rateLimits');
    const value = { scope, key, tokens, tenant };
    readInput({ schema: acquireSchema, value, error: ConfigurationInvalid, subject: 'rate limit' });
    const bucket = this.parts.buckets.find(scope, key ?? '', tenant ?? null);
    if (bucket === null) return this.unlimited(scope, key ?? '');
    refuseMoreThanAll(bucket, tokens);
    const { granted, retryAfterMs } = await this.parts.rateLimits.acquire({
      buckets: [bucket],
      wanted: tokens,
      least: tokens,
    });
    return granted === tokens ? { ok: true } : { ok: false, reason: 'rate_limited', retryAfterMs };
  }

  /** The status of all configured limits, of those of a scope, or of one. `tenant`: as they are for the work of a tenant. */
  async status(
    scope?: RateLimitScope,
    key?: string | null,
    { tenant }: { readonly tenant?: string } = {},
  ): Promise<readonly RateLimitStatus[]> {
    this.parts.ports.require('rateLimits');
    const value = { scope, key, tenant };
    readInput({ schema: statusSchema, value, error: QueryInvalid, subject: 'rate limit' });
    const { rateLimits } = this.parts;
    const buckets = this.parts.buckets
      .seenBy(tenant ?? null)
      .filter((bucket) => (scope ?? bucket.scope) === bucket.scope && (key ?? bucket.name) === bucket.name);
    const levels = await rateLimits.status({ buckets });
    return buckets.map((bucket, index) => statusOf(bucket, levels[index]?.tokens ?? bucket.capacity));
  }

  /**
   * Fills the bucket of one configured limit, for all nodes: what waits for its tokens starts again within a second, and what was put back
   * because of its type when its token was expected. `tenant`: the bucket of a tenant, where each has one.
   */
  async reset(
    scope: RateLimitScope,
    key?: string | null,
    { tenant }: { readonly tenant?: string } = {},
  ): Promise<RateLimitStatus> {
    this.parts.ports.require('rateLimits');
    const value = { scope, key, tenant };
    readInput({ schema: resetSchema, value, error: QueryInvalid, subject: 'rate limit' });
    const bucket = this.parts.buckets.find(scope, key ?? '', tenant ?? null);
    if (bucket === null || bucket.name !== (key ?? ''))
      throw new QueryInvalid(this.notConfigured(scope, key ?? ''));
    await this.parts.rateLimits.reset({ buckets: [bucket] });
    return statusOf(bucket, bucket.capacity);
  }

  private unlimited(scope: RateLimitScope, key: string): RateLimitAnswer {
    if (scope !== 'custom') return { ok: true };
    throw new ConfigurationInvalid(this.notConfigured(scope, key));
  }

  private notConfigured(scope: RateLimitScope, key: string): InputIssue {
    const known = this.parts.buckets.all.filter((bucket) => bucket.scope === scope).map(({ name }) => name);
    const meant = didYouMean(key, known);
    return {
      field: 'key',
      value: key,
      problem:
        meant === null ? 'is not a configured limit' : `is not a configured limit; did you mean ${meant}?`,
      accepted: known.length === 0 ? configuredAs(scope, key) : known.join(', '),
    };
  }
}

/** Where a limit of a scope is configured, with an example. */
function configuredAs(scope: RateLimitScope, key: string): string {
  if (scope === 'global') return `rateLimits.global, such as '10/s'`;
  const section = { queue: 'queues', type: 'types', custom: 'custom' }[scope];
  return `one of rateLimits.${section}, such as { '${key}': '10/s' }`;
}

/** Refuses more tokens than the bucket can ever hold. */
function refuseMoreThanAll({ capacity }: ScopedBucket, tokens: number): void {
  if (tokens <= capacity) return;
  const problem = 'is more than the limit ever holds';
  throw new ConfigurationInvalid({
    field: 'tokens',
    value: tokens,
    problem,
    accepted: `at most ${capacity}`,
  });
}

function statusOf({ tenant, ...bucket }: ScopedBucket, tokens: number): RateLimitStatus {
  const { scope, name, capacity, periodMs } = bucket;
  const key = name === '' ? null : name;
  const owner = tenant === null ? {} : { tenant };
  return { scope, key, ...owner, tokens, capacity, periodMs, refillRate: (capacity * 1_000) / periodMs };
}
