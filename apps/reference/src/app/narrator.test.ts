import type { BusEvent, EventBus, Execution, JsonObject, SubscribeEvents } from '@scheduler/contracts';
import { NOON } from '../test-support/fake-context.js';
import { Narrator } from './narrator.js';

describe('Narrator', () => {
  function setUp(read = () => Promise.resolve({ output: { rows: 60 } } as unknown as Execution)) {
    const lines: string[] = [];
    let subscription: SubscribeEvents | null = null;
    const events: Pick<EventBus, 'subscribe'> = {
      subscribe: (request) => {
        subscription = request;
        return () => (subscription = null);
      },
    };
    const narrator = new Narrator({
      events,
      scheduler: { getExecution: read },
      domains: [
        { name: 'reports', types: ['export_report'], workflows: ['order'], schedules: [], demoSchedules: [] },
      ],
      dataDir: '/data',
      print: (line) => lines.push(line),
    });
    const stop = narrator.listen();
    const publish = (name: string, data: JsonObject = {}) => {
      const event: BusEvent = {
        name: `scheduler:${name}`,
        at: NOON,
        tenant: null,
        data: { executionId: 'e1', jobName: 'weekly', type: 'export_report', ...data },
      };
      if (subscription?.names.includes(event.name) === true) subscription.listener(event);
    };
    return { lines, narrator, stop, publish };
  }

  it('prints the line of an execution whose output cannot be read any more', async () => {
    const { lines, narrator, publish } = setUp(() => Promise.reject(new Error('the scheduler has stopped')));
    publish('execution.completed', { durationMs: 12 });
    await narrator.summary();
    expect(lines.map((line) => line.replace(/ {2,}/g, ' '))).toEqual(['12:00:00 reports ✔ weekly 12 ms']);
  });

  it('prints a line for each event, in order, and returns a summary', async () => {
    const { lines, narrator, publish } = setUp();
    publish('execution.started');
    publish('execution.completed', { durationMs: 12 });
    publish('execution.failed', {
      reason: 'disk full',
      willRetry: true,
      nextRetryAt: '2027-03-10T12:00:30.000Z',
    });
    publish('execution.failed', { reason: 'disk full', willRetry: false });
    publish('execution.skipped', { reason: 'overlap' });
    publish('execution.cancelled', { reason: 'cancelled', jobName: null });
    publish('job.cancelled', { name: 'weekly' });
    publish('job.created', { name: 'not printed' });
    expect(await narrator.summary()).toEqual({ completed: 1, failed: 1, domains: ['reports'] });
    expect(lines.map((line) => line.replace(/ {2,}/g, ' '))).toEqual([
      '12:00:00 reports ▶ weekly',
      '12:00:00 reports ✔ weekly 12 ms rows=60',
      '12:00:00 reports ✘ weekly disk full; again at 2027-03-10T12:00:30.000Z',
      '12:00:00 reports ✘ weekly disk full',
      '12:00:00 reports ⤼ weekly overlap',
      '12:00:00 reports ■ export_report cancelled',
      '12:00:00 reports ■ weekly job cancelled',
    ]);
  });

  it('prints what happens to runs of workflows and their steps, and of conditions only what follows', async () => {
    const { lines, narrator, publish } = setUp();
    const run = { workflow: 'order', runId: 'order-1', reason: null, failedStep: null };
    const step = { workflow: 'order', runId: 'order-1', step: 'approval' };
    const execution = (type: string) => ({ jobName: null, type: `workflow.order.${type}`, durationMs: 3 });
    publish('workflow.started', run);
    publish('execution.completed', execution('charge'));
    publish('execution.started', execution('approval:when'));
    publish('execution.cancelled', { ...execution('approval:when'), reason: 'its condition is false' });
    publish('execution.completed', execution('approval:when'));
    publish('workflow.step_skipped', { ...step, verdict: 'condition' });
    publish('workflow.compensating', { ...run, reason: 'no carrier', failedStep: 'ship' });
    publish('execution.started', execution('charge:rollback'));
    publish('workflow.compensated', run);
    publish('workflow.compensation_failed', run);
    publish('workflow.failed', { ...run, reason: 'too late' });
    publish('workflow.cancelled', { ...run, reason: 'by Grace' });
    publish('workflow.completed', { ...run, durationMs: 12 });
    publish('workflow.started', { ...run, workflow: 'mystery' });
    await narrator.summary();
    expect(lines.map((line) => line.replace(/ {2,}/g, ' ').replace('12:00:00 ', ''))).toEqual([
      'reports ▶ order order-1 begins',
      'reports ✔ order.charge 3 ms rows=60',
      'reports ⧗ order.approval waits',
      'reports ⤼ order.approval order-1 condition',
      'reports ↩ order order-1 is undone: ship failed, no carrier',
      'reports ▶ order.charge:rollback',
      'reports ↩ order order-1 everything is undone',
      'reports ✘ order order-1 could not be undone: see workflow:resume-compensation',
      'reports ✘ order order-1 too late',
      'reports ■ order order-1 by Grace',
      'reports ✔ order order-1 ends after 12 ms',
      'other ▶ mystery order-1 begins',
    ]);
  });

  it('prints jobs of unknown types too', async () => {
    const { lines, narrator, publish } = setUp();
    publish('execution.started', { type: 'mystery' });
    await narrator.summary();
    expect(lines).toEqual([expect.stringMatching(/other +▶ weekly$/)]);
  });

  it('prints nothing after it is stopped', async () => {
    const { lines, narrator, stop, publish } = setUp();
    stop();
    publish('execution.started');
    await narrator.summary();
    expect(lines).toEqual([]);
  });
});
