import { Scene } from '../test-support/scene.js';

async function setUp() {
  const scene = new Scene([], { circuits: { api: { failureThreshold: 1, resetTimeout: '1m' } } });
  const { scheduler } = scene.node;
  await scheduler.enqueueMany([
    { type: 'explode', circuit: 'api', maxRetries: 0 },
    { type: 'explode', circuit: 'smtp', maxRetries: 0 },
  ]);
  await scene.node.drain();
  return scene;
}

describe('circuit:list (F166)', () => {
  it('shows every circuit and its state', async () => {
    const { code, stdout } = await (await setUp()).run(['circuit:list']);
    expect(code).toBe(0);
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['CIRCUIT', 'STATE', 'FAILURES', 'RESET AFTER', 'RETRY', 'LAST ERROR'],
      ['api', 'open', '1 of 1', '1m', 'in 1 min', expect.stringContaining('boom')],
      ['smtp', 'closed', '1 of 5', '30s', '-', expect.stringContaining('boom')],
      [''],
    ]);
    expect(stdout).not.toContain('\u001b[2J');
  });

  it('shows them as JSON with --json', async () => {
    const { circuits } = (await (await setUp()).run(['circuit:list', '--json'])).json<{
      circuits: unknown[];
    }>();
    expect(circuits).toMatchObject([
      {
        name: 'api',
        state: 'open',
        failures: 1,
        retryAt: '2030-01-01T12:01:00.000Z',
        options: { failureThreshold: 1 },
      },
      { name: 'smtp', state: 'closed' },
    ]);
  });

  it('reports that there is none', async () => {
    expect((await new Scene().run(['circuit:list'])).stdout).toBe(
      'no circuit is configured, and none has failed\n',
    );
  });
});

describe('circuit:reset (F166)', () => {
  it('closes a circuit', async () => {
    const scene = await setUp();
    expect(await scene.run(['circuit:reset', 'api'])).toMatchObject({
      code: 0,
      stdout: 'closed api: executions that wait for it run at their next attempt\n',
    });
    expect(await scene.node.circuits.getState('api')).toMatchObject({ state: 'closed', failures: 0 });
  });

  it('notes an unknown circuit, which is usually misspelled', async () => {
    const { code, stderr } = await (await setUp()).run(['circuit:reset', 'apii']);
    expect(code).toBe(0);
    expect(stderr).toContain('the circuit apii is not configured and has never failed (known: api, smtp)');
  });
});

it('schedule:create names the circuit of a job, and schedule:show shows it', async () => {
  const scene = await setUp();
  await scene.create('greet', 'hello', '--every', '1h', '--circuit', 'smtp');
  expect((await scene.run(['schedule:show', 'hello'])).stdout).toMatch(/circuit\s+smtp/);
});
