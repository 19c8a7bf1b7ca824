import type { Execution, ExecutionStatus } from '@scheduler/contracts';
import { settleExecution } from '@scheduler/contracts/adapter';
import { executionEventsOn, FakeEventBus } from '../../test-support/fake-event-bus.js';
import { ManualClock, settle } from '../../test-support/manual-clock.js';
import { claimedExecution, minute, sampleExecution, sampleJob } from '../../test-support/samples.js';
import { JobEvents } from './job-events.js';

const error = { name: 'Error', message: 'smtp is down', code: null, stack: null, errorClass: null };
const failedOnce = settleExecution(
  claimedExecution(),
  { kind: 'retry', status: 'failed', error, delayMs: 60_000 },
  minute(2),
);

function setUp() {
  const bus = new FakeEventBus();
  const errors: unknown[] = [];
  const clock = new ManualClock();
  const onError = (failure: unknown) => void errors.push(failure);
  const events = executionEventsOn(bus, clock, { onError });
  return { bus, errors, events, jobs: new JobEvents(bus, clock, onError) };
}

describe('JobEvents (F194)', () => {
  it('tells what happened to a job, as texts that every bus can carry', async () => {
    const { bus, jobs } = setUp();
    await jobs.publish('scheduler:job.created', sampleJob({ tenant: 'acme' }));
    expect(bus.published).toEqual([
      {
        name: 'scheduler:job.created',
        at: minute(0),
        tenant: 'acme',
        data: {
          jobId: 'job-1',
          name: 'weekly-sales',
          type: 'export_report',
          status: 'active',
          nextRunAt: '2030-01-01T01:00:00.000Z',
          schedule: null,
          executeAt: null,
          startAt: null,
          endAt: null,
          changes: {},
        },
      },
    ]);
  });

  it('knows jobs without a next run', async () => {
    const { bus, jobs } = setUp();
    await jobs.publish('scheduler:job.cancelled', sampleJob({ nextRunAt: null }));
    expect(bus.published[0]?.data.nextRunAt).toBeNull();
  });

  it('never fails the caller, whose change is committed', async () => {
    const { bus, errors, jobs } = setUp();
    bus.failure = new Error('redis is away');
    await jobs.publish('scheduler:job.updated', sampleJob());
    expect(errors).toEqual([bus.failure]);
  });

  it('publishes nothing where nobody listens', async () => {
    const { bus, jobs } = setUp();
    bus.wanted = false;
    await jobs.publish('scheduler:job.updated', sampleJob());
    expect(bus.published).toEqual([]);
  });
});

describe('ExecutionEvents (F126, F194)', () => {
  it('tells an execution with what people ask for', () => {
    const { bus, events } = setUp();
    events.publish('scheduler:execution.started', [claimedExecution({ tenant: 'acme' })]);
    expect(bus.published).toEqual([
      {
        name: 'scheduler:execution.started',
        at: minute(0),
        tenant: 'acme',
        data: {
          executionId: 'execution-1',
          jobId: 'job-1',
          jobName: 'weekly-sales',
          type: 'export_report',
          queue: 'default',
          attempt: 1,
          status: 'running',
          durationMs: null,
          reason: null,
          willRetry: false,
          nextRetryAt: null,
          handlerType: 'function',
          timeoutMs: 300_000,
          traceId: null,
          startedAt: '2030-01-01T00:00:00.000Z',
          outputBytes: null,
          error: null,
        },
      },
    ]);
  });

  it('never tells payloads or outputs', () => {
    const { bus, events } = setUp();
    const done = settleExecution(
      claimedExecution({ payload: 'top secret' }),
      { kind: 'succeeded', output: 'top secret' },
      minute(1),
    );
    events.publishSettled(done);
    expect(JSON.stringify(bus.published)).not.toContain('top secret');
  });

  it('tells many in one publication, and none where there is none', () => {
    const { bus, events } = setUp();
    events.publish('scheduler:job.dispatch', []);
    expect(bus.published).toEqual([]);
    events.publish('scheduler:job.dispatch', [sampleExecution({ id: 'a' }), sampleExecution({ id: 'b' })]);
    expect(bus.published.map(({ data }) => data.executionId)).toEqual(['a', 'b']);
  });

  it('publishes nothing where nobody listens', () => {
    const { bus, events } = setUp();
    bus.wanted = false;
    events.publishSettled(failedOnce);
    expect(bus.published).toEqual([]);
  });

  it('says that and when a failure runs again', () => {
    const { bus, events } = setUp();
    events.publishSettled(failedOnce);
    expect(bus.published).toMatchObject([
      {
        name: 'scheduler:execution.failed',
        data: { reason: 'smtp is down', willRetry: true, nextRetryAt: minute(3).toISOString(), attempt: 1 },
      },
    ]);
  });

  it.each<[ExecutionStatus, ...string[]]>([
    ['success', 'scheduler:execution.completed', 'scheduler:job.completed'],
    ['failed', 'scheduler:execution.failed', 'scheduler:job.failed'],
    ['timeout', 'scheduler:execution.failed', 'scheduler:job.failed'],
    ['cancelled', 'scheduler:execution.cancelled'],
    ['skipped', 'scheduler:execution.skipped'],
  ])('tells an execution that ended as %s as %s', (status, ...names) => {
    const { bus, events } = setUp();
    events.publishSettled({ ...claimedExecution(), status });
    expect(bus.names).toEqual(names);
    expect(bus.published[0]?.data.willRetry).toBe(false);
  });

  it.each<[string, Execution]>([
    [
      'snoozed',
      settleExecution(claimedExecution(), { kind: 'snoozed', delayMs: 1, reason: null }, minute(1)),
    ],
    ['interrupted', settleExecution(claimedExecution(), { kind: 'interrupted', reason: 'stop' }, minute(1))],
    ['unstarted', settleExecution(claimedExecution(), { kind: 'unstarted' }, minute(1))],
  ])('tells one that was put back (%s) as dispatched, not as failed', (_, execution) => {
    const { bus, events } = setUp();
    events.publishSettled(execution);
    expect(bus.names).toEqual(['scheduler:job.dispatch']);
  });

  it('hands a failed publication on and goes on', async () => {
    const { bus, errors, events } = setUp();
    bus.failure = new Error('redis is away');
    events.publishSettled(failedOnce);
    await settle();
    expect(errors).toEqual([bus.failure]);
  });
});
