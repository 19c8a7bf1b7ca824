import { createWorkflows, defineWorkflow } from '@scheduler/workflow';
import { displayWidth } from '../output/text.js';
import { Scene } from '../test-support/scene.js';

const LONG = 'a-name-that-somebody-found-good-when-the-screen-was-wide';

const longWorkflow = defineWorkflow(LONG, {}, (w) => {
  const check = w.step(
    'check',
    () => {
      throw new Error(`nothing is as ${LONG} says, and nobody can tell why that is so`);
    },
    { maxRetries: 0, onError: 'continue' },
  );
  w.approval(LONG.slice(0, 47), { after: check });
});

/** Names, queues and errors as long as people make them. */
async function setUp() {
  const circuits = { [`${LONG}-circuit`]: {} };
  const rateLimits = { global: '10/m' };
  const workflows = createWorkflows({ definitions: [longWorkflow] });
  const scene = new Scene([], { circuits, rateLimits }, workflows);
  const { scheduler } = scene.node;
  const queue = 'the-queue-of-long-reports';
  await scene.create('greet', LONG, '--daily', '09:00', '--zone', 'America/Argentina/Buenos_Aires');
  await scene.create('explode', `${LONG}-2`, '--now', '--max-retries', '0', '--circuit', `${LONG}-circuit`);
  await scene.create('explode', 'bang', '--every', '1h', '--max-retries', '0');
  await scheduler.enqueue({ type: 'explode', maxRetries: 0, queue });
  await scheduler.onEvent('ticket:created', { kind: 'enqueue', request: { type: 'greet' } }, { name: LONG });
  await workflows.start(LONG, undefined, { id: 'run-1' });
  await scene.node.tick();
  await scene.node.drain({ queues: ['default', queue] });
  return scene;
}

describe('on a terminal of 80 columns', () => {
  it.each([
    [['schedule:list']],
    [['schedule:history', `${LONG}-2`]],
    [['schedule:show', `${LONG}-2`]],
    [['schedule:why', 'bang']],
    [['schedule:preview', '0 9 * * *', '--zone', 'America/Argentina/Buenos_Aires']],
    [['schedule:forecast', '--until', '2d']],
    [['schedule:process', '--run']],
    [['execution:list']],
    [['dead-letter:list']],
    [['dead-letter:stats']],
    [['workflow:list']],
    [['workflow:definitions']],
    [['workflow:show', 'run-1']],
    [['queue:stats']],
    [['circuit:list']],
    [['rate-limit:list']],
    [['event:list']],
    [['health']],
    [['metrics']],
    [['list']],
  ])('%j fits', async (argv) => {
    const { code, stdout } = await (await setUp()).run(argv, { terminal: 80 });
    expect(code).toBeLessThan(2);
    expect(stdout.trim()).not.toBe('');
    // eslint-disable-next-line no-control-regex -- the codes of colours take no columns
    const lines = stdout.replaceAll(/\u001b\[\d+m/g, '').split('\n');
    expect(lines.filter((line) => displayWidth(line) > 80)).toEqual([]);
  });

  it('cuts nothing in a pipe', async () => {
    const { stdout } = await (await setUp()).run(['schedule:list']);
    expect(stdout).toContain(`${LONG}-2`);
    expect(stdout).toContain('America/Argentina/Buenos_Aires');
  });
});
