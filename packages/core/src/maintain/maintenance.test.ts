import { ENDED_WORKFLOWS } from '@scheduler/contracts';
import {
  type AlertRepository,
  type AuditLogRepository,
  type ExecutionRepository,
  type IdempotencyRepository,
  type JobQueue,
  type LeaderElection,
  type PruneExecutions,
  rescueExecution,
  type ScheduleRepository,
  StoreTime,
  type WorkflowRepository,
} from '@scheduler/contracts/adapter';
import { loadConfig } from '../config/load-config.js';
import { executionEventsOn, FakeEventBus } from '../test-support/fake-event-bus.js';
import { fakePort } from '../test-support/fake-port.js';
import { ManualClock } from '../test-support/manual-clock.js';
import { RecordingLogger } from '../test-support/recording-logger.js';
import { minute, samplePolicies, startedExecution } from '../test-support/samples.js';
import { Housekeeping } from './housekeeping.js';
import { Leadership } from './leadership.js';
import { prune } from './prune.js';
import { rescue } from './rescue.js';

const DAY_MS = 86_400_000;
const waiting = rescueExecution(startedExecution({ id: 'again' }), null, minute(5));
const ended = rescueExecution(
  startedExecution({ id: 'over', policy: { ...samplePolicies, maxRetries: 0 } }),
  'dead',
  minute(5),
);

function parts(answers: Partial<ExecutionRepository>, config = loadConfig()) {
  const clock = new ManualClock();
  const bus = new FakeEventBus();
  return {
    clock,
    bus,
    config,
    logger: new RecordingLogger(),
    executions: fakePort<ExecutionRepository>(answers),
    queue: fakePort<JobQueue>({ dispatch: async () => undefined, signal: async () => undefined }),
    events: executionEventsOn(bus, clock),
  };
}

describe('rescue (F215)', () => {
  it('brings back what waits again and tells what ended', async () => {
    const given = parts({ rescue: async () => [waiting, ended] });
    expect(await rescue(given)).toBe(2);
    expect(given.executions.of('rescue')).toEqual([{ graceMs: 0, limit: 500, deadLetterQueue: 'dead' }]);
    expect(given.queue.of('dispatch')).toMatchObject([{ notes: [{ executionId: 'again', fence: 1 }] }]);
    expect(given.queue.of('signal')).toEqual([{ queues: ['default'] }]);
    expect(given.bus.published.map(({ name, data }) => [name, data.executionId])).toEqual([
      ['scheduler:execution.rescued', 'again'],
      ['scheduler:execution.rescued', 'over'],
      ['scheduler:execution.failed', 'over'],
      ['scheduler:job.failed', 'over'],
    ]);
    expect(given.logger.messages).toEqual([
      'warn: rescued executions whose lease had expired',
      'error: an execution failed and is a dead letter now',
    ]);
  });

  it('is silent where there is nothing to rescue', async () => {
    const given = parts({ rescue: async () => [] });
    expect(await rescue(given)).toBe(0);
    expect(given.queue.calls).toEqual([]);
    expect(given.logger.lines).toEqual([]);
  });

  it('makes no dead letters where they are off', async () => {
    const given = parts(
      { rescue: async () => [] },
      loadConfig({ config: { deadLetters: { enabled: false } } }),
    );
    await rescue(given);
    expect(given.executions.of('rescue')).toMatchObject([{ deadLetterQueue: null }]);
  });
});

describe('prune (F247, F249)', () => {
  it('removes each kind when it is older than its retention', async () => {
    const counts = [3, 2, 1];
    const schedules = fakePort<ScheduleRepository>({ prune: async () => 4 });
    const workflows = fakePort<WorkflowRepository>({ prune: async () => 5 });
    const { executions, config } = parts({ prune: async () => counts.shift() ?? 0 });
    const auditLog = fakePort<AuditLogRepository>({ prune: async () => 6 });
    const idempotency = fakePort<IdempotencyRepository>({ prune: async () => 7 });
    const access = { auditLog, idempotency };
    expect(
      await prune({
        executions,
        schedules,
        workflows,
        access,
        eventLog: null,
        alerts: null,
        config,
        now: minute(0),
      }),
    ).toEqual({
      ended: 3,
      failed: 2,
      deadLetters: 1,
      jobs: 4,
      workflows: 5,
      auditRecords: 6,
      idempotencyKeys: 7,
      events: 0,
      alerts: 0,
    });
    const before = (days: number) => new Date(minute(0).getTime() - days * DAY_MS);
    expect(executions.of('prune')).toEqual([
      {
        statuses: ['success', 'cancelled', 'skipped'],
        finishedBefore: before(7),
        deadLettered: false,
        keep: null,
        limit: 1_000,
      },
      {
        statuses: ['failed', 'timeout'],
        finishedBefore: before(30),
        deadLettered: false,
        keep: null,
        limit: 1_000,
      },
      {
        statuses: ['failed', 'timeout'],
        finishedBefore: before(30),
        deadLettered: true,
        keep: 10_000,
        limit: 1_000,
      },
    ]);
    expect(workflows.of('prune')).toEqual([
      { endedBefore: before(30), statuses: ENDED_WORKFLOWS, limit: 1_000 },
    ]);
    expect(auditLog.of('prune')).toEqual([{ before: before(90), limit: 1_000 }]);
    expect(idempotency.of('prune')).toEqual([{ before: before(0), limit: 1_000 }]);
  });

  it('goes on where a step deletes more runs than it was asked for, since a tree of runs goes as a whole', async () => {
    const removed = [1_003, 2];
    const workflows = fakePort<WorkflowRepository>({ prune: async () => removed.shift() ?? 0 });
    const { executions, config } = parts({ prune: async () => 0 });
    const report = await prune({
      executions,
      schedules: null,
      workflows,
      access: null,
      eventLog: null,
      alerts: null,
      config,
      now: minute(0),
    });
    expect(report).toMatchObject({ workflows: 1_005 });
  });

  it('goes on in small steps until less than a step is left', async () => {
    const removed = [1_000, 1_000, 7, 0, 0];
    const schedules = null;
    const { executions, config } = parts({ prune: async () => removed.shift() ?? 0 });
    const progress: number[] = [];
    const onProgress = (soFar: number) => progress.push(soFar);
    const [workflows, access] = [null, null];
    expect(
      await prune({
        executions,
        schedules,
        workflows,
        access,
        eventLog: null,
        alerts: null,
        config,
        now: minute(0),
        onProgress,
      }),
    ).toMatchObject({ ended: 2_007 });
    expect(progress).toEqual([1_000, 2_000, 2_007]);
    expect(
      (executions.of('prune') as PruneExecutions[]).filter(({ statuses }) => statuses[0] === 'success'),
    ).toHaveLength(3);
  });
});

describe('Housekeeping', () => {
  function housekeeping(
    mayKeepHouse = () => true,
    now = async () => minute(10),
    alerts: Pick<AlertRepository, 'alerts' | 'silences'> | null = null,
  ) {
    const given = parts({ rescue: async () => [], prune: async () => 0 });
    const schedules = fakePort<ScheduleRepository>({ now, prune: async () => 0 });
    const storeTime = new StoreTime(given.clock);
    const arrivals = [500, 500, 3];
    const workflows = fakePort<WorkflowRepository>({
      prune: async () => 0,
      foldArrivals: async () => arrivals.shift() ?? 0,
    });
    const house = new Housekeeping({
      ...given,
      schedules,
      workflows,
      access: null,
      eventLog: null,
      alerts,
      storeTime,
      mayKeepHouse,
      handOverDeadLetters: null,
    });
    return { ...given, schedules, workflows, storeTime, house };
  }

  it('advances the workflows of all executions that ended in transactions of callers, each time', async () => {
    const { clock, workflows, house } = housekeeping();
    house.start();
    await clock.advance(0);
    expect(workflows.of('foldArrivals')).toEqual([{ limit: 500 }, { limit: 500 }, { limit: 500 }]);
    await clock.advance(5_000);
    expect(workflows.of('foldArrivals')).toHaveLength(4);
    await house.stop();
  });

  it('prunes alerts and silences that were over before their retention, every hour', async () => {
    const alerts = fakePort<AlertRepository['alerts']>({ prune: async () => 0 });
    const silences = fakePort<AlertRepository['silences']>({ prune: async () => 0 });
    const { clock, house } = housekeeping(undefined, undefined, { alerts, silences });
    const before = new Date(minute(10).getTime() - 90 * DAY_MS);
    house.start();
    await clock.advance(0);
    for (const records of [alerts, silences]) expect(records.of('prune')).toEqual([{ before, limit: 1_000 }]);
    await clock.advance(3_590_000);
    expect(alerts.of('prune')).toHaveLength(1);
    await clock.advance(10_000);
    expect(alerts.of('prune')).toHaveLength(2);
    await house.stop();
  });

  it('leaves workflows to the node that keeps house', async () => {
    const { clock, workflows, house } = housekeeping(() => false);
    house.start();
    await clock.advance(60_000);
    expect(workflows.calls).toEqual([]);
    await house.stop();
  });

  it('rescues every 5 s and prunes every minute (F243)', async () => {
    const { clock, executions, house } = housekeeping();
    house.start();
    await clock.advance(59_999);
    expect(executions.of('rescue')).toHaveLength(12);
    expect(executions.of('prune')).toHaveLength(3);
    await clock.advance(1);
    expect(executions.of('prune')).toHaveLength(6);
    await house.stop();
    await clock.advance(60_000);
    expect(executions.of('rescue')).toHaveLength(13);
  });

  it('prunes ended one-off jobs after 90 days, every hour (F249)', async () => {
    const { clock, schedules, house } = housekeeping();
    house.start();
    await clock.advance(3_599_999);
    const endedBefore = new Date(minute(10).getTime() - 90 * DAY_MS);
    expect(schedules.of('prune')).toEqual([{ endedBefore, limit: 1_000 }]);
    await clock.advance(1);
    expect(schedules.of('prune')).toHaveLength(2);
    await house.stop();
  });

  it('only looks at the time of the store where another node keeps house', async () => {
    const { clock, executions, house, storeTime } = housekeeping(() => false);
    house.start();
    await clock.advance(10_000);
    expect(executions.calls).toEqual([]);
    expect(storeTime.now() - clock.now().getTime()).toBeGreaterThan(0);
  });

  it('goes on after a failure', async () => {
    let calls = 0;
    const { clock, executions, house, logger } = housekeeping(undefined, async () => {
      if (++calls === 1) throw new Error('connection lost');
      return minute(10);
    });
    house.start();
    await clock.advance(5_000);
    expect(executions.of('rescue')).toHaveLength(1);
    expect(logger.messages).toEqual(['error: housekeeping failed', 'warn: housekeeping works again']);
  });
});

describe('Leadership (F213)', () => {
  function standing(distributed: boolean, acquire: () => Promise<boolean> = async () => true, isPeer = true) {
    const clock = new ManualClock();
    const logger = new RecordingLogger();
    let leads = false;
    let elected = 0;
    const election = fakePort<LeaderElection>({
      acquire: async () => (leads = await acquire()),
      release: async () => void (leads = false),
      isLeader: () => leads,
    });
    const { leadership: config } = loadConfig({ config: { leadership: { distributed } } });
    const leadership = new Leadership({
      isPeer,
      node: 'n1',
      election,
      config,
      clock,
      logger,
      onElected: () => void elected++,
    });
    return { clock, logger, election, leadership, elected: () => elected };
  }

  it('asks nobody where nothing is distributed: every node does everything', async () => {
    const { clock, election, leadership } = standing(false);
    leadership.start();
    await clock.advance(60_000);
    expect(leadership.mayLead()).toBe(true);
    await leadership.stop();
    expect(election.calls).toEqual([]);
  });

  it.each([true, false])(
    'never leads where the node is no peer (distributed: %s) (F285)',
    async (distributed) => {
      const { clock, election, leadership } = standing(distributed, undefined, false);
      leadership.start();
      await clock.advance(60_000);
      expect(leadership.mayLead()).toBe(false);
      await leadership.stop();
      expect(election.of('acquire')).toEqual([]);
    },
  );

  it('stands for election, renews, and tells once that it was elected', async () => {
    const { clock, election, elected, leadership } = standing(true);
    expect(leadership.mayLead()).toBe(false);
    leadership.start();
    await clock.advance(25_000);
    expect(leadership.mayLead()).toBe(true);
    expect(election.of('acquire')).toEqual(Array(3).fill({ node: 'n1', ttlMs: 30_000 }));
    expect(elected()).toBe(1);
  });

  it('is told again when it leads again', async () => {
    const answers = [true, false, true];
    const { clock, elected, leadership } = standing(true, async () => answers.shift() ?? false);
    leadership.start();
    await clock.advance(25_000);
    expect(elected()).toBe(2);
  });

  it('goes on standing after a failure', async () => {
    const answers = [() => Promise.reject(new Error('redis is away')), async () => true];
    const { clock, leadership, logger } = standing(true, () => answers.shift()!());
    leadership.start();
    await clock.advance(10_000);
    expect(leadership.mayLead()).toBe(true);
    expect(logger.messages).toEqual(['warn: standing for election failed', 'warn: election works again']);
  });

  it('gives leadership back when it stops', async () => {
    const { clock, election, leadership } = standing(true);
    leadership.start();
    await clock.advance(1);
    await leadership.stop();
    expect(election.of('release')).toEqual([{ node: 'n1' }]);
    await clock.advance(60_000);
    expect(election.of('acquire')).toHaveLength(1);
  });
});
