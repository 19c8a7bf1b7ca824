import { JobNotFound, QueryInvalid } from '@scheduler/contracts';
import type {
  EndedPoint,
  EndedSeriesRequest,
  EndedStatistics,
  JobRunStatistics,
  StatisticsRepository,
  Workload,
} from '@scheduler/contracts/adapter';
import { fakePort } from '../../test-support/fake-port.js';
import { knowing, managerOn } from '../../test-support/manager-parts.js';
import { minute, sampleJob } from '../../test-support/samples.js';
import { metricSamples } from './metric-samples.js';

const DAY = 24 * 60;

const DURATIONS = { averageMs: 40, shortestMs: 10, longestMs: 90, p50Ms: 30, p95Ms: 80, p99Ms: 90 };
const PERFORMANCE = {
  successRate: 0.75,
  successRatePercent: 75,
  avgMs: 40,
  minMs: 10,
  maxMs: 90,
  p50Ms: 30,
  p95Ms: 80,
  p99Ms: 90,
};
const NO_DURATIONS = {
  averageMs: null,
  shortestMs: null,
  longestMs: null,
  p50Ms: null,
  p95Ms: null,
  p99Ms: null,
};
const COUNTS = { pending: 0, running: 0, success: 6, failed: 1, timeout: 1, cancelled: 2, skipped: 3 };
const ENDED: EndedStatistics = { counts: COUNTS, durations: DURATIONS };
const WORKLOAD: Workload = {
  queues: [
    { queue: 'default', available: 4, availableSince: minute(0), delayed: 2, running: 1 },
    { queue: 'mails', available: 1, availableSince: minute(0), delayed: 0, running: 2 },
  ],
  deadLetters: 7,
  recentDeadLetters: 1,
  activeWorkers: 2,
  abandoned: 0,
  abandonedSince: null,
};
const FIGURES: JobRunStatistics = {
  counts: { ...COUNTS, running: 1 },
  durations: DURATIONS,
  failures: [
    {
      errorType: 'connection refused',
      errorName: 'NetworkError',
      errorClass: 'transient',
      count: 2,
      lastAt: minute(5),
    },
  ],
  busiestHours: [{ hour: 9, count: 10 }],
  last: null,
};

const answers = {
  jobCounts: async () => ({ pending: 1, active: 2, paused: 3, completed: 4, failed: 5, cancelled: 6 }),
  endedExecutions: async () => ENDED,
  endedSeries: async ({ since }: EndedSeriesRequest) => ({ since, points: [] as readonly EndedPoint[] }),
  workload: async () => WORKLOAD,
  jobRunStatistics: async () => FIGURES,
};

function setUp(more: Partial<StatisticsRepository> = {}, job = sampleJob()) {
  const statistics = fakePort<StatisticsRepository>({ ...answers, ...more });
  const { manager, clock } = managerOn({ statistics, schedules: knowing(job) });
  return { manager, clock, asked: statistics };
}

describe('getMetrics', () => {
  it('tells jobs, executions, performance, queue and system by their names (F219)', async () => {
    const { manager } = setUp();
    expect(await manager.getMetrics()).toEqual({
      jobs: { total: 21, pending: 1, active: 2, paused: 3, completed: 4, failed: 5, cancelled: 6 },
      executions: {
        total: 13,
        successful: 6,
        failed: 1,
        timeout: 1,
        cancelled: 2,
        skipped: 3,
        pending: 7,
        running: 3,
      },
      performance: PERFORMANCE,
      queue: { size: 5, processing: 3, delayed: 2, failed: 1, deadLetters: 7 },
      system: { workers: 3, slots: 4, memoryUsageMb: 3, cpuUsagePercent: 25, uptimeSeconds: 9 },
      timeRange: { since: minute(-DAY), until: minute(0) },
      generatedAt: minute(0),
    });
  });

  it('tells pending, running, completed, failed, dead and scheduled work (F203)', async () => {
    const { executions, queue } = await setUp().manager.getMetrics();
    const { pending, running, successful, failed } = executions;
    expect([pending, running, successful, failed]).toEqual([7, 3, 6, 1]);
    expect([queue.deadLetters, queue.delayed]).toEqual([7, 2]);
  });

  it.each([
    ['the last 24 hours', {}, minute(-DAY), minute(0)],
    ['24 hours until an instant', { until: minute(10) }, minute(10 - DAY), minute(10)],
    ['from an instant until now', { since: minute(-5) }, minute(-5), minute(0)],
    ['what is asked for', { since: minute(-9), until: minute(-3) }, minute(-9), minute(-3)],
  ])('looks at %s', async (_, query, since, until) => {
    const { manager, asked } = setUp();
    expect((await manager.getMetrics(query)).timeRange).toEqual({ since, until });
    expect(asked.of('endedExecutions')).toEqual([{ tenant: null, since, until }]);
  });

  it('has no rate and no durations where nothing has ended', async () => {
    const counts = { ...COUNTS, success: 0, failed: 0, timeout: 0 };
    const { manager } = setUp({
      endedExecutions: async () => ({ counts, durations: NO_DURATIONS }),
    });
    expect((await manager.getMetrics()).performance).toMatchObject({
      successRate: null,
      successRatePercent: null,
      p95Ms: null,
    });
    const samples = metricSamples(await manager.getMetrics());
    expect(samples.find(({ name }) => name === 'scheduler.failure_rate')?.value).toBeNull();
  });

  it('counts pending and running into no total, and what failed in the range as failed in queues (F274)', async () => {
    const counts = { ...COUNTS, success: 0, failed: 0, timeout: 0, cancelled: 0, skipped: 0 };
    const { manager } = setUp({ endedExecutions: async () => ({ counts, durations: NO_DURATIONS }) });
    const { executions, queue } = await manager.getMetrics({ since: minute(-9), until: minute(-3) });
    expect(executions).toMatchObject({ total: 0, failed: 0, pending: 7, running: 3 });
    expect(queue).toMatchObject({ size: 5, processing: 3, failed: 0, deadLetters: 7 });
  });

  it.each([
    [{ since: minute(0), until: minute(0) }, /^since: must be before `until`/],
    [{ since: minute(1) }, /^since: must be before `until`/],
    [{ since: 'yesterday' as never }, /^since: is not a valid date/],
    [{ sinse: minute(0) } as never, /did you mean 'since'/],
  ])('refuses %j', async (query, message) => {
    const metrics = setUp().manager.getMetrics(query);
    await expect(metrics).rejects.toThrow(QueryInvalid);
    await expect(metrics).rejects.toThrow(message);
  });

  it('sees for a tenant only its own', async () => {
    const { manager, asked } = setUp();
    await manager.forTenant('acme').getMetrics();
    for (const method of ['jobCounts', 'endedExecutions', 'workload'] as const)
      expect(asked.of(method)).toEqual([expect.objectContaining({ tenant: 'acme' })]);
  });
});

describe('metricSamples', () => {
  it('gives metrics the names, types and units that dashboards and alerts know (F221, F275)', async () => {
    const samples = metricSamples(await setUp().manager.getMetrics());
    const rate = { type: 'counter', unit: 'per_minute', value: 8 / (24 * 60) };
    expect(Object.fromEntries(samples.map(({ name, ...rest }) => [name, rest]))).toEqual({
      'scheduler.jobs.total': { type: 'gauge', unit: 'count', value: 21 },
      'scheduler.jobs.active': { type: 'gauge', unit: 'count', value: 2 },
      'scheduler.jobs.failed': { type: 'gauge', unit: 'count', value: 5 },
      'scheduler.executions.rate': rate,
      'scheduler.executions.rate_per_minute': rate,
      'scheduler.executions.success_rate': { type: 'gauge', unit: 'percent', value: 75 },
      'scheduler.executions.success_rate_percent': { type: 'gauge', unit: 'percent', value: 75 },
      'scheduler.executions.duration_p95': { type: 'histogram', unit: 'ms', value: 80 },
      'scheduler.executions.duration_p95_ms': { type: 'histogram', unit: 'ms', value: 80 },
      'scheduler.queue.size': { type: 'gauge', unit: 'count', value: 5 },
      'scheduler.queue.processing': { type: 'gauge', unit: 'count', value: 3 },
      'scheduler.failure_rate': { type: 'gauge', unit: 'percent', value: 25 },
      'scheduler.failure_rate_percent': { type: 'gauge', unit: 'percent', value: 25 },
      'scheduler.timeout_count': { type: 'gauge', unit: 'count', value: 1 },
    });
  });
});

describe('getJobStats', () => {
  it('tells totals, performance, patterns, busiest hours, the last and the next execution (F220)', async () => {
    const job = sampleJob();
    const { manager, asked } = setUp({}, job);
    expect(await manager.getJobStats('weekly-sales')).toEqual({
      jobId: 'job-1',
      name: 'weekly-sales',
      status: 'active',
      executions: {
        total: 14,
        successful: 6,
        failed: 1,
        timeout: 1,
        cancelled: 2,
        skipped: 3,
        running: 1,
      },
      performance: PERFORMANCE,
      lifetime: job.counters,
      lastExecution: null,
      nextExecution: { at: minute(60), estimatedDurationMs: 40 },
      failurePatterns: FIGURES.failures,
      busiestHours: FIGURES.busiestHours,
    });
    expect(asked.of('jobRunStatistics')).toEqual([{ jobId: 'job-1', tenant: null, latest: 100 }]);
  });

  it.each([
    ['is paused', sampleJob({ status: 'paused' })],
    ['has no next run', sampleJob({ nextRunAt: null })],
  ])('tells no next execution of a job that %s', async (_, job) => {
    expect((await setUp({}, job).manager.getJobStats(job.id)).nextExecution).toBeNull();
  });

  it('asks for a tenant only for its own', async () => {
    const { manager, asked } = setUp();
    await manager.forTenant('acme').getJobStats('job-1');
    expect(asked.of('jobRunStatistics')).toEqual([{ jobId: 'job-1', tenant: 'acme', latest: 100 }]);
  });

  it('throws for a job that there is not', async () => {
    await expect(setUp().manager.getJobStats('nobody')).rejects.toThrow(JobNotFound);
  });
});
