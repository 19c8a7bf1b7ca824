import { channel } from 'node:diagnostics_channel';
import { JobResult, type ReasonCode, TELEMETRY_CHANNELS, type TelemetryName } from '@scheduler/contracts';
import { newExecution, rescueExecution, skipForOverlap } from '@scheduler/contracts/adapter';
import { engineOn, type EngineOptions } from '../../test-support/engine.js';
import { settle } from '../../test-support/manual-clock.js';
import {
  claimedExecution,
  minute,
  sampleExecution,
  samplePolicies,
  startedExecution,
} from '../../test-support/samples.js';
import { telemetry } from './telemetry.js';

let leave: () => void;
let heard: [TelemetryName, Record<string, unknown>][];

beforeEach(() => {
  heard = [];
  leave = telemetry.subscribeMany(TELEMETRY_CHANNELS, (message, name) => {
    heard.push([name, message as unknown as Record<string, unknown>]);
  });
});
afterEach(() => leave());

const names = () => heard.map(([name]) => name.replace('scheduler:', ''));

async function run(handle: NonNullable<EngineOptions['handler']>['handle'], maxRetries = 3) {
  const policy = { ...samplePolicies, maxRetries };
  await engineOn({ handler: { handle } }).execute(claimedExecution({ policy, payload: 'a secret' }));
}

describe('telemetry of jobs (F218)', () => {
  it('tells start and stop, which job it is, and never payload or output', async () => {
    await run(() => JobResult.success('a secret'));
    expect(heard).toEqual([
      [
        'scheduler:job:start',
        {
          node: 'node-1',
          executionId: 'execution-1',
          jobId: 'job-1',
          jobName: 'weekly-sales',
          type: 'export_report',
          queue: 'default',
          priority: 5,
          tenant: null,
          attempt: 1,
          maxAttempts: 4,
          scheduledAt: minute(0),
          waitedMs: 0,
        },
      ],
      ['scheduler:job:stop', expect.objectContaining({ durationMs: 0, outcome: 'success', attempt: 1 })],
    ]);
    expect(JSON.stringify(heard)).not.toContain('a secret');
  });

  it('tells exceptions with what follows from them, and a dead letter (F153)', async () => {
    const failing = () => {
      throw new Error('boom');
    };
    await run(failing);
    await run(failing, 0);
    expect(names()).toEqual([
      'job:start',
      'job:exception',
      'job:start',
      'job:exception',
      'job:discard',
      'dead_letter:insert',
    ]);
    const error = { name: 'Error', message: 'boom', code: null };
    expect(heard[1]?.[1]).toMatchObject({ error, status: 'failed', retryAt: minute(1), deadLetter: false });
    expect(heard[3]?.[1]).toMatchObject({ retryAt: null, deadLetter: true });
    expect(heard[4]?.[1]).toMatchObject({ reason: 'retries_exhausted', attempt: 1 });
    expect(heard[5]?.[1]).toMatchObject({ deadLetterQueue: 'dead', error, errorClass: null, attempts: 1 });
  });

  it('tells the attempt that a snooze was', async () => {
    await run(() => JobResult.snoozed('1m'));
    expect(heard[1]).toMatchObject(['scheduler:job:stop', { outcome: 'snoozed', attempt: 1 }]);
  });

  it('tells what was discarded or cancelled, and by which word', async () => {
    await run(() => JobResult.discarded('nobody wants it'));
    await run(() => JobResult.cancelled('by hand'));
    expect(heard.filter((_, index) => index % 2 === 1)).toMatchObject([
      ['scheduler:job:discard', { reason: 'nobody wants it', durationMs: 0 }],
      ['scheduler:job:cancel', { reason: 'by hand', durationMs: 0 }],
    ]);
  });

  it('tells what was cancelled before it started', () => {
    const { events } = engineOn();
    const reason = { code: 'cancelled', message: 'by hand' } as const;
    const waiting = { ...sampleExecution(), status: 'cancelled', reason } as const;
    events.publish('scheduler:execution.cancelled', [waiting]);
    expect(heard).toMatchObject([['scheduler:job:cancel', { reason: 'by hand', durationMs: null }]]);
  });

  it.each<ReasonCode>(['rate_limited', 'circuit_open', 'unique_conflict', 'paused'])(
    'tells that %s let an execution wait, and until when',
    async (reason) => {
      const { engine } = engineOn();
      await engine.defer(claimedExecution(), { delayMs: 60_000, reason, message: 'mails' });
      expect(heard).toMatchObject([
        ['scheduler:job:skip', { reason, message: 'mails', retryAt: minute(1), attempt: 0 }],
      ]);
    },
  );

  it('tells what was left out for good', () => {
    const { events } = engineOn();
    const missed = newExecution({
      ...sampleExecution(),
      status: 'skipped',
      reason: { code: 'missed', message: null },
    });
    events.publish('scheduler:execution.skipped', [skipForOverlap(sampleExecution(), minute(1)), missed]);
    expect(heard).toMatchObject([
      ['scheduler:job:skip', { reason: 'overlap', retryAt: null }],
      ['scheduler:job:skip', { reason: 'missed', retryAt: null }],
    ]);
  });

  it('tells rescues with how long they were stuck (F216)', () => {
    const { events } = engineOn();
    events.publish('scheduler:execution.rescued', [rescueExecution(startedExecution(), null, minute(2))]);
    expect(heard).toMatchObject([['scheduler:job:rescue', { stuckDurationMs: 120_000, status: 'pending' }]]);
  });

  it('tells nothing of executions that were given back unstarted', async () => {
    await engineOn().engine.giveBack([claimedExecution()]);
    expect(heard).toEqual([]);
  });

  it('tells a cancellation of what runs', async () => {
    const { execute, leases } = engineOn({ handler: { handle: () => new Promise(() => undefined) } });
    const executed = execute(claimedExecution());
    await settle();
    leases.cancel('execution-1', 'by hand');
    await executed;
    expect(heard.at(-1)).toMatchObject(['scheduler:job:cancel', { reason: 'by hand' }]);
  });
});

describe('telemetry itself', () => {
  it('makes no message while nobody listens', () => {
    leave();
    const make = jest.fn();
    telemetry.emit('scheduler:queue:pause', make);
    expect(make).not.toHaveBeenCalled();
    expect(telemetry.hasSubscribers('scheduler:queue:pause')).toBe(false);
  });

  it('is heard through the channels of Node by their names', () => {
    const messages: unknown[] = [];
    const listener = (message: unknown) => void messages.push(message);
    const plain = channel('scheduler:queue:pause');
    plain.subscribe(listener);
    telemetry.emit('scheduler:queue:pause', () => ({ queue: 'mails' }));
    plain.unsubscribe(listener);
    expect(messages).toEqual([{ queue: 'mails' }]);
  });

  it('makes a warning of a listener that throws', async () => {
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const unsubscribe = telemetry.subscribe('scheduler:queue:pause', () => {
      throw new Error('careless');
    });
    telemetry.emit('scheduler:queue:pause', () => ({ queue: 'mails' }));
    unsubscribe();
    expect(warn).toHaveBeenCalledWith(
      'a listener of scheduler:queue:pause failed: Error: careless',
      'SchedulerTelemetryWarning',
    );
    warn.mockRestore();
  });
});
