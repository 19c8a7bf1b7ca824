import { defineHandler } from '@scheduler/contracts';
import { eventually } from '@scheduler/test-support';
import { DATABASES, onEach } from './test-support/on-database.js';
import { TestNodes } from './test-support/test-nodes.js';

const JOBS = 300;
/** A turn of the event loop ends after 10 ms of handlers that never wait; each of these takes 1 ms at least. */
const MOST_IN_A_TURN = 11;

function takeOneMillisecond(): void {
  for (const until = performance.now() + 1; performance.now() < until;);
}

onEach(DATABASES, (database) => {
  const nodes = new TestNodes(database);
  let turns: number;
  let isOver: boolean;
  let started: number[];

  beforeEach(async () => {
    await database.empty();
    [turns, isOver, started] = [0, false, []];
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    count();
  });
  afterEach(async () => {
    isOver = true;
    await nodes.stop();
  });

  const work = {
    sync: () => {
      started.push(turns);
      takeOneMillisecond();
    },
    async: async () => {
      started.push(turns);
      takeOneMillisecond();
      await Promise.resolve();
    },
  };

  it.each(['sync', 'async'] as const)(
    'lets the process have its turns while %s handlers never wait (F106)',
    async (kind) => {
      const handlers = [defineHandler({ type: 'work', handle: work[kind] })];
      const node = await nodes.open({ handlers, config: { queues: { default: 10, other: 10 } } });
      const queueOf = (number: number) => (number % 2 === 0 ? 'default' : 'other');
      const requests = Array.from({ length: JOBS }, (_, number) => ({
        type: 'work',
        queue: queueOf(number),
      }));
      await node.scheduler.enqueueMany(requests);
      await node.start();
      await eventually('every run', () => started.length === JOBS);
      const inTurn = new Map<number, number>();
      for (const turn of started) inTurn.set(turn, (inTurn.get(turn) ?? 0) + 1);
      expect(Math.max(...inTurn.values())).toBeLessThanOrEqual(MOST_IN_A_TURN);
    },
  );
});
