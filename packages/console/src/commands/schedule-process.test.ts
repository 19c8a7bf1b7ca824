import type { Execution } from '@scheduler/contracts';
import { Scene } from '../test-support/scene.js';

interface Report {
  readonly due: number;
  readonly fired: readonly Execution[];
  readonly skipped: readonly Execution[];
  readonly ran: readonly Execution[] | null;
}

describe('schedule:process', () => {
  it('says that nothing is due', async () => {
    const { code, stdout, stderr } = await new Scene().run(['schedule:process']);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '0 due, 0 fired, 0 skipped\n', stderr: '' });
  });

  it('fires due jobs without running them', async () => {
    const scene = new Scene();
    await scene.create('greet', 'hello', '--every', '1h');
    await scene.clock.advance('1h');
    const { code, stdout } = await scene.run(['schedule:process']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^1 due, 1 fired, 0 skipped\nJOB .*\nhello +greet +2030-01-01 13:00:00 +pending +-\n$/,
    );
    expect(scene.calls).toEqual([]);
  });

  it('also runs queued executions with --run, and shows each once (F123, F236)', async () => {
    const scene = new Scene();
    await scene.create('greet', 'hello', '--every', '1h');
    await scene.clock.advance('1h');
    const { code, stdout } = await scene.run(['schedule:process', '--run']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^1 due, 1 fired, 0 skipped\nJOB .*\nhello +greet +2030-01-01 13:00:00 +success +0 ms\n$/,
    );
    expect(scene.calls).toHaveLength(1);
  });

  it('ends with 0 although a job failed (F123, F236)', async () => {
    const scene = new Scene();
    await scene.create('explode', 'bang', '--every', '1h', '--max-retries', '0');
    await scene.clock.advance('1h');
    const { code, stdout } = await scene.run(['schedule:process', '--run']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/bang +explode .* failed +0 ms +boom/);
  });

  it('shows skipped runs, how often and why', async () => {
    const scene = new Scene();
    await scene.create('greet', 'hello', '--every', '1h', '--missed', 'skip');
    await scene.clock.advance('3h30m');
    const { stdout } = await scene.run(['schedule:process']);
    expect(stdout).toMatch(/ skipped +- +missed; 3 runs from 2030-01-01 13:00:00Z to 2030-01-01 15:00:00Z/);
  });

  it('is JSON with --json', async () => {
    const scene = new Scene();
    await scene.create('greet', 'hello', '--every', '1h');
    await scene.clock.advance('1h');
    const fired = (await scene.run(['schedule:process', '--json'])).json<Report>();
    expect(fired).toMatchObject({
      due: 1,
      fired: [{ jobName: 'hello' }],
      skipped: [],
      conflicts: 0,
      ran: null,
    });
    const ran = (await scene.run(['schedule:process', '--json', '--run'])).json<Report>();
    expect(ran).toMatchObject({ due: 0, fired: [], ran: [{ jobName: 'hello', status: 'success' }] });
  });

  it('prints nothing with --quiet, for cron', async () => {
    const scene = new Scene();
    await scene.create('greet', 'hello', '--every', '1h');
    await scene.clock.advance('1h');
    const { code, stdout, stderr } = await scene.run(['schedule:process', '--run', '--quiet']);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(scene.calls).toHaveLength(1);
  });
});
