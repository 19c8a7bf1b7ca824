import { defineHandler, JobResult, type ScheduleDefinition, trigger } from '@scheduler/contracts';
import { createMemoryStore } from '@scheduler/memory';
import { simulate, type SimulateOptions } from '@scheduler/testing';

const MARCH = { from: '2027-03-01T00:00:00Z', to: '2027-04-01T00:00:00Z', store: createMemoryStore };
const run = (schedules: readonly ScheduleDefinition[], options: Partial<SimulateOptions> = {}) =>
  simulate({ ...MARCH, schedules, ...options });

const invoices: ScheduleDefinition = {
  type: 'invoice',
  name: 'invoices',
  trigger: trigger.cron('0 9 * * MON-FRI', { zone: 'America/New_York' }),
};
const hourly: ScheduleDefinition = { type: 'sync', name: 'hourly', trigger: trigger.every('1h') };

describe('simulate', () => {
  it('runs a month of a schedule in the zone of the job, over a change of its clocks', async () => {
    const report = await run([invoices]);
    const hours = report.of('invoices').runs.map(({ startedAt }) => startedAt.getUTCHours());
    expect(hours).toEqual([...Array<number>(10).fill(14), ...Array<number>(13).fill(13)]);
    expect(report.of('invoices').having('success')).toHaveLength(23);
    expect(report.violations).toEqual([]);
  });

  it('shows what has to be caught up after an outage of all nodes', async () => {
    const outages = [{ from: '2027-03-10T00:30:00Z', to: '2027-03-10T06:15:00Z' }];
    const { runs, having } = (await run([hourly], { outages, nodes: 2 })).of('hourly');
    const [skipped] = having('skipped');
    expect(skipped).toMatchObject({ reason: { code: 'missed' }, skipped: { count: 5 } });
    const late = runs.find(({ scheduledAt }) => scheduledAt.toISOString() === '2027-03-10T06:00:00.000Z');
    expect(late?.startedAt.toISOString().slice(0, 16)).toBe('2027-03-10T06:15');
    expect(late?.process).toMatch(/^n[12]\.2$/);
  });

  it('continues on the other nodes while one is out, and on a node that came back when the other is out', async () => {
    const outages = [
      { from: '2027-03-05T00:00:00Z', to: '2027-03-10T00:00:00Z', of: 1 },
      { from: '2027-03-10T00:00:00Z', to: '2027-03-15T00:00:00Z', of: 2 },
    ];
    const { runs } = (await run([hourly], { outages, nodes: 2 })).of('hourly');
    expect(runs).toHaveLength(743);
    const during = (day: string) =>
      new Set(
        runs
          .filter(({ startedAt }) => startedAt.toISOString().startsWith(`2027-03-${day}`))
          .map(({ process }) => process),
      );
    expect([...during('07')]).toEqual(['n2.1']);
    expect([...during('12')]).toEqual(['n1.2']);
  });

  it('waits for a store that is out of reach', async () => {
    const outages = [{ from: '2027-03-10T00:30:00Z', to: '2027-03-10T03:30:00Z', of: 'store' as const }];
    const report = await run([{ ...hourly, missedRuns: 'all' }], { outages });
    expect(report.of('hourly').having('success')).toHaveLength(743);
    expect(report.violations).toEqual([]);
  });

  it('runs the action of a user at an instant', async () => {
    const report = await run([hourly], {
      actions: [
        { at: '2027-03-10T00:00:30Z', do: (scheduler) => scheduler.pause('hourly') },
        { at: '2027-03-11T00:00:30Z', do: (scheduler) => scheduler.resume('hourly') },
      ],
    });
    expect(report.of('hourly').having('skipped')).toMatchObject([
      { reason: { code: 'paused' }, skipped: { count: 24 } },
    ]);
    expect(report.violations).toEqual([]);
  });

  it('fails with the error of an action', async () => {
    const actions = [{ at: '2027-03-02T00:00:00Z', do: () => Promise.reject(new Error('no such button')) }];
    await expect(run([hourly], { actions })).rejects.toThrow('no such button');
  });

  it('lets work take its time and fail, by type', async () => {
    const report = await run([{ ...hourly, timeout: '2h', maxRetries: 0 }], {
      work: { sync: { takes: '90m', fails: 0.2 } },
    });
    const { having } = report.of('hourly');
    expect(having('skipped').every(({ reason }) => reason?.code === 'overlap')).toBe(true);
    expect(having('skipped').length).toBeGreaterThan(300);
    expect(having('failed').length).toBeGreaterThan(20);
    expect(report.violations).toEqual([]);
  });

  it('runs real handlers on the clock of their process', async () => {
    const seen: string[] = [];
    const report = await run([{ ...hourly, maxExecutions: 2 }], {
      handlers: ({ clock, process }) => [
        defineHandler({
          type: 'sync',
          handle: async () => {
            await new Promise<void>((resolve) => void clock.setTimer({ delayMs: 60_000, callback: resolve }));
            seen.push(`${process} ${clock.now().toISOString()}`);
            return JobResult.success();
          },
        }),
      ],
    });
    expect(seen).toEqual(['n1.1 2027-03-01T01:01:00.001Z', 'n1.1 2027-03-01T02:01:00.001Z']);
    expect(report.of('hourly').runs.map(({ status, attempt }) => [status, attempt])).toEqual([
      ['success', 1],
      ['success', 1],
    ]);
  });

  it('keeps the promises under faults, and does the same with the same seed', async () => {
    const faulty = (seed: number) =>
      run([hourly, invoices], { to: '2027-03-04T00:00:00Z', nodes: 3, faults: 0.02, seed });
    const [first, again, other] = [await faulty(3), await faulty(3), await faulty(4)];
    expect(first.violations).toEqual([]);
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    expect(JSON.stringify(other.runs)).not.toBe(JSON.stringify(first.runs));
  });

  it.each<[Partial<SimulateOptions>, RegExp]>([
    [{ to: '2027-02-01T00:00:00Z' }, /^to is 2027-02-01T00:00:00Z: it must be after from/],
    [{ from: 'soon' }, /soon is not an instant/],
    [{ nodes: 0 }, /nodes is 0/],
    [{ faults: 2 }, /faults is 2/],
    [{ outages: [{ from: '2027-03-02', to: '2027-03-01' }] }, /an outage ends at 2027-03-01/],
    [
      { outages: [{ from: '2027-03-01', to: '2027-03-02', of: 5 }] },
      /an outage is of node 5: there are nodes 1 to 1/,
    ],
    [{ actions: [{ at: '2028-01-01', do: async () => undefined }] }, /an action is at 2028-01-01/],
  ])('refuses %j', async (options, message) => {
    await expect(run([hourly], options)).rejects.toThrow(message);
  });

  it('refuses an unknown job, and names the known ones', async () => {
    const report = await run([hourly], { to: '2027-03-01T02:00:00Z' });
    expect(() => report.of('daily')).toThrow('no job is named "daily"; there are hourly');
  });
});
