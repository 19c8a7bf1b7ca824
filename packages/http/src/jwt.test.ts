import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigurationInvalid } from '@scheduler/contracts';
import { PRESETS } from '@scheduler/core';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose';
import { jwtAuthenticator, type JwtOptions } from './jwt.js';
import { principalOfClaims } from './jwt/principal-of-claims.js';
import { Scene } from './test-support/scene.js';

const ISSUER = 'https://id.example.com/';
const scenes: Scene[] = [];
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.node.stop();
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

interface Pair {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
}

async function pairOf(algorithm: string, kid = algorithm): Promise<Pair> {
  const pair = await generateKeyPair(algorithm, { extractable: true });
  return { ...pair, jwk: { ...(await exportJWK(pair.publicKey)), kid, alg: algorithm, use: 'sig' } };
}

const now = () => Math.floor(Date.now() / 1_000);
const claims = {
  sub: 'ada',
  org_id: 'acme',
  scope: 'openid jobs:read jobs:write',
  iss: ISSUER,
  aud: 'scheduler',
};

function signed(pair: Pair, change: object = {}, header: object = {}): Promise<string> {
  const { alg = '', kid = '' } = pair.jwk;
  return new SignJWT({ ...claims, exp: now() + 600, ...change })
    .setProtectedHeader({ alg, kid, ...header })
    .sign(pair.privateKey);
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const forged = (header: object, sign: (text: string) => string, change: object = {}) => {
  const text = `${encoded(header)}.${encoded({ ...claims, exp: now() + 600, ...change })}`;
  return `${text}.${sign(text)}`;
};
const hmac = (secret: string | Buffer) => (text: string) =>
  createHmac('sha256', secret).update(text).digest('base64url');

function sceneOf(options: Partial<JwtOptions>): Scene {
  const base = { issuer: ISSUER, audience: 'scheduler', tenant: 'org_id' };
  const scene = new Scene({ authenticate: jwtAuthenticator({ ...base, ...options } as JwtOptions) });
  scenes.push(scene);
  return scene;
}

const get = (scene: Scene, token: string, path = '/jobs') =>
  scene.send('GET', path, { as: null, headers: { authorization: `Bearer ${token}` } });

const rsa = pairOf('RS256');

describe('a token of an identity provider (F252)', () => {
  it.each(['RS256', 'ES256', 'EdDSA'])('signed by %s lets in, by the keys of a server', async (algorithm) => {
    const pair = await pairOf(algorithm);
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [pair.jwk] }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())));
    const { port } = server.address() as AddressInfo;
    const scene = sceneOf({ jwksUrl: `http://127.0.0.1:${port}/keys` });
    const token = await signed(pair);
    const body = { name: 'daily', schedule: '0 9 * * *', handler_name: 'greet' };
    const headers = { authorization: `Bearer ${token}` };
    const created = await scene.send('POST', '/jobs/cron', { as: null, headers, body });
    expect([created.status, created.json]).toEqual([
      201,
      expect.objectContaining({ platform_id: 'acme', created_by: 'ada' }),
    ]);
    expect((await get(scene, token, '/audit')).status).toBe(403);
    expect((await get(scene, await signed(pair, { org_id: 'globex' }), '/jobs/daily')).status).toBe(404);
    expect(asked).toBe(1);
  });

  it('is taken until it has expired, give or take the tolerance', async () => {
    const pair = await rsa;
    const scene = sceneOf({ keys: [pair.jwk], clockTolerance: '60s' });
    for (const [expiry, status] of [
      [now() + 60, 200],
      [now() - 30, 200],
      [now() - 90, 401],
    ])
      expect((await get(scene, await signed(pair, { exp: expiry }))).status).toBe(status);
    expect((await get(scene, await signed(pair, { nbf: now() + 30 }))).status).toBe(200);
    expect((await get(scene, await signed(pair, { nbf: now() + 90 }))).status).toBe(401);
  });

  const attacks: Readonly<Record<string, (pair: Pair) => Promise<string> | string>> = {
    'no signature (alg none)': () => forged({ alg: 'none' }, () => ''),
    'no signature under another spelling': () => forged({ alg: 'nOnE', kid: 'RS256' }, () => ''),
    'an HMAC made with the public key as a PEM': async ({ publicKey }) =>
      forged({ alg: 'HS256', kid: 'RS256' }, hmac(await exportSPKI(publicKey))),
    'an HMAC made with the public key as a JWK': ({ jwk }) =>
      forged({ alg: 'HS256', kid: 'RS256' }, hmac(JSON.stringify(jwk))),
    'an HMAC made with the modulus': ({ jwk }) =>
      forged({ alg: 'HS256', kid: 'RS256' }, hmac(Buffer.from(jwk.n ?? '', 'base64url'))),
    'the signature of another key with the same id': async () => signed(await pairOf('RS256')),
    'a key that the token brings along': async () => {
      const own = await pairOf('RS256', 'mine');
      return signed(own, {}, { jwk: own.jwk });
    },
    'an address of keys that the token brings along': async () =>
      signed(await pairOf('RS256', 'mine'), {}, { jku: 'https://evil.example.com/keys' }),
    'a key that is not known': async () => signed(await pairOf('RS256', 'other')),
    'an algorithm that is not configured': async () => signed(await pairOf('ES256', 'RS256')),
    'claims that were changed': async (pair) => {
      const [header, , signature] = (await signed(pair)).split('.');
      return `${header}.${encoded({ ...claims, org_id: 'globex', exp: now() + 600 })}.${signature}`;
    },
    'an extension that must be understood': async (pair) => {
      const [, body, signature] = (await signed(pair)).split('.');
      return `${encoded({ alg: 'RS256', kid: 'RS256', crit: ['x'], x: 1 })}.${body}.${signature}`;
    },
    'another issuer': (pair) => signed(pair, { iss: 'https://id.example.com.evil.org/' }),
    'no issuer': (pair) => signed(pair, { iss: undefined }),
    'another audience': (pair) => signed(pair, { aud: ['scheduler2', 'billing'] }),
    'no audience': (pair) => signed(pair, { aud: undefined }),
    'no expiry': (pair) => signed(pair, { exp: undefined }),
    'an expiry that is no number': (pair) => signed(pair, { exp: 'never' }),
    'no subject': (pair) => signed(pair, { sub: undefined }),
    'a subject that is too long': (pair) => signed(pair, { sub: 'x'.repeat(256) }),
    'no tenant, which must not mean all': (pair) => signed(pair, { org_id: undefined }),
    'a tenant of null': (pair) => signed(pair, { org_id: null }),
    'an empty tenant': (pair) => signed(pair, { org_id: '' }),
    'a list of tenants': (pair) => signed(pair, { org_id: ['acme', 'globex'] }),
    'a tenant that is a number': (pair) => signed(pair, { org_id: 7 }),
    'no token': () => 'x',
    'three empty parts': () => '..',
    'parts that are no JSON': () => 'a.b.c',
    'five parts, which are encrypted': () => 'a.b.c.d.e',
  };

  it.each(Object.keys(attacks))('with %s is 401 without a hint', async (name) => {
    const pair = await rsa;
    const scene = sceneOf({ keys: [pair.jwk], algorithms: ['RS256'] });
    const { status, json } = await get(scene, (await attacks[name]?.(pair)) ?? '');
    expect([status, json['detail'], scene.errors]).toEqual([401, 'a valid credential is needed', []]);
  });

  it('of another kind is refused where the kind is configured', async () => {
    const pair = await rsa;
    const scene = sceneOf({ keys: [pair.jwk], type: 'at+jwt' });
    expect((await get(scene, await signed(pair, {}, { typ: 'JWT' }))).status).toBe(401);
    expect((await get(scene, await signed(pair, {}, { typ: 'at+jwt' }))).status).toBe(200);
  });

  it('is taken from its header only, and never from the address', async () => {
    const pair = await rsa;
    const scene = sceneOf({ keys: [pair.jwk] });
    const token = await signed(pair);
    for (const path of [`/jobs?access_token=${token}`, `/jobs?token=${token}`])
      expect((await scene.send('GET', path, { as: null })).status).toBe(401);
    expect(
      (await scene.send('GET', '/jobs', { as: null, headers: { cookie: `token=${token}` } })).status,
    ).toBe(401);
  });

  it('that cannot be checked is 503 without the address of the keys, which is reported', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => gone.once('listening', resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const scene = sceneOf({ jwksUrl: `http://127.0.0.1:${port}/secret-path` });
    const answer = await get(scene, await signed(await rsa));
    expect([answer.status, answer.json['code'], answer.headers.get('retry-after')]).toEqual([
      503,
      'IDENTITY_UNAVAILABLE',
      '5',
    ]);
    expect(answer.text).not.toMatch(/secret-path|127\.0\.0\.1|ECONN/);
    expect(scene.errors).toHaveLength(1);
  });
});

describe('the claims of a token (F252)', () => {
  const read = (change: object, options: Partial<JwtOptions> = {}) =>
    principalOfClaims({ ...claims, ...change }, { issuer: '', audience: '', tenant: 'org_id', ...options });

  it.each<[string, object, Partial<JwtOptions>, readonly string[]]>([
    ['a text with spaces', {}, {}, ['jobs:read', 'jobs:write']],
    ['a list', { scope: ['jobs:run', 7, null, 'jobs:run'] }, {}, ['jobs:run']],
    ['nothing', { scope: undefined }, {}, []],
    ['what is no text', { scope: { 'jobs:read': true } }, {}, []],
    ['patterns', { scope: 'jobs:* *' }, {}, []],
    ['names of presets, which are none here', { scope: 'admin operator viewer' }, {}, []],
    ['names of a prototype', { scope: 'constructor __proto__' }, { presets: {} }, []],
    [
      'presets by their values',
      { roles: ['ops'] },
      { permissions: 'roles', presets: { ops: 'operator' } },
      PRESETS.operator,
    ],
    ['a function', {}, { permissions: ({ sub }) => (sub === 'ada' ? ['keys:read'] : []) }, ['keys:read']],
    ['a function that gives nonsense', {}, { permissions: () => 7 as never }, []],
  ])('%s', (_title, change, options, expected) => {
    expect(read(change, options)?.permissions).toEqual(expected);
  });

  it.each<[string, JwtOptions['tenant'], string | null | undefined]>([
    ['a claim', 'org_id', 'acme'],
    ['null: all tenants', null, null],
    ['a function', ({ org_id }) => `t-${String(org_id)}`, 't-acme'],
    ['a function that gives null', () => null, null],
    ['a function that gives nothing', () => undefined, undefined],
    ['a function that gives what is no tenant', () => ' ', undefined],
    ['a member of every object', 'constructor', undefined],
  ])('name the tenant by %s', (_title, tenant, expected) => {
    expect(read({}, { tenant })?.tenant).toBe(expected);
  });
});

describe('jwtAuthenticator refuses (F252)', () => {
  const right = {
    jwksUrl: 'https://id.example.com/keys',
    issuer: ISSUER,
    audience: 'scheduler',
    tenant: 'org_id',
  };

  it.each<[string, object, RegExp]>([
    ['no keys', { jwksUrl: undefined }, /jwksUrl: and keys are both given, or both missing/],
    ['keys twice', { keys: [{ kty: 'RSA' }] }, /both given/],
    ['keys over a connection that others can change', { jwksUrl: 'http://id.example.com/keys' }, /https/],
    ['keys of a file', { jwksUrl: 'file:///etc/keys' }, /https/],
    ['a password in an address', { jwksUrl: 'https://a:b@id.example.com/keys' }, /https/],
    ['a shared secret', { jwksUrl: undefined, keys: [{ kty: 'oct', k: 'x' }] }, /public key/],
    ['a private key', { jwksUrl: undefined, keys: [{ kty: 'RSA', n: 'x', e: 'x', d: 'x' }] }, /private/],
    ['an empty list of keys', { jwksUrl: undefined, keys: [] }, /keys: is empty/],
    ['no issuer', { issuer: undefined }, /issuer/],
    ['no audience', { audience: [] }, /audience/],
    ['no tenant', { tenant: undefined }, /tenant/],
    ['the algorithm none', { algorithms: ['none'] }, /algorithms\[0\]: is not accepted/],
    ['an HMAC', { algorithms: ['RS256', 'HS256'] }, /algorithms\[1\]: is not accepted/],
    ['no algorithm', { algorithms: [] }, /algorithms: is empty/],
    ['a tolerance of an hour', { clockTolerance: '1h' }, /at most 5 minutes/],
    ['a preset that is none', { presets: { ops: 'root' } }, /presets/],
    ['a misspelt option', { isuer: ISSUER }, /did you mean 'issuer'/],
  ])('%s', (_title, change, message) => {
    const make = () => jwtAuthenticator({ ...right, ...change } as JwtOptions);
    expect(make).toThrow(ConfigurationInvalid);
    expect(make).toThrow(message);
  });
});
