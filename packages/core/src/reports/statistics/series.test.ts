import { JobNotFound, QueryInvalid } from '@scheduler/contracts';
import type {
  EndedPoint,
  EndedSeriesRequest,
  ScheduleRepository,
  StatisticsRepository,
} from '@scheduler/contracts/adapter';
import { fakePort } from '../../test-support/fake-port.js';
import { knowing } from '../../test-support/manager-parts.js';
import { minute, sampleJob } from '../../test-support/samples.js';
import { Statistics } from './statistics.js';

const NO_DURATIONS = {
  averageMs: null,
  shortestMs: null,
  longestMs: null,
  p50Ms: null,
  p95Ms: null,
  p99Ms: null,
};
const COUNTS = { pending: 0, running: 0, success: 3, failed: 1, timeout: 0, cancelled: 0, skipped: 0 };

function point(at: Date, group: string | null = null, props: Partial<EndedPoint> = {}): EndedPoint {
  const waits = { averageMs: 5, longestMs: 9 };
  return { at, group, started: 2, counts: COUNTS, durations: NO_DURATIONS, waits, ...props };
}

function setUp(points: readonly EndedPoint[] = [], counted?: Date) {
  const statistics = fakePort<StatisticsRepository>({
    endedSeries: async ({ since }: EndedSeriesRequest) => ({ since: counted ?? since, points }),
  });
  const schedules = { ...knowing(sampleJob()), now: async () => minute(7) } as unknown as ScheduleRepository;
  const parts = { statistics, schedules, processStatistics: { read: () => null as never } };
  const service = new Statistics({ ...parts, isIdle: () => true, slots: () => 0 });
  return { service, asked: () => statistics.of('endedSeries') };
}

describe('series', () => {
  it('has a point for each bucket of the last 24 hours, also where nothing ended', async () => {
    const { service } = setUp();
    const { since, until, bucketMs, lines, countedSince } = await service.series();
    expect([since, until, bucketMs]).toEqual([minute(-24 * 60), minute(15), 15 * 60_000]);
    expect(countedSince).toEqual(since);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.points).toHaveLength(97);
    expect(lines[0]?.points[0]).toMatchObject({
      at: minute(-24 * 60),
      started: 0,
      ended: { total: 0 },
      performance: { successRate: null, p95Ms: null },
      waiting: { avgMs: null, maxMs: null },
    });
  });

  it('aligns buckets to multiples since 1970, and asks for whole ones', async () => {
    const { service, asked } = setUp();
    await service.series({ since: minute(3), until: minute(11), bucket: '5m' });
    expect(asked()).toEqual([
      {
        tenant: null,
        jobId: null,
        since: minute(0),
        until: minute(15),
        bucketMs: 300_000,
        by: null,
        mostGroups: 10,
        mostRead: 250_000,
      },
    ]);
  });

  it('covers what ends now where it has no end, and leaves out what ends at its end', async () => {
    const { service } = setUp();
    const minutes = await service.series({ since: minute(0), bucket: '1m' });
    expect(minutes.until).toEqual(minute(8));
    const ended = await service.series({ since: minute(0), until: minute(7), bucket: '1m' });
    expect(ended.until).toEqual(minute(7));
  });

  it('tells what ended in a bucket, its rates and how long it waited', async () => {
    const { service } = setUp([point(minute(5))]);
    const { lines } = await service.series({ since: minute(0), until: minute(10), bucket: '5m' });
    expect(lines[0]?.points.map(({ ended }) => ended.total)).toEqual([0, 4]);
    expect(lines[0]?.points[1]).toMatchObject({
      started: 2,
      ended: { total: 4, successful: 3, failed: 1 },
      performance: { successRatePercent: 75 },
      waiting: { avgMs: 5, maxMs: 9 },
    });
  });

  it('gives each group a line, the busiest first and all others last', async () => {
    const busy = point(minute(5), 'b', { counts: { ...COUNTS, success: 9 } });
    const points = [point(minute(0), 'c'), point(minute(0), null), point(minute(0), 'a'), busy];
    const { service } = setUp(points);
    const { lines } = await service.series({ since: minute(0), until: minute(10), bucket: '5m', by: 'type' });
    expect(lines.map(({ group }) => group)).toEqual(['b', 'a', 'c', null]);
    expect(lines.map(({ points: { length } }) => length)).toEqual([2, 2, 2, 2]);
  });

  it('begins with what could be counted', async () => {
    const { service } = setUp([], minute(10));
    const series = await service.series({ since: minute(0), until: minute(20), bucket: '5m' });
    expect([series.since, series.countedSince]).toEqual([minute(0), minute(10)]);
    expect(series.lines[0]?.points.map(({ at }) => at)).toEqual([minute(10), minute(15)]);
  });

  it('asks for one job by its id, and for a tenant only for its own', async () => {
    const { service, asked } = setUp();
    const { jobId } = await service.forTenant('acme').series({ job: 'weekly-sales' });
    expect(jobId).toBe('job-1');
    expect(asked()).toEqual([expect.objectContaining({ tenant: 'acme', jobId: 'job-1', mostRead: 10_000 })]);
    await expect(service.series({ job: 'nobody' })).rejects.toThrow(JobNotFound);
  });

  it.each([
    ['1h', 60],
    ['7d', 7_200],
    ['30d', 43_200],
    ['2y', 28 * 86_400],
  ])('divides %s into at most 100 usual buckets', async (length, seconds) => {
    const years = { '1h': 60, '7d': 7 * 1_440, '30d': 30 * 1_440, '2y': 730 * 1_440 }[length] ?? 0;
    const { service } = setUp();
    const { bucketMs } = await service.series({ since: minute(-years), until: minute(0) });
    expect(bucketMs / 1_000).toBe(seconds);
  });

  it.each([
    [{ since: minute(0), until: minute(0) }, /^since: must be before `until`/],
    [{ since: minute(0), until: minute(501), bucket: '1m' }, /^bucket: divides the range into 501 buckets/],
    [{ bucket: '999ms' }, /^bucket: must be at least one second/],
    [{ bucket: 'soon' }, /^bucket: /],
    [{ by: 'colour' as never }, /^by: is not known.*status, queue, type/],
    [{ buckets: 5 } as never, /did you mean 'bucket'/],
  ])('refuses %j', async (query, message) => {
    const series = setUp().service.series(query);
    await expect(series).rejects.toThrow(QueryInvalid);
    await expect(series).rejects.toThrow(message);
  });
});
