import type { Scheduler } from '@scheduler/contracts';
import { DeferredScheduler } from './deferred-scheduler.js';

/** Answers every call with its own name and what it was given. */
function recordingScheduler(owner: string): Scheduler {
  return new Proxy({} as Scheduler, {
    get: (_, name) => {
      // It is no promise, although it answers to everything.
      if (name === 'then') return undefined;
      if (name === 'forTenant') return (tenant: string) => recordingScheduler(tenant);
      return (...given: unknown[]) => Promise.resolve({ owner, name, given });
    },
  });
}

const CALLS: readonly (readonly [keyof Scheduler, readonly unknown[]])[] = [
  ['schedule', [{ type: 'work' }, { transaction: {} }]],
  ['scheduleOnce', [{ type: 'work', executeAt: new Date(0) }, { transaction: {} }]],
  ['scheduleRecurring', [{ type: 'work', schedule: '@daily' }, { transaction: {} }]],
  ['enqueue', [{ type: 'work' }, { transaction: {} }]],
  ['enqueueMany', [[{ type: 'work' }], { transaction: {} }]],
  ['enqueueAt', [{ type: 'work' }, new Date(0), { transaction: {} }]],
  ['update', ['job', { name: 'other' }]],
  ['reschedule', ['job', { kind: 'now' }]],
  ['pause', ['job', 'holidays']],
  ['resume', ['job']],
  ['cancel', ['job', 'done']],
  ['unschedule', ['job']],
  ['runNow', ['job']],
  ['get', ['job']],
  ['find', ['job']],
  ['list', [{ limit: 1 }]],
  ['history', ['job', { limit: 1 }]],
  ['listExecutions', [{ limit: 1 }]],
  ['getExecution', ['execution']],
  ['executionLogs', ['execution']],
  ['cancelExecution', ['execution', 'done']],
  ['cancelRunning', ['job', 'done']],
  ['retryExecution', ['execution']],
  ['getMetrics', [{ since: new Date(0) }]],
  ['getJobStats', ['job']],
  ['healthCheck', [{ mustRun: false }]],
  ['deleteTenant', ['acme', {}]],
  ['onEvent', ['ticket:created', { kind: 'enqueue', request: { type: 'work' } }, { name: 'h' }]],
  ['offEvent', ['handler']],
  ['triggerEvent', ['ticket:created', { ticketId: 7 }, { id: 'ticket-7' }]],
  ['eventHandlers', [{ limit: 1 }]],
  ['enableEventHandler', ['handler']],
  ['disableEventHandler', ['handler']],
];

describe('DeferredScheduler', () => {
  const call = (scheduler: Scheduler, name: keyof Scheduler, given: readonly unknown[]) =>
    (scheduler[name] as unknown as (...given: unknown[]) => Promise<unknown>).call(scheduler, ...given);

  it.each(CALLS)('passes %s on as it is', async (name, given) => {
    const scheduler = new DeferredScheduler(() => recordingScheduler('everybody'));
    expect(await call(scheduler, name, given)).toEqual({ owner: 'everybody', name, given });
    expect(await call(scheduler.forTenant('acme'), name, given)).toEqual({ owner: 'acme', name, given });
  });

  it('asks for nothing before it is used', async () => {
    const make = jest.fn(() => recordingScheduler('everybody'));
    const scheduler = new DeferredScheduler(make).forTenant('acme');
    expect(make).not.toHaveBeenCalled();
    await scheduler.list();
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('rejects where the node cannot be made', async () => {
    const scheduler = new DeferredScheduler(() => {
      throw new Error('no store');
    });
    await expect(scheduler.list()).rejects.toThrow('no store');
  });
});
