import { setTimeout } from 'node:timers/promises';
import { defineHandler, silentLogger } from '@scheduler/contracts';
import { createSchedulerNode, SystemClock } from '@scheduler/core';
import { createKnexStore } from '../knex-store.js';

/** A node in its own process, with shared limits. It sends the type of each run. Arguments: the URL and the table prefix. */
async function main([connection = '', tablePrefix = '']: readonly string[]): Promise<void> {
  const clock = new SystemClock();
  const send = (type: string) => process.send?.(type);
  const node = createSchedulerNode({
    store: createKnexStore({ connection, clock, tablePrefix, eventPollMs: 20 }),
    clock,
    logger: silentLogger,
    handlers: [
      defineHandler({ type: ['limited', 'free'], handle: (job) => void send(job.type) }),
      defineHandler({
        type: 'guarded',
        handle: async (_, { signal }) => {
          send('guarded');
          await setTimeout(20, undefined, { signal });
        },
      }),
      defineHandler({
        type: 'failing',
        handle: () => {
          send('failing');
          throw new Error('connection refused');
        },
      }),
    ],
    config: {
      queues: { limited: 4, free: 4, failing: 1, guarded: 10 },
      pollInterval: 50,
      rateLimits: { queues: { limited: '5/h', guarded: '100/m' }, types: { free: '6/h' } },
      circuits: { api: { failureThreshold: 3, resetTimeout: '1h' } },
    },
  });
  await node.start();
  process.once('SIGTERM', () => void node.stop().then(() => process.exit(0)));
  process.send?.('ready');
}

void main(process.argv.slice(2));
