import type { BusEvent, Leader, SchedulerStore } from '@scheduler/contracts';
import type { Delivery } from '@scheduler/contracts/adapter';
import { simulatedNetwork } from '../../test-support/simulated-network.js';
import { SimulatedProcess } from '../world/simulated-process.js';
import { overTheNetwork } from './over-the-network.js';

const EVENT: BusEvent = { name: 'scheduler:job.created', at: new Date(0), tenant: null, data: {} };
const DELIVERY: Delivery = { queue: 'default', executionIds: [] };
const LEADER: Leader = { node: 'n2.1', epoch: 1, until: new Date(0) };
const LATER = 60_000;

/** The store that all processes share. It records its calls, and sends signals and events when the test says so. */
function sharedStore(note: (what: string) => void) {
  const listeners = new Set<(event: BusEvent) => void>();
  const consumers = new Set<(delivery: Delivery) => Promise<readonly string[]>>();
  const leaderListeners = new Set<(leader: Leader | null) => void>();
  const noting =
    <T>(what: string, answer: T) =>
    async (request?: unknown): Promise<T> => {
      note(`${what}(${JSON.stringify(request)})`);
      return answer;
    };
  const store = {
    capabilities: { name: 'shared', transactions: false, durable: false },
    migrations: null,
    schedules: { get: noting('get', 'job') },
    executions: { limit: 5, settle: noting('settle', 'settled') },
    queues: { settings: noting('settings', 'settings') },
    rateLimits: {},
    circuits: {},
    statistics: {},
    eventHandlers: {},
    queue: {
      delivery: 'signal',
      dispatch: noting('dispatch', undefined),
      consume: async ({ deliver }: { deliver: (delivery: Delivery) => Promise<readonly string[]> }) => {
        consumers.add(deliver);
        return { close: async () => void consumers.delete(deliver) };
      },
    },
    leadership: {
      acquire: noting('acquire', true),
      isLeader: () => true,
      onLeaderChange: (listener: (leader: Leader | null) => void) => {
        leaderListeners.add(listener);
        return () => leaderListeners.delete(listener);
      },
    },
    events: {
      publish: noting('publish', undefined),
      wants: (name: string) => name === EVENT.name,
      subscribe: ({ listener }: { listener: (event: BusEvent) => void }) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    open: noting('open', undefined),
    close: noting('close', undefined),
  };
  return {
    store: store as unknown as SchedulerStore,
    listeners,
    consumers,
    publish: () => listeners.forEach((listener) => listener(EVENT)),
    changeLeader: () => leaderListeners.forEach((listener) => listener(LEADER)),
    /** Notes when the queue gets its answer. */
    deliver: () =>
      consumers.forEach(
        (deliver) =>
          void deliver(DELIVERY).then(
            () => note('noted'),
            () => note('failed'),
          ),
      ),
  };
}

function scene(faults = '') {
  const simulated = simulatedNetwork({ faults });
  const { network, process, note } = simulated;
  const shared = sharedStore(note);
  const seen = overTheNetwork(shared.store, { network, process });
  const at = (ms: number, happen: () => void) => simulated.time.after(ms, happen);
  return { ...simulated, ...shared, seen, at, run: () => simulated.time.runUntil(LATER) };
}

function simulatedWithRuns() {
  const simulated = simulatedNetwork({ faults: '' });
  return { ...simulated, run: () => simulated.time.runUntil(LATER) };
}

describe('overTheNetwork', () => {
  it('sends every call of a port with its request, and returns the answer', async () => {
    const { seen, calls, events, note, run } = scene();
    const answersOfPorts = [
      seen.schedules.get({ id: 'a' } as never),
      seen.executions.settle({ id: 'b' } as never),
      seen.queues.settings(),
      seen.queue.dispatch({ notes: [] }),
      seen.leadership.acquire({ node: 'n1.1', ttlMs: 1 }),
      seen.events.publish({ events: [] }),
      seen.open(),
      seen.close(),
    ];
    const answers = Promise.all(answersOfPorts).then((all) => note(all.map(String).join(' ')));
    expect(calls.map(({ method }) => method)).toEqual([
      'schedules.get',
      'executions.settle',
      'queues.settings',
      'queue.dispatch',
      'leadership.acquire',
      'events.publish',
      'store.open',
      'store.close',
    ]);
    expect(events).toEqual([]);
    await run();
    await answers;
    expect(events).toEqual([
      'get({"id":"a"})@10',
      'settle({"id":"b"})@10',
      'settings(undefined)@10',
      'dispatch({"notes":[]})@10',
      'acquire({"node":"n1.1","ttlMs":1})@10',
      'publish({"events":[]})@10',
      'open(undefined)@10',
      'close(undefined)@10',
      'job settled settings undefined true undefined undefined undefined@20',
    ]);
  });

  it('tells a process of the runs that its own calls have advanced, and of no others', async () => {
    const { network, process, note, time, events, run } = simulatedWithRuns();
    const other = new SimulatedProcess({ name: 'n2.1', time, skewMs: 0 });
    const advanced = { runs: [], created: new Set<string>(), executions: [], changes: [] };
    const listeners = new Set<(what: typeof advanced) => void>();
    const workflows = {
      foldArrivals: async () => {
        listeners.forEach((listener) => listener(advanced));
        return 1;
      },
      onAdvanced: (listener: (what: typeof advanced) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const shared = { ...sharedStore(note).store, workflows } as unknown as SchedulerStore;
    const [mine, theirs] = [process, other].map((each) => overTheNetwork(shared, { network, process: each }));
    mine?.workflows?.onAdvanced(() => note('told'));
    theirs?.workflows?.onAdvanced(() => note('told other'));
    const answer = mine?.workflows?.foldArrivals({ limit: 1 });
    await run();
    expect(await answer).toBe(1);
    expect(events).toEqual(['told@11']);
    other.kill();
    expect(listeners.size).toBe(1);
  });

  it('has no port for runs where the store has none', () => {
    expect(scene().seen.workflows).toBeNull();
  });

  it('answers at once without a call where none is needed', () => {
    const { seen, store, calls } = scene();
    expect(seen.capabilities).toBe(store.capabilities);
    expect(seen.migrations).toBeNull();
    expect(seen.queue.delivery).toBe('signal');
    expect(seen.events.wants(EVENT.name)).toBe(true);
    expect(seen.events.wants('other')).toBe(false);
    expect(seen.leadership.isLeader({ node: 'n1.1' })).toBe(true);
    expect(seen.executions).toMatchObject({ limit: 5 });
    expect(calls).toEqual([]);
  });

  describe.each(['events', 'changes of leader'] as const)('%s', (kind) => {
    function listening() {
      const { seen, publish, changeLeader, ...rest } = scene();
      const stop =
        kind === 'events'
          ? seen.events.subscribe({ names: [], listener: ({ name }) => rest.note(name) })
          : seen.leadership.onLeaderChange((leader) => rest.note(leader?.node ?? 'none'));
      const expected = kind === 'events' ? EVENT.name : LEADER.node;
      return { ...rest, stop, expected, send: kind === 'events' ? publish : changeLeader };
    }

    it('reach a process after a moment', async () => {
      const { at, send, events, expected, run } = listening();
      at(100, send);
      await run();
      expect(events).toEqual([`${expected}@101`]);
    });

    it('reach a paused process when it continues', async () => {
      const { process, at, send, events, expected, run } = listening();
      process.pause(500);
      at(100, send);
      await run();
      expect(events).toEqual([`${expected}@500`]);
    });

    it('do not reach a process that is dead, or dies meanwhile', async () => {
      const { process, at, send, events, run } = listening();
      at(100, send);
      at(100, () => process.kill());
      at(200, send);
      await run();
      expect(events).toEqual([]);
    });

    it('do not reach a process that unsubscribed', async () => {
      const { stop, at, send, events, run } = listening();
      stop();
      at(100, send);
      await run();
      expect(events).toEqual([]);
    });
  });

  it('ends the subscription of a process that dies', () => {
    const { seen, process, listeners } = scene();
    seen.events.subscribe({ names: [], listener: () => undefined });
    expect(listeners.size).toBe(1);
    process.kill();
    expect(listeners.size).toBe(0);
  });

  describe('a delivery', () => {
    function consuming(fails = false) {
      const parts = scene();
      const deliver = async ({ queue }: Delivery) => {
        parts.note(`delivered ${queue}`);
        await new Promise<void>((resolve) => void parts.process.post(50, resolve));
        if (fails) throw new Error('broken');
        return [];
      };
      void parts.seen.queue.consume({ queue: 'default', concurrency: 1, deliver });
      return parts;
    }

    it.each([
      [false, 'noted@151'],
      [true, 'failed@151'],
    ])(
      'reaches a consumer after a moment and waits for its answer (which fails: %s)',
      async (fails, answer) => {
        const { at, deliver, events, run } = consuming(fails);
        at(100, deliver);
        await run();
        expect(events).toEqual(['delivered default@101', answer]);
      },
    );

    it('does not wait for a paused consumer, and reaches it when it continues', async () => {
      const { process, at, deliver, events, run } = consuming();
      at(50, () => process.pause(500));
      at(100, deliver);
      await run();
      expect(events).toEqual(['noted@100', 'delivered default@550']);
    });

    it('does not wait for a consumer that is dead', async () => {
      const { process, consumers, note, at, events, run } = consuming();
      at(100, () => {
        const [deliver] = consumers;
        process.kill();
        void deliver?.(DELIVERY).then(() => note('noted'));
      });
      await run();
      expect(events).toEqual(['noted@100']);
    });

    it('does not reach a consumer that died, which is closed', async () => {
      const { process, consumers, at, deliver, events, run } = consuming();
      at(100, deliver);
      at(100, () => process.kill());
      at(200, deliver);
      await run();
      expect(events).toEqual([]);
      expect(consumers.size).toBe(0);
    });
  });
});
