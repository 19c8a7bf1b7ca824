import { type BusEvent, defineHandler, type JobContext, trigger } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import { eventually } from '@scheduler/test-support';
import { DATABASES, onEach } from '../test-support/on-database.js';
import { TestNodes } from '../test-support/test-nodes.js';

const HOUR = 3_600_000;
/** No heartbeat comes during a test, so that what reaches the other node has come by an event. */
const RARE_HEARTBEATS = { duration: 4 * HOUR, heartbeat: HOUR, selfAbort: 2 * HOUR };

onEach(DATABASES, (database) => {
  const nodes = new TestNodes(database);
  let sender: SchedulerNode;
  let receiver: SchedulerNode;
  let received: BusEvent[];
  let stopped: string[];

  const names = () => received.map(({ name }) => name);
  const receives = (name: string) => eventually(name, () => names().includes(name));

  beforeEach(async () => {
    await database.empty();
    [received, stopped] = [[], []];
    const wait = defineHandler({
      type: 'wait',
      handle: (_job, { signal, executionId }: JobContext) =>
        new Promise<void>((_, reject) => {
          signal.addEventListener('abort', () => {
            stopped.push(executionId);
            reject(signal.reason as Error);
          });
        }),
    });
    receiver = await nodes.start({ handlers: [wait], config: { pollInterval: 100, lease: RARE_HEARTBEATS } });
    receiver.events.subscribe({ names: [], listener: (event) => received.push(event) });
    sender = await nodes.open();
  });
  afterEach(() => nodes.stop());

  it('publishes changes of jobs and queues to other nodes', async () => {
    await sender.scheduler.schedule({ type: 'wait', name: 'news', trigger: trigger.every('1h') });
    await receives('scheduler:job.created');
    expect(received.find(({ name }) => name === 'scheduler:job.created')?.data['name']).toBe('news');
    await sender.queues.pause('default');
    await receives('scheduler:queue.paused');
    await sender.queues.resume('default');
    await receives('scheduler:queue.resumed');
    expect(names().filter((name) => name === 'scheduler:job.created')).toHaveLength(1);
  });

  it('stops an execution on another node without waiting for its next heartbeat', async () => {
    const { id } = await sender.scheduler.enqueue({ type: 'wait' });
    await eventually('the start', async () => (await sender.scheduler.getExecution(id)).status === 'running');
    await sender.scheduler.cancelExecution(id, 'enough');
    await eventually('the stop', () => stopped.includes(id));
    await eventually('the end', async () => (await sender.scheduler.getExecution(id)).status === 'cancelled');
  });

  it('publishes events of the application to other nodes', async () => {
    const data = { text: 'ü"\\\'', list: [1, null] };
    const event = { name: 'app:order.paid', at: new Date(1_900_000_000_123), tenant: 'a', data };
    await sender.events.publish({ events: [event] });
    await receives('app:order.paid');
    expect(received.find(({ name }) => name === 'app:order.paid')).toEqual(event);
  });

  it('keeps the events of single executions in their process', async () => {
    const { id } = await sender.scheduler.enqueueAt({ type: 'wait' }, new Date(Date.now() + HOUR));
    await sender.scheduler.cancelExecution(id);
    await sender.events.publish({
      events: [{ name: 'app:last', at: new Date(), tenant: null, data: {} }],
    });
    await receives('app:last');
    expect(names().filter((name) => name.startsWith('scheduler:execution.c'))).toEqual([]);
  });

  it('skips an event that cannot be read', async () => {
    const damaged = { origin: 'x', name: 'app:bad', at: 1, tenant: '', data: '{canary', stored_at: 1 };
    await database.table('events').insert(damaged);
    if (database.name === 'postgres') await database.knex.raw(`NOTIFY ${database.prefix}wake, '{canary'`);
    await sender.events.publish({
      events: [{ name: 'app:good', at: new Date(), tenant: null, data: {} }],
    });
    await receives('app:good');
    expect(names()).not.toContain('app:bad');
  });
});
