import type { LoggedEvent } from '@scheduler/contracts';
import {
  createSchedulerNode,
  defineProjection,
  defineSubscription,
  type EventReader,
  type SchedulerNode,
} from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { eventsOf, loggedScene } from './test-support/event-log.js';
import { recorder, scene, START } from './test-support/scene.js';

const RETRY = { maxRetries: 2, initialDelay: '10s' } as const;

/** A subscription that records what it gets, and fails as it is told. */
function subscriber(fails: (event: LoggedEvent, attempt: number) => boolean = () => false) {
  const seen: string[] = [];
  const subscription = defineSubscription({
    name: 'mails',
    events: ['QueuePaused', 'QueueResumed', 'report.generated'],
    from: 'beginning',
    retry: RETRY,
    handle: (event, { attempt }) => {
      const what = event.name === 'DomainEventEmitted' ? String(event.data['name']) : event.entityId;
      seen.push(attempt === 1 ? what : `${what} again ${attempt}`);
      if (fails(event, attempt)) throw new Error(`no ${what}`);
    },
  });
  return { seen, subscription };
}

async function until(clock: SettableClock, isDone: () => boolean | Promise<boolean>): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    if (await isDone()) return;
    await clock.advance('1s');
  }
  throw new Error('it did not happen');
}

const reportOf = (node: SchedulerNode, name = 'mails') => node.eventReaders.get(name);
const hasRead = async (node: SchedulerNode, name = 'mails') => {
  const [report] = (await node.eventReaders.list()).filter((each) => each.name === name);
  const { latest } = await node.eventLog.bounds();
  return report !== undefined && (report.position ?? '') >= (latest ?? '');
};

describe('a subscription (F199)', () => {
  it('gets its events in order, also what handlers emit, and goes on where it was after a restart', async () => {
    const { seen, subscription } = subscriber();
    const work = recorder('report', ({ context }) => context.emit('report.generated', { pages: 3 }));
    const first = loggedScene({ subscriptions: [subscription], handlers: [work.handler] });
    await first.node.queues.pause('one');
    await first.node.start();
    await first.node.scheduler.enqueue({ type: 'report' });
    await first.node.queues.pause('two');
    await until(first.clock, () => seen.length === 3);
    await first.node.stop();
    expect(seen).toEqual(expect.arrayContaining(['one', 'two', 'report.generated']));
    const second = loggedScene({ ...first, subscriptions: [subscription] });
    await second.node.start();
    await second.node.queues.pause('three');
    await until(second.clock, () => seen.length === 4);
    expect(seen.at(-1)).toBe('three');
    await second.node.stop();
  });

  it('gets a failed event again, before those after it, and gives it up as a dead letter', async () => {
    const { seen, subscription } = subscriber(({ entityId }) => entityId === 'bad');
    const { node, clock } = loggedScene({ subscriptions: [subscription] });
    await node.start();
    await node.queues.pause('good');
    await node.queues.pause('bad');
    await node.queues.pause('later');
    await until(clock, () => seen.includes('later'));
    expect(seen).toEqual(['good', 'bad', 'bad again 2', 'bad again 3', 'later']);
    const { deadLetters } = await reportOf(node);
    expect(deadLetters).toMatchObject([
      { name: 'QueuePaused', attempts: 3, error: 'no bad', isRetried: false },
    ]);
    await node.stop();
  });

  it('has its dead letters delivered once more, or deleted, on request', async () => {
    let isBroken = true;
    const { seen, subscription } = subscriber(() => isBroken);
    const { node, clock } = loggedScene({ subscriptions: [subscription] });
    await node.start();
    await node.queues.pause('one');
    await node.queues.pause('two');
    await until(clock, async () =>
      (await node.eventReaders.list()).some(({ deadLetters }) => deadLetters.length === 2),
    );
    const [one, two] = (await reportOf(node)).deadLetters;
    isBroken = false;
    await node.eventReaders.retryDeadLetter('mails', one!.position);
    await until(clock, async () => (await reportOf(node)).deadLetters.length === 1);
    expect(seen.at(-1)).toBe('one again 4');
    expect((await node.eventReaders.deleteDeadLetter('mails', two!.position)).deadLetters).toEqual([]);
    await expect(node.eventReaders.deleteDeadLetter('mails', two!.position)).rejects.toMatchObject({
      code: 'EVENT_INVALID',
    });
    await expect(node.eventReaders.get('nobody')).rejects.toMatchObject({ code: 'EVENT_READER_NOT_FOUND' });
    await node.stop();
  });

  it('is read by one node at a time, and by another one when that stops or dies', async () => {
    const clock = new SettableClock(START);
    const store = createMemoryStore({ clock, eventLog: true });
    const by: string[] = [];
    const nodeOf = (label: string) => {
      const subscription = defineSubscription({
        name: 'shared',
        events: ['QueuePaused'],
        handle: ({ entityId }) => void by.push(`${entityId} by ${label}`),
      });
      return loggedScene({ clock, store, subscriptions: [subscription] }).node;
    };
    const [a, b] = [nodeOf('a'), nodeOf('b')];
    await a.start();
    await until(clock, () => hasHolder(a, 'shared'));
    await b.start();
    await a.queues.pause('one');
    await until(clock, () => by.length === 1);
    await a.stop();
    await b.queues.pause('two');
    await until(clock, () => by.length === 2);
    expect(by).toEqual(['one by a', 'two by b']);
    await b.stop();
    await takeLeaseForever(store, clock.now().getTime());
    const c = nodeOf('c');
    await c.start();
    await c.queues.pause('three');
    await clock.advance('5s');
    expect(by).toHaveLength(2);
    await until(clock, () => by.length === 3);
    expect(by.at(-1)).toBe('three by c');
    await c.stop();
  });

  it('begins with what happens from now on, unless it asks for the beginning', async () => {
    const seen: string[] = [];
    const subscription = defineSubscription({
      name: 'new',
      events: ['QueuePaused'],
      handle: ({ entityId }) => void seen.push(entityId),
    });
    const { node, clock } = loggedScene({ subscriptions: [subscription] });
    await node.queues.pause('before');
    await node.start();
    await until(clock, () => hasHolder(node, 'new'));
    await node.queues.pause('after');
    await until(clock, () => seen.length > 0);
    expect(seen).toEqual(['after']);
    await node.stop();
  });
});

describe('a projection (F198)', () => {
  function counting(isBroken: () => boolean = () => false) {
    const model = new Map<string, number>();
    const projection: EventReader = defineProjection({
      name: 'pauses',
      on: {
        QueuePaused: ({ entityId }) => {
          if (isBroken()) throw new Error('the table is gone');
          model.set(entityId, (model.get(entityId) ?? 0) + 1);
        },
      },
      reset: () => model.clear(),
      retry: { maxRetries: 1, initialDelay: '1s' },
    });
    return { model, projection };
  }

  it('is built from the beginning of the log, and anew on request', async () => {
    const { model, projection } = counting();
    const { node, clock } = loggedScene({ projections: [projection] });
    await node.queues.pause('a');
    await node.start();
    await until(clock, () => model.get('a') === 1);
    model.set('a', 99);
    await node.eventReaders.replay('pauses');
    await until(clock, () => model.get('a') === 1);
    await node.stop();
  });

  it('stops alone when an event cannot be taken, says so, and is resumed', async () => {
    let isBroken = true;
    const { model, projection } = counting(() => isBroken);
    const { seen, subscription } = subscriber();
    const { node, clock } = loggedScene({ projections: [projection], subscriptions: [subscription] });
    await node.start();
    await node.queues.pause('a');
    await until(clock, async () => (await node.eventReaders.list()).some(({ stopped }) => stopped !== null));
    expect((await reportOf(node, 'pauses')).stopped).toMatchObject({ error: 'the table is gone' });
    expect(seen).toEqual(['a']);
    isBroken = false;
    await node.eventReaders.resume('pauses');
    await until(clock, () => model.get('a') === 1);
    expect((await reportOf(node, 'pauses')).stopped).toBeNull();
    await node.stop();
  });

  it('stops when what it has not read yet was deleted, and is built from what is left', async () => {
    const { model, projection } = counting();
    const { node, clock, store } = loggedScene({ projections: [projection] });
    await node.start();
    await node.queues.pause('a');
    await until(clock, () => hasRead(node, 'pauses'));
    await node.stop();
    const { node: writer } = loggedScene({ clock, store, config: { retention: { events: '1d' } } });
    await writer.queues.pause('never-read');
    await clock.advance('3d');
    await writer.queues.pause('kept');
    await writer.prune();
    const { node: reader } = loggedScene({ clock, store, projections: [projection] });
    await reader.start();
    await until(clock, async () => (await reportOf(reader, 'pauses')).stopped !== null);
    expect((await reportOf(reader, 'pauses')).stopped?.error).toMatch(/were deleted by retention/);
    await reader.eventReaders.replay('pauses');
    await until(clock, () => model.has('kept'));
    expect([...model]).toEqual([['kept', 1]]);
    await reader.stop();
  });
});

describe('what handlers emit (F197)', () => {
  it('is appended with the success, and not where the attempt has failed', async () => {
    const work = recorder('report', ({ context }) => {
      context.emit('report.generated', { attempt: context.attempt });
      if (context.attempt === 1) throw new Error('not yet');
    });
    const { node, clock } = loggedScene({ handlers: [work.handler] });
    const { id } = await node.scheduler.enqueue({ type: 'report' });
    await node.drain();
    expect(await eventsOf(node, { names: ['DomainEventEmitted'] })).toEqual([]);
    await clock.advance('1h');
    await node.drain();
    const emitted = await eventsOf(node, { names: ['DomainEventEmitted'] });
    expect(emitted.map(({ entityId, data }) => [entityId, data])).toEqual([
      [id, { name: 'report.generated', data: { attempt: 2 } }],
    ]);
  });

  it('reaches the event handlers and jobs of the application, once', async () => {
    const work = recorder('report', ({ context }) => context.emit('report.generated', { pages: 3 }));
    const mail = recorder('mail');
    const { node, clock } = loggedScene({ handlers: [work.handler, mail.handler] });
    await node.start();
    await until(clock, () => hasHolder(node, 'scheduler:emitted'));
    await node.eventTriggers.onEvent('report.generated', { kind: 'enqueue', request: { type: 'mail' } });
    await node.scheduler.enqueue({ type: 'report' });
    await until(clock, () => mail.calls.length > 0);
    await clock.advance('1m');
    expect(mail.calls).toHaveLength(1);
    await node.stop();
  });

  it('is refused where the log is off, and where it is no event', async () => {
    const errors: unknown[] = [];
    const work = recorder('report', ({ context }) => {
      for (const name of ['report.generated', 'scheduler:mine', '']) {
        try {
          context.emit(name);
        } catch (error) {
          errors.push((error as { code: string }).code);
        }
      }
    });
    for (const { node } of [scene({ handlers: [work.handler] }), loggedScene({ handlers: [work.handler] })]) {
      await node.scheduler.enqueue({ type: 'report' });
      await node.drain();
    }
    expect(errors).toEqual([
      ...Array<string>(3).fill('FEATURE_NOT_SUPPORTED'),
      'EVENT_INVALID',
      'EVENT_INVALID',
    ]);
  });
});

it('readers are refused where the log is off, where two have one name, and where they are none', () => {
  const { subscription } = subscriber();
  const store = createMemoryStore({ clock: new SettableClock(START) });
  expect(() => createSchedulerNode({ store, subscriptions: [subscription] })).toThrow(/eventLog: true/);
  expect(() => loggedScene({ subscriptions: [subscription, subscription] })).toThrow(/two readers/);
  expect(() => defineSubscription({ name: 'x', events: [], handle: () => undefined })).toThrow(
    /names no event/,
  );
  expect(() => defineProjection({ name: 'scheduler:x', on: { JobPaused: () => undefined } })).toThrow(
    /is not a name/,
  );
});

async function hasHolder(node: SchedulerNode, name: string): Promise<boolean> {
  return (await node.eventReaders.list()).some((each) => each.name === name && each.holder !== null);
}

/** As a node leaves it that dies: its lease lasts until its end. */
async function takeLeaseForever(store: ReturnType<typeof createMemoryStore>, nowMs: number): Promise<void> {
  const log = store.eventLog!;
  const { name, position, state, revision } = (await log.checkpoint({ name: 'shared' }))!;
  const held = { ...state, holder: 'dead', heldUntilMs: nowMs + 30_000 };
  await log.saveCheckpoint({ name, position, state: held, expectedRevision: revision });
}
