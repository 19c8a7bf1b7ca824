import type { Execution } from '@scheduler/contracts';
import { Scene } from '../test-support/scene.js';

interface Listed {
  readonly executions: readonly Execution[];
  readonly total: number;
}

/** Two failures of enqueued work, one of them as a dead letter of a tenant, a success of a job, and one that waits. */
async function setUp() {
  const scene = new Scene();
  const { scheduler } = scene.node;
  await scheduler.enqueue({ type: 'explode', maxRetries: 0 });
  await scheduler.forTenant('acme').enqueue({ type: 'explode', maxRetries: 0 });
  await scene.create('greet', 'hello', '--now');
  await scene.run(['schedule:process', '--run']);
  await scene.clock.advance('2h');
  await scheduler.enqueue({ type: 'greet', queue: 'reports' });
  const list = async (...options: string[]) => {
    const { executions } = (await scene.run(['execution:list', ...options, '--json'])).json<Listed>();
    return executions.map(({ type, jobName, status }) => `${jobName ?? type} ${status}`);
  };
  return { scene, list };
}

describe('execution:list', () => {
  it('finds enqueued work that failed, which belongs to no job (F103)', async () => {
    const { scene, list } = await setUp();
    expect(await list('--status', 'failed')).toEqual(['explode failed', 'explode failed']);
    const { code, stdout } = await scene.run(['execution:list', '--status', 'failed']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ID +JOB +TYPE +QUEUE +STARTED \(UTC\) +STATUS +WHY$/m);
    expect(stdout).toMatch(/explode +explode +default +2030-01-01 12:00:00 +failed +boom/);
  });

  it.each([
    [[], ['greet pending', 'hello success', 'explode failed', 'explode failed']],
    [['--order', 'asc', '--limit', '1', '--offset', '2'], ['hello success']],
    [['--job', 'hello'], ['hello success']],
    [['--queue', 'reports'], ['greet pending']],
    [
      ['--type', 'greet', '--type', 'unheard'],
      ['greet pending', 'hello success'],
    ],
    [['--since', '1h'], ['greet pending']],
    [['--until', '2030-01-01T12:30', '--status', 'success'], ['hello success']],
    [['--tenant', 'acme'], ['explode failed']],
    [['--class', 'degraded'], []],
  ])('lists with %j', async (options, expected) => {
    const { list } = await setUp();
    expect(await list(...options)).toEqual(expected);
  });

  it('finds a value in the payload, exactly and by its path', async () => {
    const scene = new Scene();
    const customers = [42, '42', 420, null, { id: 42 }];
    for (const id of customers)
      await scene.node.scheduler.enqueue({ type: 'greet', payload: { customer: { id } } });
    const find = async (...options: string[]) =>
      (await scene.run(['execution:list', '--payload', ...options, '--json'])).json<Listed>().executions
        .length;
    expect([await find('customer.id=42'), await find('customer.id=null')]).toEqual([2, 1]);
    expect([await find('customer=42'), await find('id=42'), await find('__proto__.x=1')]).toEqual([0, 0, 0]);
    expect((await scene.run(['execution:list', '--payload', 'a=1'])).stdout).toContain('no executions match');
    const more = await scene.run(['execution:list', '--payload', 'customer.id=42', '--limit', '1']);
    expect(more.stderr + more.stdout).toContain('use --until 2030-01-01T12:00:00.000Z to go on');
    for (const wrong of [['customer.id'], ['=42'], ['a=1', '--offset', '5']])
      expect([wrong, (await scene.run(['execution:list', '--payload', ...wrong])).code]).toEqual([wrong, 2]);
  });

  it('lists dead letters', async () => {
    const { scene, list } = await setUp();
    const { items } = await scene.node.deadLetters.list();
    expect((await list('--dead-letters')).length).toBe(items.length);
  });

  it('says how many it leaves out, and that nothing matches', async () => {
    const { scene } = await setUp();
    expect((await scene.run(['execution:list', '--limit', '2'])).stderr).toContain('1 to 2 of 4 executions');
    expect((await scene.run(['execution:list', '--queue', 'mails'])).stdout).toBe('no executions match\n');
  });

  it('refuses a job that does not exist, and a status that does not', async () => {
    const { scene } = await setUp();
    expect(await scene.run(['execution:list', '--job', 'nobody'])).toMatchObject({ code: 1 });
    expect(await scene.run(['execution:list', '--status', 'done'])).toMatchObject({ code: 2 });
  });
});
