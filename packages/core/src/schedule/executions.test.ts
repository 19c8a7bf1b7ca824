import { idOfRetry } from '../maintain/dead-letters/retry-as-new-execution.js';
import {
  type CancelRequested,
  type Execution,
  ExecutionNotFound,
  JobAlreadyExists,
  QueryInvalid,
  ScheduleInvalid,
} from '@scheduler/contracts';
import { type AddExecutions, type ListExecutions, settleExecution } from '@scheduler/contracts/adapter';
import { knowing, managerOn } from '../test-support/manager-parts.js';
import { claimedExecution, minute, sampleExecution, sampleJob } from '../test-support/samples.js';

const error = { name: 'Error', message: 'smtp is down', code: null, stack: null, errorClass: null };
const failed = settleExecution(
  claimedExecution({ id: 'e1', metadata: { a: 1 } }),
  { kind: 'failed', status: 'failed', error, reason: 'no_retry', deadLetterQueue: 'dead' },
  minute(1),
);

describe('enqueue (F23, F24)', () => {
  it('makes one execution without a job, and tells its queue', async () => {
    const { bus, executions, manager, queue } = managerOn();
    const execution = await manager.enqueue({
      type: 'mail',
      payload: { to: 'ann' },
      priority: 'high',
      queue: 'mails',
    });
    expect(execution).toMatchObject({
      id: 'id-1',
      jobId: null,
      type: 'mail',
      payload: { to: 'ann' },
      origin: 'enqueued',
      occurrenceAt: null,
      exclusive: false,
      queue: 'mails',
      priority: 2,
      status: 'pending',
      availableAt: minute(0),
    });
    expect(executions.of('add')).toEqual([{ executions: [execution] }]);
    expect(queue.of('dispatch')).toEqual([
      {
        notes: [{ executionId: 'id-1', queue: 'mails', priority: 2, availableAt: minute(0), fence: 0 }],
        redelivery: false,
      },
    ]);
    expect(bus.names).toEqual(['scheduler:job.dispatch']);
  });

  it('waits until the time that it is given', async () => {
    const { manager } = managerOn();
    expect((await manager.enqueueAt({ type: 'mail' }, minute(5))).availableAt).toEqual(minute(5));
    expect((await manager.enqueue({ type: 'mail', runAt: minute(7) })).scheduledAt).toEqual(minute(7));
  });

  it('writes what comes together in one write; a taken id fails its own caller only', async () => {
    const { executions, manager } = managerOn({
      executions: {
        add: async (request: AddExecutions) => {
          if (request.executions.some(({ id }) => id === 'taken')) throw new JobAlreadyExists('id', 'taken');
          return request.executions;
        },
      },
    });
    const results = await Promise.allSettled(
      ['a', 'taken', 'c'].map((id) => manager.enqueue({ type: 'mail', id })),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((executions.of('add') as AddExecutions[])[0]?.executions).toHaveLength(3);
  });

  it('writes many at once, all or none', async () => {
    const { executions, manager } = managerOn();
    expect(await manager.enqueueMany([{ type: 'mail' }, { type: 'mail' }])).toHaveLength(2);
    expect(executions.of('add')).toHaveLength(1);
    await expect(manager.enqueueMany([{ type: 'mail' }, { type: '1st' }])).rejects.toThrow(ScheduleInvalid);
    expect(executions.of('add')).toHaveLength(1);
    expect(await manager.enqueueMany([])).toEqual([]);
  });

  it('tells nobody before the transaction of the caller commits', async () => {
    const { bus, executions, manager, queue } = managerOn();
    const transaction = {};
    await manager.enqueue({ type: 'mail' }, { transaction });
    expect(executions.of('add')).toEqual([expect.objectContaining({ transaction })]);
    expect([queue.calls, bus.published]).toEqual([[], []]);
  });

  it('succeeds though the queue is out of reach: the next poll finds it', async () => {
    const { logger, manager } = managerOn({
      queue: { dispatch: () => Promise.reject(new Error('redis is away')) },
    });
    await manager.enqueue({ type: 'mail' });
    expect(logger.messages).toEqual(['warn: dispatch failed; the next poll finds them']);
  });

  it.each<[object, string]>([
    [{ type: 'mail', payload: 1n }, 'payload: is a bigint'],
    [{ type: 'fax' }, 'no handler supports the job type "fax"'],
    [{ type: 'mail', quue: 'x' }, "quue: is not known; did you mean 'queue'?"],
    [{ type: 'mail', timeout: 0 }, 'timeout: must be at least 1 ms'],
  ])('refuses %p, and nothing is stored', async (request, message) => {
    const { executions, manager } = managerOn();
    await expect(manager.enqueue(request as never)).rejects.toThrow(message);
    expect(executions.calls).toEqual([]);
  });
});

describe('runNow (F92)', () => {
  it('makes an execution besides the schedule', async () => {
    const { manager, queue } = managerOn({ schedules: knowing(sampleJob({ status: 'paused' })) });
    expect(await manager.runNow('weekly-sales')).toMatchObject({
      jobId: 'job-1',
      origin: 'manual',
      occurrenceAt: null,
      exclusive: true,
      availableAt: minute(0),
    });
    expect(queue.of('dispatch')).toHaveLength(1);
  });

  it.each(['completed', 'failed', 'cancelled'] as const)('refuses a job that is %s', async (status) => {
    const { executions, manager } = managerOn({ schedules: knowing(sampleJob({ status })) });
    await expect(manager.runNow('job-1')).rejects.toThrow(
      `is ${status} and cannot become run; schedule a new job`,
    );
    expect(executions.calls).toEqual([]);
  });
});

describe('retryExecution (F101)', () => {
  it.each(['failed', 'timeout'] as const)('runs one that ended as %s again, as a new one', async (status) => {
    const { manager } = managerOn({
      executions: { get: async () => ({ ...failed, status }), replaceDeadLetter: async () => true },
    });
    expect(await manager.retryExecution('e1')).toMatchObject({
      id: idOfRetry('e1'),
      origin: 'retried',
      status: 'pending',
      attemptsUsed: 0,
      fence: 0,
      attempts: [],
      error: null,
      deadLetter: null,
      occurrenceAt: null,
      originalExecutionId: 'e1',
      metadata: { a: 1, manual_retry: true, original_execution_id: 'e1' },
    });
  });

  it('refuses a dead letter that somebody else has retried or dismissed in the meantime', async () => {
    const { manager } = managerOn({
      executions: { get: async () => failed, replaceDeadLetter: async () => false },
    });
    await expect(manager.retryExecution('e1')).rejects.toThrow(
      `execution e1 is no dead letter any more and cannot become retried again; see its retry, execution ${idOfRetry('e1')}`,
    );
  });

  it.each(['pending', 'running', 'success', 'cancelled', 'skipped'] as const)(
    'refuses one that is %s',
    async (status) => {
      const { executions, manager } = managerOn({ executions: { get: async () => ({ ...failed, status }) } });
      await expect(manager.retryExecution('e1')).rejects.toThrow(
        `execution e1 is ${status} and cannot become retried; only an execution that failed or timed out can be retried`,
      );
      expect(executions.of('add')).toEqual([]);
    },
  );

  it('needs an execution of the tenant', async () => {
    const { executions, manager } = managerOn({ executions: { get: async () => null } });
    await expect(manager.forTenant('acme').retryExecution('e1')).rejects.toThrow(ExecutionNotFound);
    await expect(manager.forTenant('acme').getExecution('e1')).rejects.toThrow(ExecutionNotFound);
    expect(executions.of('get')[0]).toEqual({ id: 'e1', tenant: 'acme' });
  });
});

describe('cancelExecution (F93)', () => {
  const asking = (answer: CancelRequested | null) =>
    managerOn({
      executions: { requestCancel: async () => answer, get: async () => answer?.execution ?? null },
    });

  it.each<[CancelRequested['state'], Execution, string[], number]>([
    ['cancelled', sampleExecution(), ['scheduler:execution.cancelled'], 0],
    ['stopping', claimedExecution(), ['scheduler:execution.cancel_requested'], 1],
    ['ended', failed, [], 0],
  ])('%s', async (...[state, execution, told, stops]) => {
    const { bus, executions, manager, stopped } = asking({ state, execution });
    expect(await manager.cancelExecution('e1', 'solved')).toEqual({ state, execution });
    expect(executions.of('requestCancel')).toEqual([{ id: 'e1', tenant: null, reason: 'solved' }]);
    expect(bus.names).toEqual(told);
    expect(stopped).toEqual(stops === 1 ? [['e1', 'solved']] : []);
  });

  it('needs an execution that exists', async () => {
    await expect(asking(null).manager.cancelExecution('e1')).rejects.toThrow(ExecutionNotFound);
  });
});

describe('cancel and unschedule (F98, F99)', () => {
  it('cancels the job, stops what runs of it, and tells both', async () => {
    const job = sampleJob();
    const { bus, manager, schedules, stopped } = managerOn({
      schedules: {
        ...knowing(job),
        cancel: async (request) => ({ job: request.job, cancelledExecutions: 1, stopping: ['e1', 'e2'] }),
      },
      executions: { get: async ({ id }) => claimedExecution({ id }) },
    });
    expect(await manager.cancel('job-1', 'solved')).toMatchObject({
      status: 'cancelled',
      statusReason: 'solved',
    });
    expect(schedules.of('cancel')).toMatchObject([{ expectedRevision: 1, reason: 'solved' }]);
    expect(stopped.map(([id]) => id)).toEqual(['e1', 'e2']);
    expect(bus.names).toEqual([
      'scheduler:execution.cancel_requested',
      'scheduler:execution.cancel_requested',
      'scheduler:job.cancelled',
    ]);
  });

  it('deletes the job of the tenant, and tells it', async () => {
    const { bus, manager, schedules } = managerOn({
      schedules: { ...knowing(sampleJob()), delete: async () => true },
      executions: {
        list: async () => ({ items: [], total: 0, totalIsExact: true, limit: 1_000, offset: 0 }),
      },
    });
    await manager.forTenant('acme').unschedule('weekly-sales');
    expect(schedules.of('delete')).toEqual([{ id: 'job-1', tenant: 'acme' }]);
    expect(bus.names).toEqual(['scheduler:job.deleted']);
  });
});

describe('list and history (F102, F103, F105)', () => {
  const page = { items: [failed], total: 1, totalIsExact: true, limit: 10, offset: 0 };
  const line = { executionId: 'e1', at: minute(0), level: 'info', message: 'x', context: {} } as const;

  it('lists for its tenant with the defaults', async () => {
    const { manager, schedules } = managerOn({ schedules: { list: async () => ({ ...page, items: [] }) } });
    await manager.forTenant('acme').list({ statuses: ['active'] });
    expect(schedules.of('list')).toEqual([
      { statuses: ['active'], limit: 50, offset: 0, sortBy: 'createdAt', sortOrder: 'desc', tenant: 'acme' },
    ]);
    await manager.list();
    await expect(manager.list({ limit: 0 })).rejects.toThrow(QueryInvalid);
  });

  it.each([
    [true, [line]],
    [false, []],
  ])('gives history with logs: %s', async (includeLogs, logs) => {
    const { executions, manager } = managerOn({
      schedules: knowing(sampleJob()),
      executions: { list: async () => page, logs: async () => [line] },
    });
    const { items, total } = await manager.history('weekly-sales', { includeLogs, limit: 3 });
    expect(items).toEqual([{ ...failed, logs }]);
    expect(total).toBe(1);
    expect((executions.of('list') as ListExecutions[])[0]).toMatchObject({
      jobId: 'job-1',
      limit: 3,
      sortOrder: 'desc',
    });
  });

  it('tells the status of a job, and its latest executions, by its name (F102)', async () => {
    const { executions, manager } = managerOn({
      schedules: knowing(sampleJob({ status: 'paused' })),
      executions: { list: async () => page },
    });
    expect((await manager.get('weekly-sales')).status).toBe('paused');
    await manager.history('weekly-sales', { limit: 5 });
    expect(executions.of('list')).toMatchObject([{ jobId: 'job-1', limit: 5 }]);
  });

  it('lists executions of all jobs and of work without one, for its tenant (F103)', async () => {
    const { executions, manager } = managerOn({
      schedules: knowing(sampleJob()),
      executions: { list: async () => page },
    });
    const query = { statuses: ['failed'], queues: ['mails'], types: ['mail'], deadLettered: true } as const;
    expect((await manager.forTenant('acme').listExecutions(query)).items).toEqual([failed]);
    await manager.listExecutions({ job: 'weekly-sales', errorClasses: ['terminal'], limit: 5 });
    expect(executions.of('list')).toEqual([
      { ...query, limit: 50, offset: 0, sortOrder: 'desc', tenant: 'acme' },
      {
        jobId: 'job-1',
        errorClasses: ['terminal'],
        limit: 5,
        offset: 0,
        sortOrder: 'desc',
        tenant: null,
      },
    ]);
  });

  it.each([{ status: ['failed'] }, { statuses: ['active'] }, { queues: 'mails' }, { job: '' }, { limit: 0 }])(
    'refuses to list executions by %j',
    async (query) => {
      const { executions, manager } = managerOn({ executions: { list: async () => page } });
      await expect(manager.listExecutions(query as never)).rejects.toThrow(QueryInvalid);
      expect(executions.of('list')).toEqual([]);
    },
  );

  it('refuses a history query that makes no sense', async () => {
    const { manager } = managerOn({ schedules: knowing(sampleJob()) });
    await expect(manager.history('job-1', { statuses: ['active' as never] })).rejects.toThrow(QueryInvalid);
  });
});
