import { ConfigurationInvalid, QueryInvalid, type QueueSettings } from '@scheduler/contracts';
import type { QueueRepository } from '@scheduler/contracts/adapter';
import { QueueEvents } from '../../signals/events/queue-events.js';
import { FakeEventBus } from '../../test-support/fake-event-bus.js';
import { fakePort } from '../../test-support/fake-port.js';
import { ManualClock } from '../../test-support/manual-clock.js';
import { minute } from '../../test-support/samples.js';
import { QueueControl } from './queue-control.js';

const stored: QueueSettings = { queue: 'mails', paused: true, concurrency: 4, globalLimit: null };

const NOTHING_HERE = {
  runningHere: 0,
  runningJobs: [],
  preemptionEnabled: false,
  preempted: 0,
  preemptedJobs: [],
  unheededPreemptions: 0,
};

const SINCE = new Date(0);

function setUp(answers: Partial<QueueRepository> = {}) {
  const bus = new FakeEventBus();
  const errors: unknown[] = [];
  const queues = fakePort<QueueRepository>({ change: async () => stored, ...answers });
  const control = new QueueControl({
    queues,
    events: new QueueEvents(bus, new ManualClock(), (error) => errors.push(error)),
    configured: { default: 5, mails: 1 },
    here: (queue) => ({ ...NOTHING_HERE, runningHere: queue === 'default' ? 2 : 0 }),
    handlers: { supports: (type) => type !== 'fax' },
  });
  return { bus, control, errors, queues };
}

describe('QueueControl (F108)', () => {
  it.each<[string, (control: QueueControl) => Promise<QueueSettings>, object, string]>([
    ['pauses', (c) => c.pause('mails'), { queue: 'mails', paused: true }, 'scheduler:queue.paused'],
    ['resumes', (c) => c.resume('mails'), { queue: 'mails', paused: false }, 'scheduler:queue.resumed'],
    ['scales', (c) => c.scale('mails', 4), { queue: 'mails', concurrency: 4 }, 'scheduler:queue.scaled'],
    [
      'unscales',
      (c) => c.scale('mails', null),
      { queue: 'mails', concurrency: null },
      'scheduler:queue.scaled',
    ],
    ['limits', (c) => c.limit('mails', 7), { queue: 'mails', globalLimit: 7 }, 'scheduler:queue.scaled'],
    [
      'unlimits',
      (c) => c.limit('mails', null),
      { queue: 'mails', globalLimit: null },
      'scheduler:queue.scaled',
    ],
  ])('%s a queue, and tells all nodes', async (_, act, request, name) => {
    const { bus, control, queues } = setUp();
    expect(await act(control)).toEqual(stored);
    expect(queues.of('change')).toEqual([request]);
    expect(bus.published).toEqual([{ name, at: minute(0), tenant: null, data: stored }]);
  });

  it('does not fail where nobody hears it: the settings are stored', async () => {
    const { bus, control, errors } = setUp();
    bus.failure = new Error('redis is away');
    expect(await control.pause('mails')).toEqual(stored);
    expect(errors).toEqual([bus.failure]);
    bus.wanted = false;
    await control.pause('mails');
    expect(errors).toHaveLength(1);
  });

  it.each<[(control: QueueControl) => Promise<unknown>, string]>([
    [(c) => c.pause('no spaces'), 'queue: is not a queue name, got "no spaces"'],
    [(c) => c.resume(undefined as never), 'queue: is not a queue name'],
    [
      (c) => c.scale('mails', 0),
      'concurrency: is too small, got 0; accepted: a whole number from 1 to 10000',
    ],
    [(c) => c.scale('mails', 10_001), 'concurrency: is too big'],
    [(c) => c.limit('mails', 0), 'globalLimit: is too small'],
    [(c) => c.scale('mails', 1.5), 'concurrency: is not a whole number'],
    [(c) => c.scale('mails', '5' as never), 'concurrency: is not a number'],
  ])('refuses what makes no sense, and changes nothing: %#', async (act, message) => {
    const { control, queues } = setUp();
    const refused = act(control);
    await expect(refused).rejects.toBeInstanceOf(ConfigurationInvalid);
    await expect(refused).rejects.toThrow(message);
    expect(queues.calls).toEqual([]);
  });
});

describe('the stats of queues (F109)', () => {
  const known = {
    settings: async () => [
      { queue: 'default', paused: false, concurrency: 9, globalLimit: 30 },
      { ...stored, queue: 'exports' },
    ],
    counts: async () => [
      { queue: 'default', available: 3, delayed: 1, running: 2 },
      { queue: 'reports', available: 0, delayed: 7, running: 0 },
    ],
    waitingTypes: async () => [
      { queue: 'default', type: 'fax', waiting: 2, since: SINCE },
      { queue: 'default', type: 'mail', waiting: 1, since: SINCE },
    ],
  };

  it('are told of all queues that anybody knows, by name', async () => {
    const { control } = setUp(known);
    const nothing = {
      ...NOTHING_HERE,
      available: 0,
      delayed: 0,
      running: 0,
      globalLimit: null,
      withoutHandler: [],
    };
    expect(await control.stats()).toEqual([
      {
        ...NOTHING_HERE,
        queue: 'default',
        available: 3,
        delayed: 1,
        running: 2,
        paused: false,
        concurrency: 9,
        globalLimit: 30,
        runningHere: 2,
        withoutHandler: [{ type: 'fax', waiting: 2, since: SINCE }],
      },
      { ...nothing, queue: 'exports', paused: true, concurrency: null },
      { ...nothing, queue: 'mails', paused: false, concurrency: 1 },
      { ...nothing, queue: 'reports', delayed: 7, paused: false, concurrency: null },
    ]);
  });

  it('ask for what waits in the queues of this node only', async () => {
    const { control, queues } = setUp(known);
    await control.stats();
    expect(queues.of('waitingTypes')).toEqual([{ queues: ['default', 'mails'] }]);
  });

  it('are told of one queue, even of one that nobody knows', async () => {
    const { control } = setUp(known);
    expect(await control.stats('default')).toMatchObject([{ queue: 'default', available: 3 }]);
    expect(await control.stats('nobody')).toEqual([
      {
        ...NOTHING_HERE,
        queue: 'nobody',
        available: 0,
        delayed: 0,
        running: 0,
        paused: false,
        concurrency: null,
        globalLimit: null,
        runningHere: 0,
        withoutHandler: [],
      },
    ]);
  });

  it('are refused for what is no queue name', async () => {
    const { control } = setUp(known);
    await expect(control.stats('no spaces')).rejects.toBeInstanceOf(QueryInvalid);
  });
});
