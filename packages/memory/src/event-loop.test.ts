import { defineHandler, silentLogger } from '@scheduler/contracts';
import { createSchedulerNode, SystemClock } from '@scheduler/core';
import { createMemoryStore } from './memory-store.js';

const JOBS = 300;
/** A turn of the event loop ends after 10 ms of handlers that never wait; each of these takes 1 ms at least. */
const MOST_IN_A_TURN = 11;

it.each(['start', 'drain'] as const)(
  'lets the process have its turns while handlers never wait: %s (F106)',
  async (how) => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    const started: number[] = [];
    let complete: () => void;
    const all = new Promise<void>((resolve) => (complete = resolve));
    const work = defineHandler({
      type: 'work',
      handle: () => {
        started.push(turns);
        for (const until = performance.now() + 1; performance.now() < until;);
        if (started.length === JOBS) complete();
      },
    });
    const clock = new SystemClock();
    const store = createMemoryStore({ clock });
    const config = { queues: { default: 5 } };
    const node = createSchedulerNode({ store, clock, handlers: [work], logger: silentLogger, config });
    await node.open();
    await node.scheduler.enqueueMany(Array.from({ length: JOBS }, () => ({ type: 'work' })));
    count();
    await Promise.all([node[how](), all]);
    isOver = true;
    await node.stop();
    const inTurn = new Map<number, number>();
    for (const turn of started) inTurn.set(turn, (inTurn.get(turn) ?? 0) + 1);
    expect(Math.max(...inTurn.values())).toBeLessThanOrEqual(MOST_IN_A_TURN);
  },
);
