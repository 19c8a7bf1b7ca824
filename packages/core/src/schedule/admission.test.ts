import { type EnqueueRequest, type Execution, trigger, type UniqueInput } from '@scheduler/contracts';
import { type AddExecutions, skipAsDuplicate } from '@scheduler/contracts/adapter';
import { unscheduledExecution } from '../dispatch/build-executions.js';
import { managerOn } from '../test-support/manager-parts.js';

const hourly = { type: 'mail', trigger: trigger.every('1h') } as const;
const extra = (job: Parameters<typeof unscheduledExecution>[0]['job']) =>
  unscheduledExecution({ job, id: 'e', now: new Date(0), origin: 'manual' });

describe('concurrency of a job (F112, F160)', () => {
  it.each([
    [{}, { exclusive: true, concurrency: null }],
    [{ concurrency: 1 }, { exclusive: true, concurrency: null }],
    [
      { concurrency: 1, allowOverlap: true },
      { exclusive: true, concurrency: null },
    ],
    [{ concurrency: 3 }, { exclusive: false, concurrency: 3 }],
    [
      { concurrency: 3, allowOverlap: true },
      { exclusive: false, concurrency: 3 },
    ],
    [{ allowOverlap: true }, { exclusive: false, concurrency: null }],
  ])('%j makes executions with %j', async (given, expected) => {
    const { manager } = managerOn();
    expect(extra(await manager.schedule({ ...hourly, ...given }))).toMatchObject(expected);
  });

  it.each([
    [{ concurrency: 0 }, 'concurrency: is too small, got 0; accepted: a whole number from 1 to 10000'],
    [{ concurrencyLimit: 3 }, 'concurrencyLimit: has no concurrencyKey, got 3'],
    [{ unique: 'yes' }, 'unique: is not known, got "yes"'],
    [{ unique: { by: [] } }, 'unique.by: is empty'],
    [{ unique: { states: ['skipped'] } }, 'unique.states.0: is not known, got "skipped"'],
    [{ unique: { period: 'soon' } }, 'unique.period: is not a duration, got "soon"'],
    [{ unique: { by: ['nme'] } }, 'unique.by.0: is not known, got "nme"'],
    [{ unique: { by: [{ args: [] }] } }, 'unique.by.0.args: is empty'],
    [{ unique: { stats: ['success'] } }, "unique.stats: is not known; did you mean 'states'?"],
    [{ missedRuns: { policy: 'all', grace: 'x' } }, 'missedRuns.grace: is not a duration, got "x"'],
    [{ missedRuns: { policy: 'al' } }, 'missedRuns.policy: is not known, got "al"'],
    [{ missedRuns: { policy: 'all', capp: 3 } }, "missedRuns.capp: is not known; did you mean 'cap'?"],
  ])('%j is refused', async (given, message) => {
    const { manager } = managerOn();
    await expect(manager.schedule({ ...hourly, ...(given as object) })).rejects.toThrow(message);
  });

  it('is given back to the default by null', async () => {
    const { manager } = managerOn();
    const job = await manager.schedule({ ...hourly, concurrency: 3, concurrencyKey: 'a', unique: true });
    const later = managerOn({
      schedules: { get: async () => job, findByName: async () => job, save: async (request) => request.job },
    });
    const changed = await later.manager.update(job.id, {
      concurrency: null,
      concurrencyKey: null,
      unique: false,
    });
    expect(changed.policies).toMatchObject({
      concurrency: null,
      concurrencyKey: null,
      concurrencyLimit: null,
      unique: null,
    });
    expect(extra(changed).exclusive).toBe(true);
  });
});

describe('what is covered by uniqueness (F157)', () => {
  const ALL = ['success', 'failed', 'timeout', 'cancelled'];
  it.each([
    [{}, []],
    [{ by: ['args'] }, []],
    [{ period: '1d' }, ALL],
    [{ by: ['args'], period: '1d' }, ALL],
    [{ states: [], period: '1d' }, []],
    [{ states: ['running'], period: '1d' }, []],
    [{ states: ['scheduled', 'running', 'completed'], period: '1d' }, ['success']],
    [{ states: ['pending', 'completed', 'success', 'failed'] }, ['success', 'failed']],
  ])('%j: an end as %j', async (unique, endStates) => {
    const { manager } = managerOn();
    const job = await manager.schedule({ ...hourly, unique: unique as UniqueInput });
    expect(job.policies.unique?.endStates).toEqual(endStates);
  });
});

describe('enqueue with limits and uniqueness (F156-F159)', () => {
  const enqueued = (request: Partial<EnqueueRequest>) =>
    managerOn().manager.enqueue({ type: 'mail', ...request });

  it('gives one at a time to a key without a limit', async () => {
    expect(await enqueued({ concurrencyKey: 'customer-7' })).toMatchObject({
      concurrencyKey: 'customer-7',
      concurrencyLimit: 1,
      concurrency: null,
      unique: null,
    });
  });

  it('is unique by type, and apart from jobs', async () => {
    const [one, two] = [await enqueued({ unique: true }), await enqueued({ unique: true, payload: 1 })];
    expect(one.unique?.key).toBe(two.unique?.key);
    const job = await managerOn().manager.schedule({ ...hourly, unique: true });
    expect(extra(job).unique?.key).not.toBe(one.unique?.key);
  });

  it('refuses unique beside uniqueKey', async () => {
    await expect(enqueued({ unique: true, uniqueKey: 'order-7' })).rejects.toThrow(
      'uniqueKey: is given beside unique, got "order-7"; accepted: one of them',
    );
  });

  it('returns a duplicate as it is stored, tells that it was skipped, and dispatches nothing', async () => {
    const { manager, bus, queue } = managerOn({
      executions: {
        add: async ({ executions }: AddExecutions): Promise<readonly Execution[]> =>
          executions.map((execution) => skipAsDuplicate(execution, 'first', new Date(0))),
      },
    });
    const events: string[] = [];
    bus.subscribe({ names: [], listener: ({ name }) => events.push(name) });
    const skipped = await manager.enqueue({ type: 'mail', unique: true });
    expect(skipped).toMatchObject({ status: 'skipped', reason: { code: 'unique_conflict' } });
    expect(events).toEqual(['scheduler:execution.skipped']);
    expect(queue.of('dispatch')).toEqual([]);
  });
});
