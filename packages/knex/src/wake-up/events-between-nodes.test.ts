import { type BusEvent, defineHandler, type JobContext, trigger } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import { eventually } from '@scheduler/test-support';
import { DATABASES, onEach } from '../test-support/on-database.js';
import { TestNodes } from '../test-support/test-nodes.js';

onEach(DATABASES, (database) => {
  const nodes = new TestNodes(database);
  let teller: SchedulerNode;
  let hearer: SchedulerNode;
  let heard: BusEvent[];
  let stopped: string[];

  const names = () => heard.map(({ name }) => name);
  const hears = (name: string) => eventually(name, () => names().includes(name));

  beforeEach(async () => {
    await database.empty();
    [heard, stopped] = [[], []];
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
    hearer = await nodes.start({ handlers: [wait], config: { pollInterval: 100 } });
    hearer.events.subscribe({ names: [], listener: (event) => heard.push(event) });
    teller = await nodes.open();
  });
  afterEach(() => nodes.stop());

  it('tells other nodes of jobs and queues', async () => {
    await teller.scheduler.schedule({ type: 'wait', name: 'news', trigger: trigger.every('1h') });
    await hears('scheduler:job.created');
    expect(heard.find(({ name }) => name === 'scheduler:job.created')?.data['name']).toBe('news');
    await teller.queues.pause('default');
    await hears('scheduler:queue.paused');
    await teller.queues.resume('default');
    await hears('scheduler:queue.resumed');
    expect(names().filter((name) => name === 'scheduler:job.created')).toHaveLength(1);
  });

  it('asks the node that runs it to stop an execution, long before a heartbeat would', async () => {
    const { id } = await teller.scheduler.enqueue({ type: 'wait' });
    await eventually('the start', async () => (await teller.scheduler.getExecution(id)).status === 'running');
    await teller.scheduler.cancelExecution(id, 'enough');
    await eventually('the stop', () => stopped.includes(id), 8_000);
    await eventually('the end', async () => (await teller.scheduler.getExecution(id)).status === 'cancelled');
  });

  it('carries events of the application', async () => {
    const data = { text: 'ü"\\\'', list: [1, null] };
    const event = { name: 'app:order.paid', at: new Date(1_900_000_000_123), tenant: 'a', data };
    await teller.events.publish({ events: [event] });
    await hears('app:order.paid');
    expect(heard.find(({ name }) => name === 'app:order.paid')).toEqual(event);
  });

  it('keeps the events of single executions in their process', async () => {
    const { id } = await teller.scheduler.enqueueAt({ type: 'wait' }, new Date(Date.now() + 3_600_000));
    await teller.scheduler.cancelExecution(id);
    await teller.events.publish({
      events: [{ name: 'app:last', at: new Date(), tenant: null, data: {} }],
    });
    await hears('app:last');
    expect(names().filter((name) => name.startsWith('scheduler:execution.c'))).toEqual([]);
  });

  it('passes over an event that cannot be read', async () => {
    const damaged = { origin: 'x', name: 'app:bad', at: 1, tenant: '', data: '{canary', stored_at: 1 };
    await database.table('events').insert(damaged);
    if (database.name === 'postgres') await database.knex.raw(`NOTIFY ${database.prefix}wake, '{canary'`);
    await teller.events.publish({
      events: [{ name: 'app:good', at: new Date(), tenant: null, data: {} }],
    });
    await hears('app:good');
    expect(names()).not.toContain('app:bad');
  });
});
