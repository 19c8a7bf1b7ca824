import { ConfigurationInvalid, QueryInvalid } from '@scheduler/contracts';
import type { RateLimitRepository } from '@scheduler/contracts/adapter';
import { loadConfig } from '../../config/load-config.js';
import { fakePort } from '../../test-support/fake-port.js';
import { RateLimitBuckets } from './rate-limit-buckets.js';
import { RateLimits } from './rate-limits.js';

const { rateLimits: configured } = loadConfig({
  config: { rateLimits: { global: '60/m', queues: { mails: '10/s' }, custom: { stripe: '5/s' } } },
});

function limitsOn(answers: Partial<RateLimitRepository> = {}) {
  const rateLimits = fakePort<RateLimitRepository>(answers);
  const limits = new RateLimits({
    buckets: new RateLimitBuckets(configured),
    rateLimits,
    ports: { require: () => undefined },
  });
  return { limits, rateLimits };
}

describe('RateLimits (F163)', () => {
  it('takes all tokens or none', async () => {
    const { limits, rateLimits } = limitsOn({
      acquire: async () => ({ granted: 3, retryAfterMs: 0, left: 4 }),
    });
    expect(await limits.acquire('queue', 'mails', { tokens: 3 })).toEqual({ ok: true });
    expect(rateLimits.of('acquire')).toMatchObject([
      { buckets: [{ key: 'queue:mails' }], wanted: 3, least: 3 },
    ]);
  });

  it('tells when to come again', async () => {
    const { limits } = limitsOn({ acquire: async () => ({ granted: 0, retryAfterMs: 1_500, left: 0 }) });
    expect(await limits.acquire('global')).toEqual({
      ok: false,
      reason: 'rate_limited',
      retryAfterMs: 1_500,
    });
  });

  it('is always ok where nothing is limited, without asking the store', async () => {
    expect(await limitsOn().limits.acquire('queue', 'reports')).toEqual({ ok: true });
    expect(await limitsOn().limits.acquire('type', 'mail')).toEqual({ ok: true });
  });

  it.each<[(limits: RateLimits) => Promise<unknown>, string]>([
    [
      (l) => l.acquire('custom', 'strype'),
      'key: is not a configured limit; did you mean stripe?, got "strype"',
    ],
    [
      (l) => l.acquire('queue', 'mails', { tokens: 11 }),
      'tokens: is more than the limit ever holds, got 11; accepted: at most 10',
    ],
    [(l) => l.acquire('queue', 'mails', { tokens: 0 }), 'tokens: is too small'],
    [(l) => l.acquire('lane' as never, 'mails'), 'scope: is not known'],
  ])('refuses what makes no sense: %#', async (act, message) => {
    const refused = act(limitsOn().limits);
    await expect(refused).rejects.toBeInstanceOf(ConfigurationInvalid);
    await expect(refused).rejects.toThrow(message);
  });

  it('fills the bucket of a limit, and refuses one that is not configured', async () => {
    const { limits, rateLimits } = limitsOn({ reset: async () => undefined });
    expect(await limits.reset('queue', 'mails')).toEqual({
      scope: 'queue',
      key: 'mails',
      tokens: 10,
      capacity: 10,
      periodMs: 1_000,
      refillRate: 10,
    });
    expect(await limits.reset('global')).toMatchObject({ key: null, tokens: 60 });
    expect(rateLimits.of('reset')).toMatchObject([
      { buckets: [{ key: 'queue:mails' }] },
      { buckets: [{ key: 'global' }] },
    ]);
    for (const [refused, message] of [
      [() => limits.reset('queue', 'mail'), 'did you mean mails?'],
      [() => limits.reset('type', 'mail'), "accepted: one of rateLimits.types, such as { 'mail': '10/s' }"],
      [() => limits.reset('global', 'mails'), 'key: is not a configured limit'],
      [() => limits.reset('lane' as never), 'scope: is not known'],
    ] as const) {
      await expect(refused()).rejects.toBeInstanceOf(QueryInvalid);
      await expect(refused()).rejects.toThrow(message);
    }
    expect(rateLimits.of('reset')).toHaveLength(2);
  });

  it('tells tokens, capacity and refill rate', async () => {
    const { limits } = limitsOn({
      status: async ({ buckets }) => buckets.map(({ key }) => ({ key, tokens: 4.5 })),
    });
    const all = await limits.status();
    expect(all.map(({ scope, key }) => [scope, key])).toEqual([
      ['global', null],
      ['queue', 'mails'],
      ['custom', 'stripe'],
    ]);
    expect(await limits.status('queue', 'mails')).toEqual([
      { scope: 'queue', key: 'mails', tokens: 4.5, capacity: 10, periodMs: 1_000, refillRate: 10 },
    ]);
    expect(await limits.status('global')).toMatchObject([{ capacity: 60, refillRate: 1 }]);
    await expect(limits.status('lane' as never)).rejects.toBeInstanceOf(QueryInvalid);
  });
});
