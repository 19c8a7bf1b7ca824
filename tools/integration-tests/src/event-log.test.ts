import { trigger } from '@scheduler/contracts';
import { causedBy, EVENT_SCHEMAS } from '@scheduler/core';
import { LOGGED_EVENT_NAMES } from '@scheduler/contracts/adapter';
import { eventsOf, loggedScene } from './test-support/event-log.js';
import { recorder, scene } from './test-support/scene.js';

const daily = trigger.cron('0 9 * * *');

it('every change of a job and its executions is an event, in order, with who caused it (F197)', async () => {
  const { node, clock } = loggedScene({ handlers: [recorder('report').handler] });
  const job = await causedBy('user:ada', () =>
    node.scheduler.schedule({ type: 'report', name: 'daily', trigger: daily }),
  );
  await causedBy('user:ada', async () => {
    await node.scheduler.pause('daily');
    await node.scheduler.resume('daily');
  });
  await clock.advance('1d');
  await node.tick();
  await node.drain();
  await causedBy('user:bob', () => node.scheduler.cancel('daily'));
  const events = await eventsOf(node, { jobId: job.id });
  expect(events.map(({ name, cause }) => [name, cause])).toEqual([
    ['JobScheduled', 'user:ada'],
    ['JobPaused', 'user:ada'],
    ['JobResumed', 'user:ada'],
    ['JobFired', node.id],
    ['ExecutionFired', node.id],
    ['ExecutionStarted', node.id],
    ['ExecutionCompleted', node.id],
    ['JobRunCounted', node.id],
    ['JobCancelled', 'user:bob'],
  ]);
});

it('what a handler changes is caused by its execution, also after it has waited', async () => {
  const chain = recorder('first', async () => {
    await Promise.resolve();
    await node.scheduler.enqueue({ type: 'second' });
  });
  const { node } = loggedScene({ handlers: [chain.handler, recorder('second').handler] });
  const first = await causedBy('user:ada', () => node.scheduler.enqueue({ type: 'first' }));
  await node.drain();
  const enqueued = await eventsOf(node, { names: ['ExecutionEnqueued'] });
  expect(enqueued.map(({ cause }) => cause)).toEqual(['user:ada', `execution:${first.id}`]);
});

it('a loop that a request has woken is not caused by it', async () => {
  const { node, clock } = loggedScene({ handlers: [recorder('report').handler] });
  await node.start();
  const soon = trigger.once(new Date(clock.now().getTime() + 60_000));
  await causedBy('user:ada', () => node.scheduler.schedule({ type: 'report', trigger: soon }));
  await clock.advance('2m');
  const fired = await untilEvents(() => eventsOf(node, { names: ['ExecutionFired'] }));
  expect(fired.map(({ cause }) => cause)).toEqual([node.id]);
  await node.stop();
});

it('events are filtered, and read page by page', async () => {
  const { node } = loggedScene({ handlers: [recorder('report').handler] });
  const acme = node.scheduler.forTenant('acme');
  await acme.enqueue({ type: 'report' });
  await node.queues.pause('mails');
  await node.scheduler.enqueue({ type: 'report' });
  const first = await node.eventLog.list({ tenant: null, limit: 2 });
  expect(first.items.map(({ name }) => name)).toEqual(['ExecutionEnqueued', 'QueuePaused']);
  const second = await node.eventLog.list({ tenant: null, after: first.next! });
  expect([second.items.map(({ name }) => name), second.atEnd]).toEqual([['ExecutionEnqueued'], true]);
  expect((await eventsOf(node, { entity: 'queue' })).map(({ entityId }) => entityId)).toEqual(['mails']);
  expect((await eventsOf(node, { tenant: 'acme' })).map(({ tenant }) => tenant)).toEqual(['acme']);
  const { position } = first.items[0]!;
  expect(await node.eventLog.find(position)).toEqual(first.items[0]);
  expect(await node.eventLog.find(position, { tenant: 'other' })).toBeNull();
  await expect(node.eventLog.list({ tenant: null, names: 'x' as never })).rejects.toMatchObject({
    code: 'EVENT_INVALID',
  });
});

it('events are followed as they happen, from now on or from the beginning, until the signal', async () => {
  const { node } = loggedScene();
  await node.queues.pause('mails');
  const stop = new AbortController();
  const seen: string[] = [];
  const all: string[] = [];
  const read = async (into: string[], after?: null) => {
    const query = { tenant: null, ...(after === undefined ? {} : { after }) };
    for await (const { name, entityId } of node.eventLog.follow(query, { signal: stop.signal })) {
      into.push(`${name} ${entityId}`);
      if (entityId === 'last') return;
    }
  };
  const following = [read(seen), read(all, null)];
  await new Promise((resolve) => setImmediate(resolve));
  await node.queues.resume('mails');
  await node.queues.pause('last');
  await Promise.all(following);
  expect(seen).toEqual(['QueueResumed mails', 'QueuePaused last']);
  expect(all).toEqual(['QueuePaused mails', ...seen]);
  const ended = read([]);
  stop.abort();
  await ended;
});

it('where the log is off, reading it says how it is switched on', async () => {
  const { node } = scene();
  await expect(node.eventLog.list({ tenant: null })).rejects.toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
    message: expect.stringContaining('eventLog: true'),
  });
  await expect(node.eventLog.follow({ tenant: null }).next()).rejects.toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
  });
});

it('events are deleted when their retention is over, and with their tenant (F247)', async () => {
  const { node, clock } = loggedScene({ config: { retention: { events: '2d' } } });
  await node.scheduler
    .forTenant('acme')
    .enqueue({ type: 'report' })
    .catch(() => undefined);
  await node.queues.pause('old');
  await clock.advance('4d');
  await node.queues.pause('young');
  expect(await node.prune()).toMatchObject({ events: 1 });
  expect((await eventsOf(node)).map(({ entityId }) => entityId)).toEqual(['young']);
  expect((await node.eventLog.bounds()).prunedTo).not.toBeNull();
});

it('every event has a schema, which is the last version of its list', () => {
  expect(Object.keys(EVENT_SCHEMAS).sort()).toEqual([...LOGGED_EVENT_NAMES].sort());
});

async function untilEvents<T>(read: () => Promise<readonly T[]>): Promise<readonly T[]> {
  for (;;) {
    const found = await read();
    if (found.length > 0) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
