import {
  type AlertMail,
  type AlertStatus,
  type BusEvent,
  defineHandler,
  silentLogger,
} from '@scheduler/contracts';
import { createSchedulerNode, type SchedulerConfigInput } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SequentialIds, SettableClock } from '@scheduler/testing';
import { START } from './scene.js';

type Answer = 'succeeds' | 'fails';

/** A node on a memory store with a clock that stands still, whose handler does as it is told. */
export function watched(config: SchedulerConfigInput = {}, store?: ReturnType<typeof createMemoryStore>) {
  const clock = new SettableClock(START);
  let answer: Answer = 'succeeds';
  const handler = defineHandler({
    type: 'work',
    handle: () => {
      if (answer === 'fails') throw new Error('broken');
    },
  });
  const mails: AlertMail[] = [];
  const events: BusEvent[] = [];
  const usedStore = store ?? createMemoryStore({ clock });
  const node = createSchedulerNode({
    store: usedStore,
    handlers: [handler],
    clock,
    ids: new SequentialIds(),
    logger: silentLogger,
    config: { retry: { maxRetries: 0 }, ...config },
    ...(config.alerts?.emailTo === undefined
      ? {}
      : { alertMailer: { send: async (mail: AlertMail) => void mails.push(mail) } }),
  });
  node.events.subscribe({
    names: ['scheduler:alert.fired', 'scheduler:alert.resolved'],
    listener: (event) => void events.push(event),
  });
  const run = async (count: number, how: Answer) => {
    answer = how;
    await node.scheduler.enqueueMany(Array.from({ length: count }, () => ({ type: 'work' })));
    await node.drain();
  };
  const states = async () => {
    const { items } = await node.alerts.list({ statuses: ['pending', 'firing', 'resolving', 'resolved'] });
    return items.map(({ rule, status }): readonly [string, AlertStatus] => [rule, status]);
  };
  return { clock, store: usedStore, node, mails, events, run, states };
}

export type Watched = ReturnType<typeof watched>;
