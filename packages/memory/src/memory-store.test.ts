import type { Execution } from '@scheduler/contracts';
import { buildExecution, buildJob, buildManualRun, outcomes, SettableClock } from '@scheduler/testing';
import { createMemoryStore } from './memory-store.js';

const LEASE_MS = 60_000;

function setUp() {
  const clock = new SettableClock();
  const { executions, schedules } = createMemoryStore({ clock });
  const claim = (limit = 10) =>
    executions.claim({ lanes: [{ queue: 'default', limit }], owner: 'node', leaseMs: LEASE_MS });
  const succeed = async (execution: Execution | undefined) => {
    const settlements = execution === undefined ? [] : [{ execution, outcome: outcomes.succeeded() }];
    return (await executions.settle({ settlements }))[0];
  };
  return { clock, executions, schedules, claim, succeed };
}

describe('createMemoryStore', () => {
  it('settles an execution whose job is not stored', async () => {
    const { clock, executions, claim, succeed } = setUp();
    await executions.add({ executions: [buildExecution(clock.now(), { jobId: 'gone', exclusive: true })] });
    const [claimed] = await claim();
    expect((await succeed(claimed))?.status).toBe('success');
  });

  it('lets available executions wait again when the wall clock is set back', async () => {
    const { clock, executions, claim } = setUp();
    await executions.add({ executions: [buildExecution(clock.now())] });
    clock.jump(-3_600_000);
    expect(await claim()).toEqual([]);
    clock.jump(3_600_000);
    expect(await claim()).toHaveLength(1);
  });

  it('does not report an exclusive execution that cannot be claimed now as the next one', async () => {
    const { clock, executions, schedules, claim, succeed } = setUp();
    const job = buildJob(clock.now());
    await schedules.add({ jobs: [job] });
    await executions.add({
      executions: [buildManualRun(job, clock.now()), buildManualRun(job, clock.now())],
    });
    const [claimed] = await claim();
    expect(await executions.nextAvailableAt({ queues: ['default'] })).toBeNull();
    await succeed(claimed);
    expect(await executions.nextAvailableAt({ queues: ['default'] })).toEqual(clock.now());
  });

  it('works off a long row of exclusive executions one by one', async () => {
    const { clock, executions, schedules, claim, succeed } = setUp();
    const job = buildJob(clock.now());
    await schedules.add({ jobs: [job] });
    const row = Array.from({ length: 500 }, () => buildManualRun(job, clock.now()));
    await executions.add({ executions: row });
    for (const expected of row) {
      const [claimed, ...others] = await claim();
      expect(claimed?.id).toBe(expected.id);
      expect(others).toEqual([]);
      await succeed(claimed);
    }
  });

  it('rescues the oldest leases first', async () => {
    const { clock, executions, claim } = setUp();
    const added = [buildExecution(clock.now()), buildExecution(clock.now())];
    await executions.add({ executions: added });
    await claim(1);
    await clock.advance(1);
    await claim(1);
    await clock.advance('1h');
    const [first] = await executions.rescue({ graceMs: 0, limit: 1, deadLetterQueue: null });
    expect(first?.id).toBe(added[0]?.id);
  });

  it('rescues a lease only after its end', async () => {
    const { clock, executions, claim } = setUp();
    await executions.add({ executions: [buildExecution(clock.now())] });
    await claim();
    await clock.advance(LEASE_MS);
    expect(await executions.rescue({ graceMs: 0, limit: 1, deadLetterQueue: null })).toEqual([]);
    await clock.advance(1);
    expect(await executions.rescue({ graceMs: 0, limit: 1, deadLetterQueue: null })).toHaveLength(1);
  });

  it('stays usable for one node after another one has closed it', async () => {
    const clock = new SettableClock();
    const store = createMemoryStore({ clock });
    await store.schedules.add({ jobs: [buildJob(clock.now())] });
    await store.close();
    expect((await store.schedules.findDue({ limit: 1 })).jobs).toHaveLength(1);
  });
});
