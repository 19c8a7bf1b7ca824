import type { OptionalPort } from '@scheduler/contracts/adapter';
import type { EventBusHarness, LeadershipHarness, QueueHarness, StoreHarness } from './kit/harness.js';
import { globalApi, registerGroups, type TestApi } from './kit/group.js';
import { explained } from './event-log/explained.js';
import {
  eventBusGroups,
  eventLogGroups,
  leadershipGroups,
  lifetimeGroups,
  queueGroups,
  storeGroups,
} from './groups.js';
import { QueueScene } from './queue/queue-scene.js';
import { storeBasics } from './store-basics.js';
import { StoreScene } from './kit/store-scene.js';
import { withoutPort } from './without-port.js';

/** Makes a fresh harness for each test. */
export type HarnessFactory<THarness> = () => THarness | Promise<THarness>;

interface Closable {
  close?(): void | Promise<void>;
}

async function using<THarness extends Closable>(
  createHarness: HarnessFactory<THarness>,
  work: (harness: THarness) => Promise<void>,
): Promise<void> {
  const harness = await createHarness();
  try {
    await work(harness);
  } finally {
    await harness.close?.();
  }
}

/** The runner, where it is not the global one, and what the store leaves out. */
export interface StoreConformanceOptions extends Partial<TestApi> {
  /** The optional ports that the store does not have: instead of their rules it is checked that a node refuses what needs them. */
  readonly without?: readonly OptionalPort[];
}

/**
 * Registers every rule that a store must keep, as tests of the runner at hand: repositories, queue, leadership and events.
 *
 * @example
 * runStoreConformance('memory', () => {
 *   const clock = new SettableClock();
 *   return { store: createMemoryStore({ clock }), clock };
 * });
 */
export function runStoreConformance(
  name: string,
  createHarness: HarnessFactory<StoreHarness>,
  { without = [], ...given }: StoreConformanceOptions = {},
): void {
  const { describe, it } = given;
  const api = describe !== undefined && it !== undefined ? { describe, it } : globalApi();
  const openHarness = async (): Promise<StoreHarness> => {
    const harness = await createHarness();
    await harness.store.open();
    return { ...harness, close: () => closeStore(harness) };
  };
  const unopenedHarness = async (): Promise<StoreHarness> => {
    const harness = await createHarness();
    return { ...harness, close: () => closeStore(harness) };
  };
  api.describe(`store ${name}`, () => {
    registerGroups({
      api,
      subject: name,
      groups: [
        ...storeGroups.filter(({ needs }) => needs === undefined || !without.includes(needs)),
        ...without.map(withoutPort),
      ],
      withScene: (test) => using(openHarness, (harness) => test(new StoreScene(harness))),
    });
    registerGroups({
      api,
      subject: name,
      groups: lifetimeGroups,
      withScene: (test) => using(unopenedHarness, test),
    });
    runQueueConformance(name, async () => part(await openHarness(), 'queue'), api);
    runLeadershipConformance(name, async () => part(await openHarness(), 'leadership'), api);
    runEventBusConformance(name, async () => part(await openHarness(), 'events'), api);
  });
}

/**
 * Registers the rules of the event log of a store: those of its port, and all rules that change jobs, executions, queues and runs once more, after
 * each of which the log must explain every row.
 *
 * @example
 * runEventLogConformance('memory', () => {
 *   const clock = new SettableClock();
 *   return { store: createMemoryStore({ clock, eventLog: true }), clock };
 * });
 */
export function runEventLogConformance(
  name: string,
  createHarness: HarnessFactory<StoreHarness>,
  { without = [], ...given }: StoreConformanceOptions = {},
): void {
  const { describe, it } = given;
  const api = describe !== undefined && it !== undefined ? { describe, it } : globalApi();
  const subject = `${name} with an event log`;
  const withScene = async (test: (scene: StoreScene) => Promise<void>) =>
    using(
      async () => {
        const harness = await createHarness();
        await harness.store.open();
        return { ...harness, close: () => closeStore(harness) };
      },
      (harness) => test(new StoreScene(harness)),
    );
  // What a store says of itself, and that it can be closed, leaves nothing that its log could explain.
  const changing = storeGroups.filter(
    (group) => group !== storeBasics && (group.needs === undefined || group.needs === 'workflows'),
  );
  api.describe(`event log ${name}`, () => {
    registerGroups({ api, subject, groups: eventLogGroups, withScene });
    registerGroups({
      api,
      subject,
      groups: changing.filter(({ needs }) => needs === undefined || !without.includes(needs)).map(explained),
      withScene,
    });
  });
}

async function closeStore(harness: StoreHarness): Promise<void> {
  await harness.store.close();
  await harness.close?.();
}

function part<TPort extends 'queue' | 'leadership' | 'events'>(harness: StoreHarness, port: TPort) {
  const { store, clock, close } = harness;
  return { [port]: store[port], clock, close } as Pick<StoreHarness['store'], TPort> &
    Pick<StoreHarness, 'clock' | 'close'>;
}

/** Registers the rules of a JobQueue that is tested without a store. */
export function runQueueConformance(
  name: string,
  createHarness: HarnessFactory<QueueHarness>,
  api: TestApi = globalApi(),
): void {
  const withScene = (test: (scene: QueueScene) => Promise<void>) =>
    using(createHarness, async (harness) => {
      const scene = new QueueScene(harness);
      try {
        await test(scene);
      } finally {
        await scene.closeConsumers();
      }
    });
  api.describe(`queue ${name}`, () => registerGroups({ api, subject: name, groups: queueGroups, withScene }));
}

/** Registers the rules of a LeaderElection that is tested without a store. */
export function runLeadershipConformance(
  name: string,
  createHarness: HarnessFactory<LeadershipHarness>,
  api: TestApi = globalApi(),
): void {
  const withScene = (test: (harness: LeadershipHarness) => Promise<void>) => using(createHarness, test);
  api.describe(`leadership ${name}`, () =>
    registerGroups({ api, subject: name, groups: leadershipGroups, withScene }),
  );
}

/** Registers the rules of an EventBus that is tested without a store. */
export function runEventBusConformance(
  name: string,
  createHarness: HarnessFactory<EventBusHarness>,
  api: TestApi = globalApi(),
): void {
  const withScene = (test: (harness: EventBusHarness) => Promise<void>) => using(createHarness, test);
  api.describe(`events ${name}`, () =>
    registerGroups({ api, subject: name, groups: eventBusGroups, withScene }),
  );
}
