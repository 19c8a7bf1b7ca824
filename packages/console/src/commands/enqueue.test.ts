import type { Execution } from '@scheduler/contracts';
import { Scene } from '../test-support/scene.js';

interface Answer {
  readonly execution: Execution;
}

describe('enqueue', () => {
  it('puts work with a payload into a queue, where a worker finds it', async () => {
    const scene = new Scene();
    const { code, stdout } = await scene.run(['enqueue', 'greet', '--payload', '{"name":"Ada"}']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^enqueued greet in default \(\S+\)\n$/);
    await scene.node.drain();
    expect(scene.calls).toEqual([{ name: 'Ada' }]);
  });

  it('takes its options', async () => {
    const scene = new Scene();
    const options = ['--queue', 'mails', '--priority', 'high', '--delay', '10m', '--max-retries', '1'];
    const more = [
      '--timeout',
      '30s',
      '--tag',
      'a',
      '--meta',
      'k=v',
      '--unique-key',
      'ada',
      '--tenant',
      'acme',
    ];
    const { json } = await scene.run(['enqueue', 'greet', ...options, ...more, '--json']);
    const { execution } = json<Answer>();
    expect(execution).toMatchObject({
      queue: 'mails',
      priority: 2,
      availableAt: '2030-01-01T12:10:00.000Z',
      tags: ['a'],
      metadata: { k: 'v' },
      tenant: 'acme',
    });
    const again = await scene.run(['enqueue', 'greet', ...options, ...more]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('JOB_ALREADY_EXISTS') });
  });

  it('waits for an instant in a zone', async () => {
    const at = ['--at', '2030-01-02T09:00', '--zone', 'Europe/Berlin'];
    const { stdout } = await new Scene().run(['enqueue', 'greet', ...at]);
    expect(stdout).toContain(', runs at 2030-01-02 08:00:00Z');
  });

  it.each([
    [['gret'], 1, 'did you mean "greet"?'],
    [['greet', '--payload', '{name}'], 2, '--payload: "{name}" is not JSON'],
    [['greet', '--queue', 'a b'], 1, '--queue: is not a queue name, got "a b"'],
    [['greet', '--at', '2030-01-02', '--delay', '1m'], 2, '--at and --delay exclude each other'],
    [['greet', '--delay', 'soon'], 2, '--delay: "soon" is not accepted'],
    [[], 2, "missing required argument 'type'"],
  ])('refuses %j', async (argv, exitCode, message) => {
    const { code, stderr } = await new Scene().run(['enqueue', ...argv]);
    expect(code).toBe(exitCode);
    expect(stderr).toContain(message);
  });
});
