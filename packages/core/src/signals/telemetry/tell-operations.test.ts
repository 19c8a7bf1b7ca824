import { TELEMETRY_CHANNELS } from '@scheduler/contracts';
import { type LeaderElection, type QueueRepository, settleExecution } from '@scheduler/contracts/adapter';
import { loadConfig } from '../../config/load-config.js';
import { QueueEvents } from '../events/queue-events.js';
import { Leadership } from '../../maintain/leadership.js';
import { prune } from '../../maintain/prune.js';
import { QueueControl } from '../../work/queues/queue-control.js';
import { FakeEventBus } from '../../test-support/fake-event-bus.js';
import { fakePort } from '../../test-support/fake-port.js';
import { managerOn } from '../../test-support/manager-parts.js';
import { ManualClock } from '../../test-support/manual-clock.js';
import { RecordingLogger } from '../../test-support/recording-logger.js';
import { claimedExecution, minute } from '../../test-support/samples.js';
import { telemetry } from './telemetry.js';

let leave: () => void;
let heard: [string, unknown][];

beforeEach(() => {
  heard = [];
  leave = telemetry.subscribeMany(TELEMETRY_CHANNELS, (message, name) => void heard.push([name, message]));
});
afterEach(() => leave());

it('tells what operators do with queues (F218)', async () => {
  const queues = new QueueControl({
    queues: fakePort<QueueRepository>({
      change: async ({ queue, paused = false, concurrency = null }) => ({
        queue,
        paused,
        concurrency,
        globalLimit: null,
      }),
    }),
    events: new QueueEvents(new FakeEventBus(), new ManualClock(), () => undefined),
    configured: {},
    here: () => {
      throw new Error('nobody asked');
    },
    handlers: { supports: () => true },
  });
  await queues.pause('mails');
  await queues.resume('mails');
  await queues.scale('mails', 3);
  expect(heard).toEqual([
    ['scheduler:queue:pause', { queue: 'mails' }],
    ['scheduler:queue:resume', { queue: 'mails' }],
    ['scheduler:queue:scale', { queue: 'mails', concurrency: 3 }],
  ]);
});

it('tells that a dead letter is tried again, with both executions (F153)', async () => {
  const error = { name: 'Error', message: 'boom', code: null, stack: null, errorClass: null };
  const dead = settleExecution(
    claimedExecution(),
    { kind: 'failed', status: 'failed', error, reason: 'no_retry', deadLetterQueue: 'dead' },
    minute(1),
  );
  const { manager } = managerOn({
    executions: { get: async () => dead, replaceDeadLetter: async () => true },
  });
  const { id } = await manager.retryExecution(dead.id);
  expect(heard).toEqual([
    [
      'scheduler:dead_letter:retry',
      {
        executionId: id,
        jobId: 'job-1',
        jobName: 'weekly-sales',
        type: 'export_report',
        queue: 'default',
        tenant: null,
        originalExecutionId: 'execution-1',
      },
    ],
  ]);
});

it('tells how many dead letters were pruned, if any were (F153)', async () => {
  const removed = [5, 4, 3, 0, 0, 0];
  const executions = fakePort<Parameters<typeof prune>[0]['executions']>({
    prune: async () => removed.shift() ?? 0,
  });
  const request = {
    schedules: null,
    workflows: null,
    access: null,
    eventLog: null,
    alerts: null,
    config: loadConfig(),
    now: minute(0),
  };
  await prune({ ...request, executions });
  await prune({ ...request, executions });
  expect(heard).toEqual([['scheduler:dead_letter:prune', { count: 3 }]]);
});

it('tells elections and resignations, each once (F212)', async () => {
  const clock = new ManualClock();
  const answers = [true, true, false, true];
  const leadership = new Leadership({
    isPeer: true,
    node: 'node-1',
    election: fakePort<LeaderElection>({
      acquire: async () => answers.shift() ?? true,
      isLeader: () => false,
      release: async () => undefined,
    }),
    config: loadConfig({ config: { leadership: { distributed: true } } }).leadership,
    clock,
    logger: new RecordingLogger(),
    onElected: () => undefined,
  });
  leadership.start();
  await clock.advance(30_000);
  await leadership.stop();
  const node = 'node-1';
  expect(heard).toEqual([
    ['scheduler:leader:election', { node }],
    ['scheduler:leader:resignation', { node }],
    ['scheduler:leader:election', { node }],
    ['scheduler:leader:resignation', { node }],
  ]);
});
