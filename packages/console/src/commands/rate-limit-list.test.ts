import { Scene } from '../test-support/scene.js';

const rateLimits = { global: '60/m', queues: { default: '10/s' }, custom: { 'partner-api': '1/h' } } as const;

describe('rate-limit:reset (F163)', () => {
  it('fills the bucket of a limit', async () => {
    const scene = new Scene([], { rateLimits });
    await scene.node.rateLimits.acquire('custom', 'partner-api');
    expect(await scene.run(['rate-limit:reset', 'custom', 'partner-api'])).toMatchObject({
      code: 0,
      stdout: 'filled custom partner-api: 1 of 1 tokens\n',
    });
    expect(await scene.node.rateLimits.acquire('custom', 'partner-api')).toEqual({ ok: true });
    expect((await scene.run(['rate-limit:reset', 'global', '--json'])).json()).toEqual({
      rateLimit: { scope: 'global', key: null, tokens: 60, capacity: 60, periodMs: 60_000, refillRate: 1 },
    });
  });

  it('refuses a limit that is not configured, and names those that are', async () => {
    const { code, stderr } = await new Scene([], { rateLimits }).run([
      'rate-limit:reset',
      'custom',
      'partner',
    ]);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/partner-api/);
  });
});

describe('rate-limit:list (F163)', () => {
  it('shows every limit and its remaining tokens', async () => {
    const scene = new Scene([], { rateLimits });
    await scene.node.rateLimits.acquire('custom', 'partner-api');
    const { code, stdout } = await scene.run(['rate-limit:list']);
    expect(code).toBe(0);
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['SCOPE', 'KEY', 'TOKENS', 'CAPACITY', 'PERIOD', 'PER SECOND'],
      ['global', '-', '60.0', '60', '1m', '1'],
      ['queue', 'default', '10.0', '10', '1s', '10'],
      ['custom', 'partner-api', '0.0', '1', '1h', '0'],
      [''],
    ]);
  });

  it('shows the limits of one scope, as JSON with --json', async () => {
    const { json } = await new Scene([], { rateLimits }).run([
      'rate-limit:list',
      '--scope',
      'queue',
      '--json',
    ]);
    expect(json()).toEqual({
      rateLimits: [
        { scope: 'queue', key: 'default', tokens: 10, capacity: 10, periodMs: 1_000, refillRate: 10 },
      ],
    });
  });

  it('reports that there is none', async () => {
    expect((await new Scene().run(['rate-limit:list'])).stdout).toBe('no rate limit is configured\n');
  });
});
