import { createRedact, readRedactOptions, redactJson } from './redact.js';

const SECRET = 'S3cr3t-canary';
const redact = createRedact();

describe('redaction', () => {
  it.each([
    `postgres://scheduler:${SECRET}@db/app does not answer`,
    `connect failed: password=${SECRET} host=db`,
    `Server=db;Uid=sa;Pwd=${SECRET};`,
    `{"user":"ann","password":"${SECRET}","port":1}`,
    `{ password: '${SECRET}' }`,
    `password => "a \\"quoted\\" ${SECRET}"`,
    `Authorization: Bearer ${SECRET}`,
    `authorization: bearer ${SECRET}, retry later`,
    `Proxy-Authorization: Basic ${SECRET}`,
    `GET /hooks?token=${SECRET}&page=2`,
    `https://api.example.com/v1?api_key=${SECRET}`,
    `x-api-key: ${SECRET}`,
    `apiKey=${SECRET}`,
    `client_secret=${SECRET}`,
    `access_token=${SECRET}; expires=1`,
    `refresh-token: "${SECRET}"`,
    `aws_secret_access_key = ${SECRET}`,
    `Set-Cookie: ${SECRET}`,
    `sessionId=${SECRET}`,
    `passphrase: ${SECRET}`,
    `-----BEGIN RSA PRIVATE KEY-----\nMIIE${SECRET}\n-----END RSA PRIVATE KEY----- after`,
    `-----BEGIN PRIVATE KEY-----\nMIIE${SECRET}`,
  ])('takes the secret out of %j', (text) => {
    const safe = redact(text);
    expect(safe).not.toContain(SECRET);
    expect(safe).toContain('***');
  });

  it.each([
    [
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
      'invalid eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    ],
    ['AKIAIOSFODNN7EXAMPLE', 'key AKIAIOSFODNN7EXAMPLE was refused'],
    ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', 'clone with ghp_16C7e42F292c6912E7710c838347Ae178B4a'],
    ['sk_live_4eC39HqLyjWDarjtT1zdp7dc', 'stripe: sk_live_4eC39HqLyjWDarjtT1zdp7dc'],
    [`sch_0190_${'ab'.repeat(32)}`, `who showed sch_0190_${'ab'.repeat(32)}?`],
  ])('knows %s by its shape', (secret, text) => {
    expect(redact(text)).not.toContain(secret);
  });

  it.each([
    'the token has expired',
    'password authentication failed for user "ann"',
    'Bearer authentication is required',
    'Basic access is enough',
    'unexpected token } in JSON at position 5',
    'duplicate key value violates unique constraint "jobs_pkey"',
    'connect ECONNREFUSED 127.0.0.1:5432',
    'monkey=banana',
    'see https://example.com/docs?page=2#top',
    'at Object.handle (/app/src/secret-santa.ts:12:5)',
  ])('leaves %j as it is', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('keeps what stands around a secret', () => {
    expect(redact('GET /hooks?token=abc&page=2 failed')).toBe('GET /hooks?token=***&page=2 failed');
    expect(redact('{"password":"abc","port":1}')).toBe('{"password":***,"port":1}');
    expect(redact('Authorization: Bearer abc.def')).toBe('Authorization: Bearer ***');
  });

  it('takes names and patterns of the application', () => {
    const own = createRedact({ names: ['iban', 'x.sig'], patterns: [/\bcustomer-\d+\b/] });
    expect(own('IBAN: DE02120300000000202051, x.sig=abc, customer-7 and customer-8')).toBe(
      'IBAN: ***, x.sig=***, *** and ***',
    );
    expect(own('password=abc')).toBe('password=***');
  });

  it.each([
    [null, /^redact: /],
    [{ names: 'iban' }, /^redact\.names: /],
    [{ names: [''] }, /^redact\.names: /],
    [{ patterns: ['x'] }, /^redact\.patterns: /],
    [{ name: ['iban'] }, /^redact\.name: /],
  ])('refuses %j', (options, message) => {
    expect(() => readRedactOptions(options as never)).toThrow(message);
  });

  it('reads JSON: texts, and names that say so', () => {
    expect(
      redactJson(
        { user: 'ann', password: SECRET, list: [{ apiKey: 5, note: `token=${SECRET}` }], none: null },
        redact,
      ),
    ).toEqual({ user: 'ann', password: '***', list: [{ apiKey: '***', note: 'token=***' }], none: null });
  });

  it('reads a long text in linear time', () => {
    for (const part of ['password=', '"token":"', '-----BEGIN A-----', 'eyJ', 'a:b@', ' '])
      expect(() => redact(part.repeat(20_000))).not.toThrow();
  });
});
